import type { KvDatabase } from '../../store/KvDatabase.ts'
import type { BlockStore } from './BlockStore.ts'
import { readHeight, sweptKey, uint64 } from './keys.ts'

/** Transactions whose records go in one step: with their index entries a few milliseconds. */
const txsPerStep = 50
/** Blocks without transactions that go in one step. */
const blocksPerStep = 100

/** Deletes the records of old blocks in small steps. A restart continues where it stopped. */
export class Sweeper {
	readonly #db: KvDatabase
	readonly #store: BlockStore
	/** Lowest height that may have records; undefined when that was never noted. */
	#next: number | undefined
	/** Transactions of that height that are gone. */
	#txs = 0

	/** @param db the engine's part of the database */
	constructor(db: KvDatabase, store: BlockStore) {
		this.#db = db
		this.#store = store
		this.reload()
	}

	/** Reads its progress again, after others changed the database. */
	reload(): void {
		const bytes = this.#db.get(sweptKey)
		this.#next = bytes && readHeight(bytes)
		this.#txs = 0
	}

	/** Whether records below a height are left. Where nothing was noted, sweeping begins at the first height there can be. */
	isBehind(earliest: number): boolean {
		return (this.#next ?? 1) < earliest
	}

	/** Deletes a small part of what is left below a height. */
	async step(earliest: number): Promise<void> {
		const batch = this.#db.batch()
		let txs = 0
		let next = this.#next ?? (await this.#first(earliest))
		for (let blocks = 0; blocks < blocksPerStep && txs < txsPerStep && next < earliest; blocks++) {
			const count = this.#store.meta(next)?.numTxs ?? 0
			const until = Math.min(count, this.#txs + txsPerStep - txs)
			this.#store.pruneTxs(batch, next, this.#txs, until)
			txs += until - this.#txs
			this.#txs = until
			if (until < count) break
			this.#store.pruneHead(batch, next)
			this.#txs = 0
			next++
		}
		batch.put(sweptKey, uint64(next))
		await this.#db.write(batch, { sync: false })
		this.#next = next
	}

	/** The lowest height that has a block, at most the given one. */
	async #first(earliest: number): Promise<number> {
		const lowest = await this.#store.lowestHeight()
		return Math.min(lowest ?? earliest, earliest)
	}
}
