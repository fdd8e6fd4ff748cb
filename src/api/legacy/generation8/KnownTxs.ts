import { toHex } from '../../../util/bytes.ts'

/** How many transactions the engine of generation 8 remembered (tendermint v0.33.9 config mempool cache_size). */
const cacheSize = 10_000

/**
 * Which transactions were posted, by their legacy bytes: that generation's engine refused bytes it had delivered before,
 * while a new conversion of them is another transaction.
 */
export class KnownTxs {
	readonly #hashes = new Map<string, Uint8Array>()

	/** Hash of the protobuf transaction the same bytes were converted to. */
	get(key: Uint8Array): Uint8Array | undefined {
		return this.#hashes.get(toHex(key))
	}

	/** Remembers a conversion, and forgets the oldest ones. */
	set(key: Uint8Array, hash: Uint8Array): void {
		const text = toHex(key)
		this.#hashes.delete(text)
		this.#hashes.set(text, hash)
		for (const oldest of this.#hashes.keys()) {
			if (this.#hashes.size <= cacheSize) break
			this.#hashes.delete(oldest)
		}
	}
}
