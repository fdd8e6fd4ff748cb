import { inOtherWords, plainError } from '../../errors/ChainError.ts'
import { MultiSignatureSchema } from '../../gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'
import { decodeMessage } from '../proto/decodeMessage.ts'
import { rejectUnknownFields } from '../proto/rejectUnknownFields.ts'

/** The signatures in a multisignature's bytes. @throws plain errors, also for unknown fields. */
export function decodeMultisignature(bytes: Uint8Array): readonly Uint8Array[] {
	const { signatures } = decodeMessage(MultiSignatureSchema, bytes)
	inOtherWords(
		() => rejectUnknownFields(MultiSignatureSchema, bytes, false, () => MultiSignatureSchema),
		() => plainError('rejecting unrecognized fields found in MultiSignature'),
	)
	return signatures
}
