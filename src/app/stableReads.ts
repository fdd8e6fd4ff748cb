import type { KVStore } from '../store/KVStore.ts'

/**
 * What was read from a store that hardly ever changes, for as long as nobody writes to it.
 *
 * Parameters are read some thirty times per transaction, always the same ones. One memory serves all branches of a state,
 * from one commit to the next; the first write turns it off, so that no branch can see what another one threw away.
 */
export class StableReads {
	/** By the very key array: readers keep theirs. */
	readonly #values = new Map<Uint8Array, Uint8Array | undefined>()
	#off = false

	/** A view of the store that reads through this memory. */
	over(store: KVStore): KVStore {
		return {
			get: (key) => this.#read(store, key),
			has: (key) => this.#read(store, key) !== undefined,
			set: (key, value) => {
				this.#off = true
				store.set(key, value)
			},
			delete: (key) => {
				this.#off = true
				store.delete(key)
			},
			iterator: (start, end) => store.iterator(start, end),
			reverseIterator: (start, end) => store.reverseIterator(start, end),
		}
	}

	#read(store: KVStore, key: Uint8Array): Uint8Array | undefined {
		if (this.#off) return store.get(key)
		const known = this.#values.get(key)
		if (known !== undefined || this.#values.has(key)) return known
		const value = store.get(key)
		this.#values.set(key, value)
		return value
	}
}
