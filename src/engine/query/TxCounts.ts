import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SearchRequest } from '../../chain/ChainReader.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import { equalBytes } from '../../util/bytes.ts'
import { firstIndex } from '../../util/firstIndex.ts'
import { Lock } from '../../util/Lock.ts'
import type { BlockStore } from '../store/BlockStore.ts'
import { readPosition, txKey } from '../store/keys.ts'
import { pageBounds } from './pageOf.ts'

/** Where a chain stands, as far as its transactions are counted. */
interface CountedChain {
	readonly db: KvDatabase
	readonly store: BlockStore
	readonly earliestHeight: number
	readonly height: number
}

/** The place of a transaction. */
export interface TxPlace {
	readonly height: number
	readonly index: number
}

/** Records read at once: of a full block the first ones, or a run of blocks with few. */
const rowsAtOnce = 32
/** Milliseconds of counting before others have a turn. */
const slice = 8

/**
 * How many transactions each block has, so that a page of all of them is found without reading their records: those of a
 * million greetings are two gigabytes. A chain is counted once, by a few records a block, and then block by block.
 */
export class TxCounts {
	readonly #lock = new Lock()
	/** Blocks with transactions, ascending, and the transactions up to and with each. */
	#heights: number[] = []
	#ends: number[] = []
	#counted = 0
	/** Of the highest block counted: another one shows that the chain went back. */
	#hash: Uint8Array = new Uint8Array()

	/** A page's places of transactions from a height to another, inclusive, and their number. @throws {QueryError} */
	page(
		chain: CountedChain,
		{ lower, upper }: { readonly lower: number; readonly upper: number },
		request: SearchRequest,
	): Promise<{ readonly places: readonly TxPlace[]; readonly total: number }> {
		return this.#lock.run(async () => {
			await this.#count(chain)
			const before = this.#endOf(this.#blocksBelow(Math.max(lower, chain.earliestHeight)))
			const end = this.#endOf(this.#blocksBelow(Math.min(upper, chain.height) + 1))
			const total = Math.max(0, end - before)
			const [from, to] = pageBounds(total, request)
			const isDescending = request.order === 'desc'
			const places = Array.from({ length: to - from }, (_, index) =>
				this.#place(isDescending ? end - 1 - from - index : before + from + index),
			)
			return { places, total }
		})
	}

	async #count({ db, store, earliestHeight, height }: CountedChain): Promise<void> {
		const newest = store.meta(this.#counted)?.blockId.hash
		if (newest === undefined || !equalBytes(newest, this.#hash)) {
			this.#heights = []
			this.#ends = []
			this.#counted = 0
		}
		let from = Math.max(this.#counted + 1, earliestHeight)
		let worked = performance.now()
		while (from <= height) {
			let last = 0
			let rows = 0
			for await (const [key] of db.range({ gte: txKey(from, 0), lt: txKey(height + 1, 0), limit: rowsAtOnce })) {
				const { height: found } = readPosition(key)
				// The block before is read to its end.
				if (rows > 0 && found !== last) this.#add(last, rows)
				rows = found === last ? rows + 1 : 1
				last = found
			}
			if (rows === 0) break
			this.#add(last, store.meta(last)?.numTxs ?? rows)
			from = last + 1
			if (performance.now() - worked < slice) continue
			await nextTurn()
			worked = performance.now()
		}
		this.#counted = height
		this.#hash = store.meta(height)?.blockId.hash ?? new Uint8Array()
	}

	#add(height: number, txs: number): void {
		this.#ends.push((this.#ends.at(-1) ?? 0) + txs)
		this.#heights.push(height)
	}

	/** How many of the blocks with transactions are below a height. */
	#blocksBelow(height: number): number {
		return firstIndex(this.#heights, (found) => found >= height)
	}

	/** Transactions in so many of the first blocks. */
	#endOf(blocks: number): number {
		return this.#ends[blocks - 1] ?? 0
	}

	#place(number: number): TxPlace {
		const block = firstIndex(this.#ends, (end) => end > number)
		return { height: this.#heights[block] as number, index: number - this.#endOf(block) }
	}
}
