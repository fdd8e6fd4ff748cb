import { byteString } from '../../store/keyBytes.ts'
import { equalBytes } from '../../util/bytes.ts'
import { NewestMap } from '../../util/NewestMap.ts'

interface Verified {
	readonly key: Uint8Array
	readonly message: Uint8Array
}

/**
 * Signatures that a check found good, so that the block that follows need not verify them again. A signature is good
 * for one key and one document, whatever the state: an entry counts only when both are the very bytes of the check. The
 * document holds chain id, account number and, directly or in the transaction, the sequence.
 */
export class VerifiedSignatures {
	/** By the signature's bytes. */
	readonly #entries: NewestMap<string, Verified>

	/** `limit` entries at most, by default a full mempool and more; the oldest go first. */
	constructor(limit = 20_000) {
		this.#entries = new NewestMap(limit)
	}

	/** Notes a signature that verified. */
	add(key: Uint8Array, message: Uint8Array, signature: Uint8Array): void {
		this.#entries.set(byteString(signature), { key, message })
	}

	/** Whether a signature is known to be valid. The entry is removed, because a transaction is delivered once. */
	take(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
		if (!this.has(key, message, signature)) return false
		this.#entries.delete(byteString(signature))
		return true
	}

	/** Whether a signature is known to be valid. */
	has(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
		const entry = this.#entries.get(byteString(signature))
		return entry !== undefined && equalBytes(entry.message, message) && equalBytes(entry.key, key)
	}
}
