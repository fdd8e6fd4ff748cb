import type { KvDatabase } from '../../store/KvDatabase.ts'
import type { BlockStore } from './BlockStore.ts'
import { readHeight, sweptKey, uint64 } from './keys.ts'

/** Records that go in one step: a few milliseconds. A transaction of many messages has thousands, by its events. */
const recordsPerStep = 500

/** Deletes the records of old blocks in small steps. A restart continues where it stopped. */
export class Sweeper {
	readonly #db: KvDatabase
	readonly #store: BlockStore
	/** Lowest height that may have records; undefined when that was never noted. */
	#next: number | undefined
	/** Keys of that height that are left; undefined where it has not begun. */
	#keys: Iterator<Uint8Array> | undefined

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
		this.#keys = undefined
	}

	/** Whether records below a height are left. Where nothing was noted, sweeping begins at the first height there can be. */
	isBehind(earliest: number): boolean {
		return (this.#next ?? 1) < earliest
	}

	/** Deletes a small part of what is left below a height. */
	async step(earliest: number): Promise<void> {
		const batch = this.#db.batch()
		let next = this.#next ?? (await this.#first(earliest))
		let keys = this.#keys
		// What is not written comes again.
		this.#keys = undefined
		for (let records = 0; records < recordsPerStep && next < earliest; ) {
			keys ??= this.#store.keysOf(next)
			const { done, value } = keys.next()
			if (done !== true) {
				batch.delete(value)
				records++
			} else {
				keys = undefined
				next++
			}
		}
		batch.put(sweptKey, uint64(next))
		await this.#db.write(batch, { sync: false })
		this.#next = next
		this.#keys = keys
	}

	/** The lowest height that has a block, at most the given one. */
	async #first(earliest: number): Promise<number> {
		const lowest = await this.#store.lowestHeight()
		return Math.min(lowest ?? earliest, earliest)
	}
}
