import type { Message } from '@bufbuild/protobuf'
import type { DecodedTx } from '../../codec/tx/decodeTx.ts'
import { encodeMultisignature, type SignatureData, signatureDataOf } from '../../crypto/multisig.ts'
import { itemOf, plainError } from '../../errors/ChainError.ts'

/** Signature of one signer. */
export interface TxSignature {
	readonly publicKey: Message | undefined
	/** Undefined when the mode is left out, as in a simulation. */
	readonly data: SignatureData | undefined
	readonly sequence: bigint
}

/**
 * The signatures of a transaction, one per signer info. Throws plain errors for an unreadable multi-signature and the
 * panic class where Go runs out of a list (framework: x/auth/tx GetSignaturesV2).
 */
export function txSignatures(tx: DecodedTx): readonly TxSignature[] {
	return tx.authInfo.signerInfos.map((info, index) => {
		const data = info.modeInfo && signatureDataOf(info.modeInfo, itemOf(tx.signatures, index))
		return { publicKey: tx.publicKeys[index], data, sequence: info.sequence }
	})
}

/** The raw signatures in a signature, members first, then their aggregate. Throws a plain error for a missing one. */
export function rawSignatures(data: SignatureData | undefined): readonly Uint8Array[] {
	if (data === undefined) throw plainError('got empty SignatureData')
	if (data.kind === 'single') return [data.signature]
	const signatures = data.signatures.flatMap(rawSignatures)
	return [...signatures, encodeMultisignature(signatures)]
}

/** Whether any part of a signature is still missing. */
export function isIncomplete(data: SignatureData | undefined): boolean {
	if (data === undefined) return true
	if (data.kind === 'single') return data.signature.length === 0
	return data.signatures.length === 0 || data.signatures.some(isIncomplete)
}
