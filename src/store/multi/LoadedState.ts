import { utf8 } from '../../util/bytes.ts'
import type { ImmutableTree } from '../iavl/ImmutableTree.ts'
import { MutableTree } from '../iavl/MutableTree.ts'
import type { NodeStore } from '../iavl/NodeStore.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { type CommitRecord, decodeCommit, encodeCommit } from './CommitRecord.ts'
import type { Pair } from './SortedRuns.ts'

/** Pairs that are put into a tree before its finished parts are written. */
const pairsPerWrite = 5_000

/** A store whose tree is loaded. */
export interface LoadedStore {
	readonly name: string
	readonly prefix: Uint8Array
	readonly nodes: NodeStore
	readonly tree: MutableTree
}

/** The trees of a loaded genesis, until the first version is made of them. */
const loadedKey = utf8('l')

/** Nodes that are deleted together. */
const nodesPerWrite = 10_000

/** The state of a large genesis: its trees are in the database before there is a version. */
export class LoadedState {
	/** Whether it was loaded. */
	isThere = false
	readonly #db: KvDatabase
	readonly #stores: ReadonlyMap<string, LoadedStore>
	/** Nodes that it has left behind, by store: all below an id. */
	readonly #left = new Map<LoadedStore, number>()

	constructor(db: KvDatabase, stores: ReadonlyMap<string, LoadedStore>) {
		this.#db = db
		this.#stores = stores
	}

	/** The trees of an earlier load; undefined if there was none. */
	read(): CommitRecord | undefined {
		const saved = this.#db.get(loadedKey)
		if (saved === undefined) return undefined
		this.isThere = true
		return decodeCommit(saved)
	}

	/** Puts its trees into the batch. */
	keep(record: CommitRecord, batch: WriteBatch): void {
		batch.put(loadedKey, encodeCommit(record))
		this.isThere = true
	}

	/** The first version is made of it. */
	drop(batch: WriteBatch): void {
		batch.delete(loadedKey)
	}

	/** What must be done before a commit, see `CommitMultiStore.settleLoad`. @param isFirst whether it makes the first version */
	settle(isFirst: boolean): Promise<void> | undefined {
		return (this.isThere && isFirst) || this.#left.size > 0 ? this.#settle(isFirst) : undefined
	}

	async #settle(isFirst: boolean): Promise<void> {
		for (const [{ nodes, prefix }, below] of this.#left) {
			for (let id = 1; id < below; id += nodesPerWrite) {
				const batch = this.#db.batch()
				for (let at = id; at < Math.min(below, id + nodesPerWrite); at++) nodes.delete(at, batch.prefixed(prefix))
				await this.#db.write(batch, { sync: false })
			}
		}
		this.#left.clear()
		if (!isFirst) return
		for (const store of this.#stores.values()) {
			const { tree, nodes, prefix } = store
			if (!tree.isReshaped) continue
			this.#left.set(store, nodes.nextId)
			const anew = new MutableTree(nodes, undefined, 0)
			await growTree({ tree: anew, nodes, prefix }, pairsOf(tree), this.#db)
			tree.reset(anew.root, 0)
		}
	}
}

/** Sets pairs in the order of their keys and writes each part of the tree as soon as no later key can change it. */
export async function growTree(
	{ tree, nodes, prefix }: Omit<LoadedStore, 'name'>,
	pairs: Iterable<Pair>,
	db: KvDatabase,
	progress: (pairs: number) => Promise<void> | void = () => {},
): Promise<void> {
	let added = 0
	let writing: Promise<void> = Promise.resolve()
	for (const [key, value] of pairs) {
		tree.set(key, value)
		if (++added % pairsPerWrite !== 0) continue
		const batch = db.batch()
		tree.freeze(batch.prefixed(prefix))
		// One batch is written while the next one is made.
		await writing
		writing = db.write(batch, { sync: false })
		// The next turn tells the fault.
		writing.catch(() => undefined)
		nodes.beginSave()
		await progress(added)
	}
	await writing
}

/** All pairs of a tree in key order. */
export function* pairsOf(tree: ImmutableTree): Generator<Pair> {
	for (const it = tree.iterator(undefined, undefined); it.valid(); it.next()) yield [it.key(), it.value()]
}
