import { getOrInsert } from '../../util/getOrInsert.ts'
import { byKey } from '../../util/order.ts'
import { assertValidBounds, assertValidKey, storePanic } from '../assertValid.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'
import { byteString, compareKeys } from '../keyBytes.ts'

import type { CacheMultiStore } from '../MultiStore.ts'
import { behindAll, SortedMap } from '../sortedMap.ts'

/** One key as the cache knows it; an undefined value is absent, and deleted when the entry is dirty. */
interface CacheEntry {
	readonly key: Uint8Array
	readonly value: Uint8Array | undefined
	readonly dirty: boolean
}

/**
 * A branch of a store: reads fall through to the parent and are remembered, writes stay here until `write()` hands them
 * down in key order (framework: store/cachekv at v0.44.5). Writes become visible to iterators by being sorted when an
 * iterator over their range is made. As in the framework, an iterator with a start and no end sorts nothing: it shows
 * only writes that an earlier iterator has sorted.
 */
export class CacheKv implements KVStore {
	readonly #parent: KVStore
	/** The parent, when it is a branch itself: the two then share the texts of keys. */
	readonly #cache: CacheKv | undefined
	#entries = new Map<string, CacheEntry>()
	/** Written and not sorted yet; made when there are any, as a branch mostly ends without an iterator. */
	#unsorted: Set<string> | undefined
	#sorted: SortedMap<CacheItem> | undefined

	constructor(parent: KVStore) {
		this.#parent = parent
		this.#cache = parent instanceof CacheKv ? parent : undefined
	}

	get(key: Uint8Array): Uint8Array | undefined {
		assertValidKey(key)
		return this.#read(key, byteString(key))
	}

	has(key: Uint8Array): boolean {
		return this.get(key) !== undefined
	}

	set(key: Uint8Array, value: Uint8Array): void {
		assertValidKey(key)
		this.#change(key, value)
	}

	delete(key: Uint8Array): void {
		assertValidKey(key)
		this.#change(key, undefined)
	}

	iterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		const parent = this.#parent.iterator(start, end)
		return new MergeIterator(parent, this.#items(start, end, true), true)
	}

	reverseIterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		const parent = this.#parent.reverseIterator(start, end)
		return new MergeIterator(parent, this.#items(start, end, false), false)
	}

	/** Hands all writes to the parent, in key order where that shows, and forgets everything. */
	write(): void {
		const cache = this.#cache
		if (cache === undefined) this.#writeSorted()
		else {
			for (const [text, entry] of this.#entries) if (entry.dirty) cache.#store(text, entry)
		}
		this.#entries.clear()
		this.#unsorted = undefined
		this.#sorted = undefined
	}

	#writeSorted(): void {
		const dirty: [string, CacheEntry][] = []
		for (const item of this.#entries) if (item[1].dirty) dirty.push(item)
		dirty.sort(byKey)
		for (const [, { key, value }] of dirty) {
			if (value === undefined) this.#parent.delete(key)
			else this.#parent.set(key, value)
		}
	}

	#read(key: Uint8Array, text: string): Uint8Array | undefined {
		const entry = this.#entries.get(text)
		if (entry !== undefined) return entry.value
		const value = this.#cache === undefined ? this.#parent.get(key) : this.#cache.#read(key, text)
		this.#entries.set(text, { key, value, dirty: false })
		return value
	}

	#change(key: Uint8Array, value: Uint8Array | undefined): void {
		this.#store(byteString(key), { key, value, dirty: true })
	}

	#store(text: string, entry: CacheEntry): void {
		this.#entries.set(text, entry)
		this.#unsorted ??= new Set()
		this.#unsorted.add(text)
	}

	/** The writes in a range, in the order of the iterator. A deletion is an item without a value. */
	#items(start: Uint8Array | undefined, end: Uint8Array | undefined, ascending: boolean): CacheItem[] {
		const from = start === undefined ? '' : byteString(start)
		const to = end === undefined ? undefined : byteString(end)
		if (from <= (to ?? '')) this.#sort(from, to ?? behindAll)
		assertValidBounds(start, end)
		const found = ascending ? this.#sorted?.entries(from, to) : this.#sorted?.entriesReverse(from, to)
		return (found ?? []).map(([text, item]) => this.#current(text, item))
	}

	/** The value of a sorted key at the time of sorting, but with its current deletion state. */
	#current(text: string, item: CacheItem): CacheItem {
		if (this.#entries.get(text)!.value === undefined) return { key: item.key, value: undefined }
		return item.value === undefined ? { key: item.key, value: new Uint8Array() } : item
	}

	#sort(from: string, to: string): void {
		const unsorted = this.#unsorted
		if (unsorted === undefined) return
		this.#sorted ??= new SortedMap()
		for (const text of unsorted) {
			if (text < from || text >= to) continue
			const { key, value } = this.#entries.get(text) as CacheEntry
			this.#sorted.set(text, { key, value })
			unsorted.delete(text)
		}
	}
}

/** A key with its value in a cache; without a value it is deleted. */
interface CacheItem {
	readonly key: Uint8Array
	readonly value: Uint8Array | undefined
}

/**
 * The pairs of a parent overlaid with those of a cache: on equal keys the cache wins, and its deletions hide the
 * parent's pairs (framework: store/cachekv/mergeiterator.go at v0.44.5).
 */
class MergeIterator implements StoreIterator {
	readonly #parent: StoreIterator
	readonly #items: readonly CacheItem[]
	readonly #ascending: boolean
	#at = 0
	/** Source of the current pair; undefined until it is searched. */
	#source: 'parent' | 'cache' | 'both' | 'end' | undefined

	constructor(parent: StoreIterator, items: readonly CacheItem[], ascending: boolean) {
		this.#parent = parent
		this.#items = items
		this.#ascending = ascending
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
			const key = this.#parent.key()
			const order = this.#ascending ? compareKeys(key, item.key) : compareKeys(item.key, key)
			if (order < 0) return 'parent'
			if (item.value !== undefined) return order === 0 ? 'both' : 'cache'
			if (order === 0) this.#parent.next()
			this.#at++
		}
	}
}

/** A branch over stores by name (framework: store/cachemulti), branched at first use: unused stores cost nothing. */
export function cacheMultiStore(parentStore: (name: string) => KVStore): CacheMultiStore {
	const branches = new Map<string, CacheKv>()
	const kvStore = (name: string): KVStore => {
		return getOrInsert(branches, name, () => new CacheKv(parentStore(name)))
	}
	return {
		kvStore,
		branch: () => cacheMultiStore(kvStore),
		write() {
			for (const branch of branches.values()) branch.write()
		},
	}
}
