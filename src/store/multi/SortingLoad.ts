import { BugError } from '../../errors/UserError.ts'
import { assertValidKey } from '../assertValid.ts'
import type { MutableTree } from '../iavl/MutableTree.ts'
import type { NodeStore } from '../iavl/NodeStore.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { byteString, bytesOf } from '../keyBytes.ts'
import { cacheMultiStore } from '../layers/cacheKv.ts'
import { MemoryKv } from '../layers/memoryKv.ts'
import type { CacheMultiStore, StateLoad } from '../MultiStore.ts'

/** Pairs that wait in memory before they are written down, by default. */
const pairsInMemory = 50_000

/** Pairs that are put into a tree before its finished parts are written. */
const pairsPerWrite = 5_000

/** A store whose tree is loaded. */
export interface LoadedStore {
	readonly name: string
	readonly prefix: Uint8Array
	readonly nodes: NodeStore
	readonly tree: MutableTree
}

/** Target of a load. */
export interface LoadTarget {
	readonly db: KvDatabase
	readonly stores: ReadonlyMap<string, LoadedStore>
	transient(name: string): KVStore
	/** Makes the trees the state before the first version, in the batch and in memory. */
	adopt(batch: WriteBatch): void
}

/**
 * The state of a genesis larger than the memory. Its pairs are written in any order into a database that sorts them, and the
 * trees are built of the sorted pairs, as the framework sets them (store/cachekv Write): so they have the same shape.
 */
export class SortingLoad implements StateLoad {
	readonly branch: CacheMultiStore
	readonly #target: LoadTarget
	readonly #sorted: KvDatabase
	readonly #most: number
	readonly #stores = new Map<string, LoadingKv>()

	/** @param sorted an empty database, used up here @param most pairs that wait in memory before they are written */
	constructor(target: LoadTarget, sorted: KvDatabase, most = pairsInMemory) {
		this.#most = most
		this.#target = target
		this.#sorted = sorted
		const kvStore = (name: string): KVStore => this.#stores.get(name) ?? target.transient(name)
		for (const { name, prefix } of target.stores.values()) {
			this.#stores.set(name, new LoadingKv(sorted.prefixed(prefix)))
		}
		this.branch = { kvStore, branch: () => cacheMultiStore(kvStore), write() {} }
	}

	async settle(): Promise<void> {
		let waiting = 0
		for (const store of this.#stores.values()) waiting += store.size
		if (waiting >= this.#most) for (const store of this.#stores.values()) await store.spill()
	}

	async finish(progress: (pairs: number) => Promise<void> | void = () => {}): Promise<void> {
		const { db, stores } = this.#target
		let pairs = 0
		for (const [name, store] of stores) {
			const loading = this.#stores.get(name)!
			await loading.spill()
			await loading.written()
			const { prefix } = store
			await growTree(store, this.#sorted.prefixed(prefix).range({}), db, (added) => progress(pairs + added))
			pairs += loading.spilled
		}
		const batch = db.batch()
		for (const { prefix, tree } of stores.values()) tree.save(0, batch.prefixed(prefix))
		this.#target.adopt(batch)
		await db.write(batch, { sync: true })
	}
}

/** Sets pairs in the order of their keys and writes each part of the tree as soon as no later key can change it. */
export async function growTree(
	{ tree, nodes, prefix }: Omit<LoadedStore, 'name'>,
	pairs: AsyncIterable<readonly [Uint8Array, Uint8Array]> | Iterable<readonly [Uint8Array, Uint8Array]>,
	db: KvDatabase,
	progress: (pairs: number) => Promise<void> | void = () => {},
): Promise<void> {
	let added = 0
	const writes = new WriteBehind(db)
	for await (const [key, value] of pairs) {
		tree.set(key, value)
		if (++added % pairsPerWrite !== 0) continue
		const batch = db.batch()
		tree.freeze(batch.prefixed(prefix))
		await writes.add(batch)
		nodes.beginSave()
		await progress(added)
	}
	await writes.end()
}

/** Writes batches while the next one is made. */
class WriteBehind {
	readonly #db: KvDatabase
	#last: Promise<void> = Promise.resolve()

	constructor(db: KvDatabase) {
		this.#db = db
	}

	/** Begins to write a batch when the one before is written. Rejects with the fault of that. */
	async add(batch: WriteBatch): Promise<void> {
		await this.#last
		this.#last = this.#db.write(batch, { sync: false })
		// The next call tells the fault.
		this.#last.catch(() => undefined)
	}

	/** Waits for the last batch. */
	end(): Promise<void> {
		return this.#last
	}
}

/** A store that is written: the newest pairs in memory, the others in the sorting database. */
class LoadingKv implements KVStore {
	/** Pairs in the sorting database; one that was set again counts twice. */
	spilled = 0
	#memory = new Map<string, Uint8Array>()
	readonly #sorted: KvDatabase
	readonly #writes: WriteBehind

	constructor(sorted: KvDatabase) {
		this.#sorted = sorted
		this.#writes = new WriteBehind(sorted)
	}

	get size(): number {
		return this.#memory.size
	}

	get(key: Uint8Array): Uint8Array | undefined {
		return this.#memory.get(byteString(key)) ?? (this.spilled === 0 ? undefined : this.#sorted.get(key))
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

	async spill(): Promise<void> {
		this.spilled += this.size
		const batch = this.#sorted.batch()
		for (const [key, value] of this.#memory) batch.put(bytesOf(key), value)
		this.#memory = new Map()
		await this.#writes.add(batch)
	}

	/** Waits until all that was spilled is in the sorting database. */
	written(): Promise<void> {
		return this.#writes.end()
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
