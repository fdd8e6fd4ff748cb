import type { Message } from '@bufbuild/protobuf'
import { fromLegacySignature, type MemberMarks } from '../codec/legacy/legacySignature.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import { isChainFault } from '../errors/ChainError.ts'
import { signatureDataOf, verifyMultisignature } from './multisig.ts'
import { asPublicKey, verifySignature } from './publicKey.ts'

/** Whether a legacy signature of a key, also of a multisig key, covers these bytes. */
export function verifyLegacySignature(
	key: Message,
	bytes: Uint8Array,
	signature: Uint8Array,
	registry: Registry,
	marks: MemberMarks,
): boolean {
	try {
		const publicKey = asPublicKey(key)
		if (publicKey.$typeName !== 'cosmos.crypto.multisig.LegacyAminoPubKey') {
			return verifySignature(publicKey, bytes, signature)
		}
		const moded = fromLegacySignature(key, signature, registry, marks)
		const data = signatureDataOf(moded.modeInfo, moded.signature)
		if (data.kind !== 'multi') return false
		verifyMultisignature(publicKey, data, () => [bytes], registry)
		return true
	} catch (error) {
		if (isChainFault(error)) return false
		throw error
	}
}
