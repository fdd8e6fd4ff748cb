import { ChainError, plainError } from '../../errors/ChainError.ts'
import { MultiSignatureSchema } from '../../gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'
import { decodeMessage } from '../proto/decodeMessage.ts'
import { rejectUnknownFields } from '../proto/rejectUnknownFields.ts'

/** The signatures in a multisignature's bytes. @throws plain errors, also for unknown fields. */
export function decodeMultisignature(bytes: Uint8Array): readonly Uint8Array[] {
	const { signatures } = decodeMessage(MultiSignatureSchema, bytes)
	try {
		rejectUnknownFields(MultiSignatureSchema, bytes, false, () => MultiSignatureSchema)
	} catch (error) {
		if (error instanceof ChainError) throw plainError('rejecting unrecognized fields found in MultiSignature')
		throw error
	}
	return signatures
}
