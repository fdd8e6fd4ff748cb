import { create } from '@bufbuild/protobuf'
import { encodeMessage } from '../codec/proto/encodeMessage.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import type { CompactBitArray } from '../codec/tx/compactBitArray.ts'
import { bitAt, bitCount, trueBitsBefore } from '../codec/tx/compactBitArray.ts'
import { decodeMultisignature } from '../codec/tx/decodeMultisignature.ts'
import { itemOf, PanicError, plainError } from '../errors/ChainError.ts'
import type { LegacyAminoPubKey } from '../gen/cosmos/crypto/multisig/keys_pb.js'
import { MultiSignatureSchema } from '../gen/cosmos/crypto/multisig/v1beta1/multisig_pb.js'
import type { ModeInfo } from '../gen/cosmos/tx/v1beta1/tx_pb.js'
import { asPublicKey, type PublicKey, verifySignature } from './publicKey.ts'

/** One signer's signature with its mode, or those of a multisig key's members. */
export type SignatureData =
	| { readonly kind: 'single'; readonly mode: number; readonly signature: Uint8Array }
	| {
			readonly kind: 'multi'
			readonly bitArray: CompactBitArray | undefined
			/** undefined where there are more signatures than modes. */
			readonly signatures: readonly (SignatureData | undefined)[]
	  }

/**
 * A signature of a transaction with the modes its signer info gives (cosmos-sdk v0.44.5 x/auth/tx/sigs.go).
 * Throws plain errors for a multisignature that does not decode, PanicError where the framework panics.
 */
export function signatureDataOf(modeInfo: ModeInfo | undefined, signature: Uint8Array): SignatureData {
	const sum = modeInfo?.sum
	if (sum?.case === 'single') return { kind: 'single', mode: sum.value.mode, signature }
	if (sum?.case !== 'multi') throw new PanicError('unexpected ModeInfo data type <nil>')
	const parts = decodeMultisignature(signature)
	const signatures: (SignatureData | undefined)[] = parts.map(() => undefined)
	sum.value.modeInfos.forEach((inner, index) => {
		signatures[index] = signatureDataOf(inner, itemOf(parts, index))
	})
	return { kind: 'multi', bitArray: sum.value.bitarray, signatures }
}

/** The bytes of a multisignature: the signatures of those who signed, in key order. */
export function encodeMultisignature(signatures: readonly Uint8Array[]): Uint8Array {
	return encodeMessage(MultiSignatureSchema, create(MultiSignatureSchema, { signatures: [...signatures] }))
}

/**
 * Checks a multisignature against a multisig key. `documents` gives the documents of a mode, any of which may be signed. Throws plain errors naming
 * the fault, and PanicError where the framework panics (cosmos-sdk v0.44.5 crypto/keys/multisig/multisig.go
 * VerifyMultisignature).
 */
export function verifyMultisignature(
	key: LegacyAminoPubKey,
	data: Extract<SignatureData, { kind: 'multi' }>,
	documents: (mode: number) => readonly Uint8Array[],
	registry: Registry,
): void {
	const { bitArray, signatures } = data
	const size = bitCount(bitArray)
	const keys = membersOf(key, registry)
	if (keys.length !== size) throw plainError(`bit array size is incorrect, expecting: ${keys.length}`)
	if (signatures.length < key.threshold || signatures.length > size) {
		throw plainError(`signature size is incorrect ${signatures.length}`)
	}
	const set = trueBitsBefore(bitArray, size)
	if (set < key.threshold) throw plainError(`not enough signatures set, have ${set}, expected ${key.threshold}`)
	let next = 0
	keys.forEach((member, index) => {
		if (!bitAt(bitArray, index)) return
		if (next >= signatures.length) throw new PanicError('runtime error: index out of range')
		const signature = signatures[next]
		if (signature === undefined) throw plainError(`improper signature data type for index ${next}`)
		next++
		if (signature.kind === 'single') {
			if (!documents(signature.mode).some((bytes) => verifySignature(member, bytes, signature.signature))) {
				throw plainError(`unable to verify signature at index ${index}`)
			}
			return
		}
		if (member.$typeName !== 'cosmos.crypto.multisig.LegacyAminoPubKey') {
			throw plainError(`unable to parse pubkey of index ${index}`)
		}
		verifyMultisignature(member, signature, documents, registry)
	})
}

/** The member keys of a multisig key, in order. Throws plain errors for a key of no known type. */
export function membersOf(key: LegacyAminoPubKey, registry: Registry): readonly PublicKey[] {
	return key.publicKeys.map((any) => asPublicKey(registry.unpack(any, 'pubKey')))
}
