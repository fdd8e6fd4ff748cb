import { BugError, UserError } from '../../errors/UserError.ts'
import { utf8 } from '../../util/bytes.ts'
import { ImmutableTree } from '../iavl/ImmutableTree.ts'
import { emptyTreeHash, MutableTree } from '../iavl/MutableTree.ts'
import { NodeStore } from '../iavl/NodeStore.ts'
import { OrphanLog } from '../iavl/OrphanLog.ts'
import { exportTree } from '../iavl/treeTransfer.ts'
import type { KVStore } from '../KVStore.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { bytesOf, numberKey } from '../keyBytes.ts'
import { StagedRecords } from '../kv/StagedRecords.ts'
import { cacheMultiStore } from '../layers/cacheKv.ts'
import { MemoryKv } from '../layers/memoryKv.ts'
import type {
	CacheMultiStore,
	CommitId,
	CommitMultiStore,
	StateLoad,
	StoreDump,
	StoreExport,
	StoreQuery,
	StoreQueryResult,
} from '../MultiStore.ts'

import { type CommitRecord, decodeCommit, decodeVersions, encodeCommit, encodeVersions } from './CommitRecord.ts'
import { LoadedState, type LoadedStore, pairsOf } from './LoadedState.ts'
import { type Pruning, type PruningOptions, pruningOptions } from './PruningOptions.ts'
import { SortingLoad } from './SortingLoad.ts'
import { StateImport } from './StateImport.ts'
import { simpleMapRoot } from './simpleMerkle.ts'
import { answerStoreQuery } from './storeQuery.ts'

/** Options of a multistore. */
export interface CommitMultiStoreOptions {
	/** The part of the database that belongs to the state alone. */
	readonly db: KvDatabase
	/** Names of the persistent stores. */
	readonly kvStores: readonly string[]
	/** Names of the stores that are emptied at every commit and are no part of the app hash. */
	readonly transientStores?: readonly string[]
	readonly pruning: Pruning
	/** Versions that stay although they are old. */
	readonly isPinned?: (version: number) => boolean
	/** Nodes of each tree that stay in memory, between this many and twice as many. */
	readonly cachedNodes?: number | undefined
}

interface TreeStore extends LoadedStore {
	readonly db: KvDatabase
}

const versionsKey = utf8('s')

/**
 * Opens the versioned state at its latest version (framework: store/rootmulti at v0.44.5). Only the root nodes are
 * read.
 * @throws {UserError} if the database holds other stores than those asked for.
 */
export function createCommitMultiStore(options: CommitMultiStoreOptions): CommitMultiStore {
	return new RootMultiStore(options)
}

class RootMultiStore implements CommitMultiStore {
	readonly #db: KvDatabase
	readonly #stores: ReadonlyMap<string, TreeStore>
	readonly #transient: ReadonlyMap<string, MemoryKv>
	readonly #pruning: PruningOptions
	readonly #isPinned: (version: number) => boolean
	#initialVersion = 1
	#version = 0
	#earliest = 0
	#record: CommitRecord = { previous: 0, stores: [] }
	#toPrune: readonly number[] = []
	readonly #loaded: LoadedState
	/** Cached from the record, because every query uses it. */
	#lastCommit: { readonly record: CommitRecord; readonly id: CommitId } | undefined

	constructor(options: CommitMultiStoreOptions) {
		this.#db = options.db
		this.#pruning = pruningOptions(options.pruning)
		this.#isPinned = options.isPinned ?? (() => false)
		const names = [...options.kvStores].sort()
		this.#stores = new Map(names.map((name) => [name, openStore(this.#db, name, options.cachedNodes)]))
		this.#loaded = new LoadedState(this.#db, this.#stores)
		this.#transient = new Map((options.transientStores ?? []).map((name) => [name, new MemoryKv()]))
		this.reload()
	}

	reload(): void {
		const saved = this.#db.get(versionsKey)
		if (saved === undefined) {
			const loaded = this.#loaded.read()
			if (loaded !== undefined) this.#openTrees(loaded, 0)
			return
		}
		const { latest, earliest, toPrune } = decodeVersions(saved)
		this.#earliest = earliest
		this.#toPrune = toPrune
		this.#open(latest, decodeCommit(this.#db.get(numberKey('v', latest)) ?? missing(latest)))
	}

	get lastCommit(): CommitId {
		if (this.#lastCommit?.record !== this.#record) {
			const hash = this.#version === 0 ? new Uint8Array() : appHash(this.#record)
			this.#lastCommit = { record: this.#record, id: { version: this.#version, hash } }
		}
		return this.#lastCommit.id
	}

	get isLoaded(): boolean {
		return this.#loaded.isThere && this.#version === 0
	}

