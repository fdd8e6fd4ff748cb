import { join } from 'node:path'
import { BugError } from '../../errors/UserError.ts'
import { assertValidKey } from '../assertValid.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { byteString, bytesOf } from '../keyBytes.ts'
import { cacheMultiStore } from '../layers/cacheKv.ts'
import { MemoryKv } from '../layers/memoryKv.ts'
import type { CacheMultiStore, StateLoad } from '../MultiStore.ts'
import { growTree, type LoadedStore } from './LoadedState.ts'
import { type Pair, SortedRuns } from './SortedRuns.ts'

/** Pairs that wait in memory before they are written down, by default. */
const pairsInMemory = 50_000

/** Target of a load. */
export interface LoadTarget {
	readonly db: KvDatabase
	readonly stores: ReadonlyMap<string, LoadedStore>
	transient(name: string): KVStore
	/** Makes the trees the state before the first version, in the batch and in memory. */
	adopt(batch: WriteBatch): void
}

/**
 * The state of a genesis larger than the memory. Its pairs are written in any order into files that sort them, and the trees
 * are built of the sorted pairs, as the framework sets them (store/cachekv Write): so they have the same shape.
 */
export class SortingLoad implements StateLoad {
	readonly branch: CacheMultiStore
	readonly #target: LoadTarget
	readonly #most: number
	readonly #stores = new Map<string, LoadingKv>()

	/** @param folder for files that are of no use afterwards @param most pairs that wait in memory before they are written */
	constructor(target: LoadTarget, folder: string, most = pairsInMemory) {
		this.#most = most
		this.#target = target
		const kvStore = (name: string): KVStore => this.#stores.get(name) ?? target.transient(name)
		for (const name of target.stores.keys()) this.#stores.set(name, new LoadingKv(join(folder, `${name}.sorted`)))
		this.branch = { kvStore, branch: () => cacheMultiStore(kvStore), write() {} }
	}

	settle(): void {
		let waiting = 0
		for (const store of this.#stores.values()) waiting += store.size
		if (waiting < this.#most) return
		// Small stores stay whole, so that a module can go through its own.
		for (const store of this.#stores.values()) if (store.size * 10 > this.#most) store.spill()
	}

	async finish(progress: (pairs: number) => Promise<void> | void = () => {}): Promise<void> {
		const { db, stores } = this.#target
		let pairs = 0
		for (const [name, store] of stores) {
			const loading = this.#stores.get(name)!
			await growTree(store, loading.sorted(), db, (added) => progress(pairs + added))
			pairs += loading.spilled
		}
		const batch = db.batch()
		for (const { prefix, tree } of stores.values()) tree.save(0, batch.prefixed(prefix))
		this.#target.adopt(batch)
		await db.write(batch, { sync: true })
	}

	close(): void {
		for (const store of this.#stores.values()) store.close()
	}
}

/** A store that is written: the newest pairs in memory, the others in a file. */
class LoadingKv implements KVStore {
	#memory = new Map<string, Uint8Array>()
	readonly #runs: SortedRuns

	constructor(path: string) {
		this.#runs = new SortedRuns(path)
	}

	/** Pairs in memory. */
	get size(): number {
		return this.#memory.size
	}

	/** Pairs in the file; one that was set again counts twice. */
	get spilled(): number {
		return this.#runs.count
	}

	get(key: Uint8Array): Uint8Array | undefined {
		return this.#memory.get(byteString(key)) ?? this.#runs.get(key)
	}

	has(key: Uint8Array): boolean {
		return this.get(key) !== undefined
	}

	set(key: Uint8Array, value: Uint8Array): void {
		assertValidKey(key)
		this.#memory.set(byteString(key), value)
	}

	delete(key: Uint8Array): void {
		this.#assertWhole()
		this.#memory.delete(byteString(key))
	}

	iterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		return this.#inOrder().iterator(start, end)
	}

	reverseIterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		return this.#inOrder().reverseIterator(start, end)
	}

	spill(): void {
		this.#runs.add(this.#memory)
		this.#memory = new Map()
	}

	/** All pairs in the order of their keys, when no more are written. */
	sorted(): Iterable<Pair> {
		this.spill()
		return this.#runs.pairs()
	}

	close(): void {
		this.#runs.close()
	}

	#inOrder(): MemoryKv {
		this.#assertWhole()
		const pairs = new MemoryKv()
		for (const [key, value] of this.#memory) pairs.set(bytesOf(key), value)
		return pairs
	}

	/** Modules of a genesis delete nothing and go through nothing but what is small. */
	#assertWhole(): void {
		if (this.spilled > 0) throw new BugError('a store that is loaded cannot be gone through')
	}
}
