import type { Context } from '../../app/Context.ts'
import { concatBytes, equalBytes, utf8 } from '../../util/bytes.ts'
import { encodeHistoricalInfo, hashOfHistoricalInfo } from './storedHeader.ts'

/** Name of the store, that of the framework's staking module. */
export const historyStoreKey = 'staking'

/** Headers that are kept: this block's and the 256 that BLOCKHASH can ask for. */
const entries = 257

/** Keeps the headers of the last blocks in the records of the framework's staking module, which this chain lacks. */
export class HistoryKeeper {
	/** Hashes of records by height: BLOCKHASH costs 20 gas, and a hash takes longer than the read that counts. */
	readonly #hashes = new Map<number, { readonly bytes: Uint8Array; readonly hash: Uint8Array | undefined }>()
	/** Keys of records by height, for the same reason. */
	readonly #keys = new Map<number, Uint8Array>()

	/** Keeps the header of the block that begins and drops the one that has become too old. */
	beginBlock(ctx: Context): void {
		const store = ctx.kvStore(historyStoreKey)
		const old = headerKey(ctx.header.height - entries)
		if (store.has(old)) store.delete(old)
		store.set(headerKey(ctx.header.height), encodeHistoricalInfo(ctx.header))
	}

	/** Hash of the header of a height: one read. Undefined when it is not kept or has no hash. */
	hashAt(ctx: Context, height: number): Uint8Array | undefined {
		let key = this.#keys.get(height)
		if (key === undefined) {
			key = headerKey(height)
			if (this.#keys.size >= entries) this.#keys.clear()
			this.#keys.set(height, key)
		}
		const bytes = ctx.kvStore(historyStoreKey).get(key)
		if (bytes === undefined) return undefined
		const known = this.#hashes.get(height)
		if (known !== undefined && equalBytes(known.bytes, bytes)) return known.hash
		const hash = hashOfHistoricalInfo(bytes)
		if (this.#hashes.size >= entries) this.#hashes.clear()
		this.#hashes.set(height, { bytes, hash })
		return hash
	}
}

function headerKey(height: number): Uint8Array {
	return concatBytes(Uint8Array.of(0x50), utf8(String(height)))
}