	loadState(folder: string, most?: number): StateLoad {
		if (this.#version !== 0 || this.isLoaded) throw new BugError('only an empty state can be loaded')
		return new SortingLoad(
			{
				db: this.#db,
				stores: this.#stores,
				transient: (name) => this.#transient.get(name) ?? unknownStore(name),
				adopt: (batch) => {
					const record = { previous: 0, stores: this.#roots() }
					this.#loaded.keep(record, batch)
					this.#openTrees(record, 0)
				},
			},
			folder,
			most,
		)
	}

	settleLoad(): Promise<void> | undefined {
		return this.#loaded.settle(this.#version === 0)
	}

	get earliestVersion(): number {
		return this.#earliest
	}

	setInitialVersion(version: number): void {
		this.#initialVersion = version
	}

	hasVersion(version: number): boolean {
		return this.#recordOf(version) !== undefined
	}

	kvStore(name: string): KVStore {
		return this.#stores.get(name)?.tree ?? this.#transient.get(name) ?? unknownStore(name)
	}

	branch(): CacheMultiStore {
		return cacheMultiStore((name) => this.kvStore(name))
	}

	branchAt(version: number): CacheMultiStore {
		const record = this.#recordOf(version)
		return cacheMultiStore((name) => {
			const store = this.#stores.get(name)
			return store === undefined ? this.kvStore(name) : treeAt(store, record)
		})
	}

	commit(batch: WriteBatch): CommitId {
		this.#assertWritten()
		const previous = this.#version
		const version = previous === 0 ? this.#initialVersion : previous + 1
		const logs: OrphanLog[] = []
		for (const { db, prefix, nodes, tree } of this.#stores.values()) {
			const own = batch.prefixed(prefix)
			const log = new OrphanLog(db, own, nodes)
			const orphans = tree.save(version, own)
			if (previous > 0) log.add(version, previous, orphans)
			else for (const { id } of orphans) nodes.delete(id, own)
			logs.push(log)
		}
		for (const store of this.#transient.values()) store.clear()
		this.#record = { previous, stores: this.#roots() }
		if (this.isLoaded) this.#loaded.drop(batch)
		this.#version = version
		if (previous === 0) this.#earliest = version

		const records = new StagedRecords(this.#db, batch)
		records.put(numberKey('v', version), encodeCommit(this.#record))
		this.#prune(previous, records, logs)
		this.#putVersions(batch)
		return this.lastCommit
	}

	rollbackTo(version: number, batch: WriteBatch): CommitId {
		const record = this.#recordOf(version)
		if (record === undefined) {
			throw new UserError(`Height ${version} cannot be gone back to.`, {
				why: `The state is kept from height ${this.#earliest} to ${this.#version}.`,
				next: 'Choose a height in that range.',
			})
		}
		this.#assertWritten()
		const latest = this.#version
		const target = withoutReuse(record, this.#stores)
		for (const { name, db, prefix, nodes } of this.#stores.values()) {
			const own = batch.prefixed(prefix)
			nodes.deleteFrom(record.stores.find((root) => root.name === name)!.nextId, own)
			new OrphanLog(db, own, nodes).dropAfter(version, latest)
		}
		for (let dropped = version + 1; dropped <= latest; dropped++) batch.delete(numberKey('v', dropped))
		batch.put(numberKey('v', version), encodeCommit(target))
		for (const store of this.#transient.values()) store.clear()
		this.#open(version, target)
		this.#putVersions(batch)
		return this.lastCommit
	}

	query(request: StoreQuery): StoreQueryResult {
		return answerStoreQuery(request, {
			latest: this.#version,
			isTransient: (name) => this.#transient.has(name),
			working: (name) => this.#stores.get(name)?.tree,
			recordOf: (version) => this.#recordOf(version),
			treeAt: (name, record) => treeAt(this.#stores.get(name) ?? unknownStore(name), record),
		})
	}

	exportVersion(version: number): readonly StoreExport[] {
		const record = this.#recordOf(version)
		if (record === undefined) throw new BugError(`the state of version ${version} is not kept`)
		return [...this.#stores.values()].map((store) => ({
			name: store.name,
			nodes: () => exportTree(treeAt(store, record)),
		}))
	}

	importVersion(version: number): StateImport {
		if (this.#version !== 0) throw new BugError('only an empty state can take another one over')
		return new StateImport({
			version,
			db: this.#db,
			stores: this.#stores,
			appHash,
			adopt: (record, batch) => {
				batch.put(numberKey('v', version), encodeCommit(record))
				this.#earliest = version
				this.#toPrune = []
				this.#open(version, record)
				this.#putVersions(batch)
			},
		})
	}

	dump(): readonly StoreDump[] {
		return [...this.#stores.values()].map(({ name, tree }) => {
			const root = this.#record.stores.find((store) => store.name === name)?.hash ?? emptyTreeHash
			return { name, root: bytesOf(root), pairs: [...pairsOf(tree)] }
		})
	}

	#roots(): CommitRecord['stores'] {
		return [...this.#stores.values()].map(({ name, nodes, tree }) => ({
			name,
			rootId: tree.root?.id ?? 0,
			hash: tree.hash(),
			nextId: nodes.nextId,
		}))
	}

	/** Nodes of older batches are read from the database: one that was dropped must show at once, not as a lost node. */
	#assertWritten(): void {
		const saved = this.#db.get(versionsKey)
		const latest = saved === undefined ? 0 : decodeVersions(saved).latest
		if (latest !== this.#version)
			throw new BugError(`the batch of version ${this.#version} was not handed to the database`)
	}

	#open(version: number, record: CommitRecord): void {
		const found = record.stores.map(({ name }) => name).join(', ')
		const wanted = [...this.#stores.keys()].join(', ')
		if (found !== wanted) {
			throw new UserError('The state on disk was written by another program or version.', {
				why: `It holds the stores ${found}; this version needs ${wanted}.`,
				next: 'Open it with the version that wrote it, or reset the home.',
			})
		}
		this.#version = version
		this.#record = record
		this.#openTrees(record, version)
	}

	#openTrees(record: CommitRecord, version: number): void {
		for (const store of this.#stores.values()) {
			store.nodes.nextId = record.stores.find((root) => root.name === store.name)?.nextId ?? store.nodes.nextId
			store.tree.reset(treeAt(store, record).root, version)
		}
	}

	#recordOf(version: number): CommitRecord | undefined {
		if (version === this.#version) return version === 0 ? undefined : this.#record
		if (version < this.#earliest || version > this.#version) return undefined
		const bytes = this.#db.get(numberKey('v', version))
		return bytes === undefined ? undefined : decodeCommit(bytes)
	}

	/**
	 * Notes the height that has become old and, at the interval, drops all such (framework: rootmulti Commit). What is to
	 * happen every 0 heights never does: no height is a multiple of 0.
	 */
	#prune(previous: number, records: StagedRecords, logs: readonly OrphanLog[]): void {
		const { keepRecent, keepEvery, interval } = this.#pruning
		const old = previous - keepRecent
		// A chain that went back, or keeps more than it did, has heights here that are recent again.
		this.#toPrune = this.#toPrune.filter((height) => height < old)
		if (old > 0 && old % keepEvery !== 0) this.#toPrune = [...this.#toPrune, old]
		if (this.#version % interval !== 0) return
		const pinned: number[] = []
		for (const height of this.#toPrune) {
			if (this.#isPinned(height)) pinned.push(height)
			else this.#dropVersion(height, records, logs)
		}
		this.#toPrune = pinned
	}

	#dropVersion(height: number, records: StagedRecords, logs: readonly OrphanLog[]): void {
		const bytes = records.get(numberKey('v', height))
		if (bytes === undefined) return
		const { previous } = decodeCommit(bytes)
		for (const log of logs) log.prune(height, previous)
		records.delete(numberKey('v', height))
		let next = height + 1
		let follower = records.get(numberKey('v', next))
		while (follower === undefined && next < this.#version) follower = records.get(numberKey('v', ++next))
		if (follower === undefined) throw new BugError(`no version after ${height} to keep`)
		const linked = { ...decodeCommit(follower), previous }
		records.put(numberKey('v', next), encodeCommit(linked))
		if (next === this.#version) this.#record = linked
		if (previous === 0) this.#earliest = next
	}

	#putVersions(batch: WriteBatch): void {
		const record = { latest: this.#version, earliest: this.#earliest, toPrune: this.#toPrune }
		batch.put(versionsKey, encodeVersions(record))
	}
}

/**
 * The record of a version that is gone back to: ids of nodes go on after those that are deleted now. LevelDB 1.20 may lose sight
 * of a key that is deleted and written again: when a compaction puts both records of it at the boundary of two files, the later
 * one of the deletion alone can move up, and hides what was written. An iterator finds such a record, a read does not.
 */
function withoutReuse(record: CommitRecord, stores: ReadonlyMap<string, TreeStore>): CommitRecord {
	const roots = record.stores.map((root) => ({ ...root, nextId: stores.get(root.name)?.nodes.nextId ?? root.nextId }))
	return { ...record, stores: roots }
}

function openStore(parent: KvDatabase, name: string, cachedNodes: number | undefined): TreeStore {
	const prefix = utf8(`k/${name}/`)
	const db = parent.prefixed(prefix)
	const nodes = new NodeStore(db, cachedNodes)
	return { name, prefix, db, nodes, tree: new MutableTree(nodes, undefined, 0) }
}

/** A store at a version; empty if the version does not exist, as in the framework. */
function treeAt(store: TreeStore, record: CommitRecord | undefined): ImmutableTree {
	const root = record?.stores.find(({ name }) => name === store.name)
	if (root === undefined || root.rootId === 0) return new ImmutableTree(store.nodes, undefined)
	return new ImmutableTree(store.nodes, store.nodes.load(root.rootId, root.hash))
}

function appHash(record: CommitRecord): Uint8Array {
	return bytesOf(simpleMapRoot(record.stores.map(({ name, hash }) => [name, hash] as const)))
}

function missing(version: number): never {
	throw new BugError(`the record of version ${version} is missing from the state database`)
}

function unknownStore(name: string): never {
	throw new BugError(`there is no store named ${name}`)
}
