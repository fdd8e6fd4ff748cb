import { create, type Message } from '@bufbuild/protobuf'
import { decodeMessage } from '../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../codec/proto/encodeMessage.ts'
import { rejectUnknownFields } from '../codec/proto/rejectUnknownFields.ts'
import type { DecodedTx } from '../codec/tx/decodeTx.ts'
import { ChainError } from '../errors/ChainError.ts'
import { PanicError } from '../errors/PanicError.ts'
import { plainError } from '../errors/plainError.ts'
import { type CompactBitArray, MultiSignatureSchema } from '../gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'
import type { ModeInfo } from '../gen/cosmos/tx/v1beta1/tx_pb.js'

/** A signature with its mode, or the signatures of a threshold key's members (framework: types/tx/signing). */
export type SignatureData =
	| { readonly kind: 'single'; readonly mode: number; readonly signature: Uint8Array }
	| {
			readonly kind: 'multi'
			readonly bitArray: CompactBitArray | undefined
			/** Undefined where there are more signatures than modes. */
			readonly signatures: readonly (SignatureData | undefined)[]
	  }

/** What one signer handed in. */
export interface TxSignature {
	readonly publicKey: Message | undefined
	/** Undefined when the mode is left out, as in a simulation. */
	readonly data: SignatureData | undefined
	readonly sequence: bigint
}

/**
 * The signatures of a transaction, one per signer info.
 *
 * Throws plain errors for an unreadable multi-signature and PanicError where Go runs out of a list
 * (framework: x/auth/tx GetSignaturesV2, sigs.go ModeInfoAndSigToSignatureData).
 */
export function txSignatures(tx: DecodedTx): readonly TxSignature[] {
	return tx.authInfo.signerInfos.map((info, index) => {
		const publicKey = tx.publicKeys[index]
		// Without a mode Go leaves the sequence out too.
		if (info.modeInfo === undefined) return { publicKey, data: undefined, sequence: 0n }
		const signature = at(tx.signatures, index)
		return { publicKey, data: signatureData(info.modeInfo, signature), sequence: info.sequence }
	})
}

/** The raw signatures in a signature, members first, then their aggregate. Throws a plain error for a missing one. */
export function rawSignatures(data: SignatureData | undefined): readonly Uint8Array[] {
	if (data === undefined) throw plainError('got empty SignatureData')
	if (data.kind === 'single') return [data.signature]
	const signatures = data.signatures.flatMap(rawSignatures)
	return [...signatures, aggregate(signatures)]
}

/** Whether any part of a signature is still to be made. */
export function isIncomplete(data: SignatureData | undefined): boolean {
	if (data === undefined) return true
	if (data.kind === 'single') return data.signature.length === 0
	return data.signatures.length === 0 || data.signatures.some(isIncomplete)
}

function signatureData(info: ModeInfo, signature: Uint8Array): SignatureData {
	switch (info.sum.case) {
		case 'single':
			return { kind: 'single', mode: info.sum.value.mode, signature }
		case 'multi': {
			const { bitarray, modeInfos } = info.sum.value
			const members = memberSignatures(signature)
			const signatures: (SignatureData | undefined)[] = members.map(() => undefined)
			modeInfos.forEach((member, index) => {
				signatures[index] = signatureData(member, at(members, index))
			})
			return { kind: 'multi', bitArray: bitarray, signatures }
		}
		default:
			throw new PanicError('unexpected ModeInfo data type <nil>')
	}
}

function memberSignatures(bytes: Uint8Array): readonly Uint8Array[] {
	const { signatures } = decodeMessage(MultiSignatureSchema, bytes)
	try {
		rejectUnknownFields(MultiSignatureSchema, bytes, false, () => {
			throw plainError('')
		})
	} catch (error) {
		if (error instanceof ChainError) throw plainError('rejecting unrecognized fields found in MultiSignature')
		throw error
	}
	return signatures
}

function aggregate(signatures: readonly Uint8Array[]): Uint8Array {
	return encodeMessage(MultiSignatureSchema, create(MultiSignatureSchema, { signatures: [...signatures] }))
}

function at<T>(list: readonly T[], index: number): T {
	const item = list[index]
	if (item === undefined) {
		throw new PanicError(`runtime error: index out of range [${index}] with length ${list.length}`)
	}
	return item
}
