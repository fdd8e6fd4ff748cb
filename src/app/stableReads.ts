import type { KVStore } from '../store/KVStore.ts'

/**
 * Cache of values from a store that rarely changes, valid until the first write. Parameters are read some thirty times
 * per transaction. One cache serves all branches of a state from one commit to the next. The first write disables it,
 * so that no branch sees values that another one discarded.
 */
export class StableReads {
	/** Keyed by the key array itself, which readers keep; null for no value. */
	readonly #values = new Map<Uint8Array, Uint8Array | null>()
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
		if (known !== undefined) return known ?? undefined
		const value = store.get(key)
		this.#values.set(key, value ?? null)
		return value
	}
}
