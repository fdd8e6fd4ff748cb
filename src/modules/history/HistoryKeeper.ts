import type { Context } from '../../app/Context.ts'
import { concatBytes, utf8 } from '../../util/bytes.ts'
import { encodeHistoricalInfo, hashOfHistoricalInfo } from './storedHeader.ts'

/** Name of the store, that of the framework's staking module. */
export const historyStoreKey = 'staking'

/** Headers that are kept: this block's and the 256 that BLOCKHASH can ask for. */
const entries = 257

/** Keeps the headers of the last blocks in the records of the framework's staking module, which this chain lacks. */
export class HistoryKeeper {
	/** Keeps the header of the block that begins and drops the one that has become too old. */
	beginBlock(ctx: Context): void {
		const store = ctx.kvStore(historyStoreKey)
		const old = headerKey(ctx.header.height - entries)
		if (store.has(old)) store.delete(old)
		store.set(headerKey(ctx.header.height), encodeHistoricalInfo(ctx.header))
	}

	/** Hash of the header of a height: one read. Undefined when it is not kept or has no hash. */
	hashAt(ctx: Context, height: number): Uint8Array | undefined {
		const bytes = ctx.kvStore(historyStoreKey).get(headerKey(height))
		return bytes === undefined ? undefined : hashOfHistoricalInfo(bytes)
	}
}

function headerKey(height: number): Uint8Array {
	return concatBytes(Uint8Array.of(0x50), utf8(String(height)))
}
