import { byteString } from '../../store/keyBytes.ts'
import { equalBytes } from '../../util/bytes.ts'

interface Verified {
	readonly key: Uint8Array
	readonly message: Uint8Array
	readonly signature: Uint8Array
}

/**
 * Signatures that a check found good, so that the block that follows need not verify them again. A signature is good
 * for one key and one document, whatever the state: an entry counts only when both are the very bytes of the check. The
 * document holds chain id, account number and, directly or in the transaction, the sequence.
 */
export class VerifiedSignatures {
	readonly #entries = new Map<string, Verified>()
	readonly #limit: number

	/** `limit` entries at most, by default a full mempool and more; the oldest go first. */
	constructor(limit = 20_000) {
		this.#limit = limit
	}

	/** Notes a signature that verified. */
	add(key: Uint8Array, message: Uint8Array, signature: Uint8Array): void {
		this.#entries.set(textOf(signature), { key, message, signature })
		if (this.#entries.size <= this.#limit) return
		const [oldest] = this.#entries.keys()
		this.#entries.delete(oldest!)
	}

	/** Whether a signature is known to be valid. The entry is removed, because a transaction is delivered once. */
	take(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
		if (!this.has(key, message, signature)) return false
		this.#entries.delete(textOf(signature))
		return true
	}

	/** Whether a signature is known to be valid. */
	has(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
		if (this.#entries.size === 0) return false
		const entry = this.#entries.get(textOf(signature))
		// The text holds the first 64 bytes only.
		if (entry === undefined || !equalBytes(entry.signature, signature)) return false
		return equalBytes(entry.message, message) && equalBytes(entry.key, key)
	}
}

function textOf(signature: Uint8Array): string {
	return byteString(signature.subarray(0, 64))
}
