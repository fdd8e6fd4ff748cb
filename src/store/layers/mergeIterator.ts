import { storePanic } from '../assertValid.ts'
import { compareKeys } from '../compareKeys.ts'
import type { StoreIterator } from '../KVStore.ts'

/** A key with its value in a cache; without a value it is deleted. */
export interface CacheItem {
	readonly key: Uint8Array
	readonly value: Uint8Array | undefined
}

/**
 * The pairs of a parent overlaid with those of a cache: on equal keys the cache wins, and its deletions hide the
 * parent's pairs (framework: store/cachekv/mergeiterator.go at v0.44.5).
 */
export class MergeIterator implements StoreIterator {
	readonly #parent: StoreIterator
	readonly #items: readonly CacheItem[]
	readonly #direction: 1 | -1
	#at = 0
	/** Source of the current pair; undefined until it is searched. */
	#source: 'parent' | 'cache' | 'both' | 'end' | undefined

	constructor(parent: StoreIterator, items: readonly CacheItem[], ascending: boolean) {
		this.#parent = parent
		this.#items = items
		this.#direction = ascending ? 1 : -1
	}

	valid(): boolean {
		return this.#find() !== 'end'
	}

	next(): void {
		const source = this.#existing()
		if (source !== 'cache') this.#parent.next()
		if (source !== 'parent') this.#at++
		this.#source = undefined
	}

	key(): Uint8Array {
		return this.#existing() === 'parent' ? this.#parent.key() : this.#item().key
	}

	value(): Uint8Array {
		return this.#existing() === 'parent' ? this.#parent.value() : (this.#item().value as Uint8Array)
	}

	close(): void {
		this.#parent.close()
		this.#at = this.#items.length
		this.#source = undefined
	}

	#item(): CacheItem {
		return this.#items[this.#at] as CacheItem
	}

	#existing(): 'parent' | 'cache' | 'both' {
		const source = this.#find()
		if (source === 'end') throw storePanic('invalid cacheMergeIterator')
		return source
	}

	/** Moves past deleted pairs to the next one that exists. */
	#find(): 'parent' | 'cache' | 'both' | 'end' {
		this.#source ??= this.#search()
		return this.#source
	}

	#search(): 'parent' | 'cache' | 'both' | 'end' {
		for (;;) {
			const item = this.#items[this.#at]
			if (!this.#parent.valid()) {
				if (item === undefined) return 'end'
				if (item.value !== undefined) return 'cache'
				this.#at++
				continue
			}
			if (item === undefined) return 'parent'
			const order = compareKeys(this.#parent.key(), item.key) * this.#direction
			if (order < 0) return 'parent'
			if (item.value !== undefined) return order === 0 ? 'both' : 'cache'
			if (order === 0) this.#parent.next()
			this.#at++
		}
	}
}
