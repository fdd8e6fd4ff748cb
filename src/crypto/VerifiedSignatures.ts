import { latin1Text } from '../util/bytes.ts'

/** Lengths of what is remembered: any other signature is verified each time. */
const [hashLength, signatureLength, keyLength] = [32, 64, 33]

/**
 * Signatures that were found right lately. A transaction is checked before it enters the mempool and again in its block:
 * the second time its signature, over the same bytes and of the same key, need not be verified anew. Wrong ones are not
 * remembered.
 */
export class VerifiedSignatures {
	readonly #generation: number
	// What is older than one whole generation is forgotten.
	#young = new Set<string>()
	#old = new Set<string>()

	/** @param generation how many are remembered at least; twice as many at most */
	constructor(generation = 5_000) {
		this.#generation = generation
	}

	/** Whether a signature is right: from memory, or as `verify` says. */
	check(
		hash: Uint8Array,
		signature: Uint8Array,
		publicKey: Uint8Array,
		verify: (hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean,
	): boolean {
		const isUsual = hash.length === hashLength && signature.length === signatureLength && publicKey.length === keyLength
		if (!isUsual) return verify(hash, signature, publicKey)
		// All three in full: a signature counts for its own message and key only.
		const name =
			latin1Text(hash, 0, hashLength) + latin1Text(signature, 0, signatureLength) + latin1Text(publicKey, 0, keyLength)
		if (this.#young.has(name) || this.#old.has(name)) return true
		if (!verify(hash, signature, publicKey)) return false
		this.#young.add(name)
		if (this.#young.size >= this.#generation) {
			this.#old = this.#young
			this.#young = new Set()
		}
		return true
	}
}
