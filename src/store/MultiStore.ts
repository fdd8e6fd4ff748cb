import type { ExportedNode } from './iavl/treeTransfer.ts'
import type { KVStore } from './KVStore.ts'
import type { WriteBatch } from './KvDatabase.ts'
import type { StateImport } from './multi/StateImport.ts'

/** Version and root hash of the multistore after a commit. */
export interface CommitId {
	readonly version: number
	readonly hash: Uint8Array
}

/** Named stores that change together. Of a CommitMultiStore they are the working state itself. */
interface MultiStore {
	/** The store mounted under a name. @throws {BugError} for an unknown name. */
	kvStore(name: string): KVStore
}

/** A branch: writes stay in it until `write()` hands them to its parent (framework: CacheMultiStore). */
export interface CacheMultiStore extends MultiStore {
	branch(): CacheMultiStore
	write(): void
}

/** The load of a state that is larger than the memory. */
export interface StateLoad {
	/** The stores to write to. */
	readonly branch: CacheMultiStore
	/** Writes down what waits in memory when it is much. Call it again and again while pairs are written. */
	settle(): void
	/** Builds the trees and makes them the state. @param progress is told how many pairs are in the trees */
	finish(progress?: (pairs: number) => Promise<void> | void): Promise<void>
	/** Removes the files in which pairs waited. Call it at the end, however the load ends. */
	close(): void
}

/** A step of a Merkle proof as Tendermint 0.34 carries it. */
export interface ProofOp {
	readonly type: string
	readonly key: Uint8Array
	readonly data: Uint8Array
}

/** A query to one store. */
export interface StoreQuery {
	readonly store: string
	/** The path after the store's name: `/key` reads one key, `/subspace` all behind a prefix. */
	readonly path: string
	/** The key or the prefix. */
	readonly data: Uint8Array
	/** 0 is the version before the latest one, or the latest while it is the only one kept. */
	readonly height: number
	/** Whether to add a proof; only `/key` has one. */
	readonly prove: boolean
}

/** The answer to a store query. */
export interface StoreQueryResult {
	readonly key: Uint8Array
	/** Undefined if the key, or the version, does not exist; `log` then says so. */
	readonly value: Uint8Array | undefined
	/** The version that was read. */
	readonly height: number
	readonly proofOps: readonly ProofOp[] | undefined
	/** `version does not exist`, or empty. */
	readonly log: string
}

/** The content of one store. */
export interface StoreDump {
	readonly name: string
	readonly root: Uint8Array
	/** In key order. */
	readonly pairs: readonly (readonly [Uint8Array, Uint8Array])[]
}

/** A store of a version that is given away. */
export interface StoreExport {
	readonly name: string
	/** Its nodes, children first; reads as they are asked for. */
	nodes(): Iterable<ExportedNode>
}

/**
 * The versioned state of the chain (framework: store/rootmulti at v0.44.5). `commit` and `rollbackTo` change the state
 * in memory at once and put what must be written into the batch. That batch must be handed to the database before the
 * next of them is called, which throws BugError otherwise; reads in between are answered from memory.
 */
export interface CommitMultiStore extends MultiStore {
	/** The latest version and the app hash; before the first commit version 0 with no bytes. */
	readonly lastCommit: CommitId
	/** The lowest version whose state can still be read; 0 before the first commit. */
	readonly earliestVersion: number
	/** Whether a version can be read. */
	hasVersion(version: number): boolean
	/** The version the first commit gets; without effect after it. Its nodes carry version 1 nevertheless. */
	setInitialVersion(version: number): void
	/** A branch over the working state. Writing it changes the working state, which `commit` makes a version. */
	branch(): CacheMultiStore
	/**
	 * A branch over a committed version, never to be written. The persistent stores of a version that is pruned or not
	 * yet there are empty, as in the framework: ask `hasVersion` where that matters.
	 */
	branchAt(version: number): CacheMultiStore
	/** Whether the state of a large genesis was loaded and no version is made of it yet. */
	readonly isLoaded: boolean
	/**
	 * Loads the state of a genesis that is larger than the memory into an empty state.
	 * @param folder for files that are removed at the end
	 * @param most pairs that wait in memory before they are written down
	 * @throws {BugError} if there is a state already.
	 */
	loadState(folder: string, most?: number): StateLoad
	/**
	 * Prepares a commit after a load: call it when the working state is written. The shape of a tree depends on the order of its
	 * keys, so that trees to which the first block added keys are built anew. Undefined if there is nothing to wait for.
	 */
	settleLoad(): Promise<void> | undefined
	/** Makes the working state the next version and empties the transient stores. */
	commit(batch: WriteBatch): CommitId
	/** Drops all versions above one, and changes not committed. @throws {UserError} if the version is not kept. */
	rollbackTo(version: number, batch: WriteBatch): CommitId
	/**
	 * Answers `/key` and `/subspace`, the first with an ICS-23 proof against the app hash of the version when asked. The
	 * rules of the `/store` route above it (no proof at heights up to 1, the height in the reply being the one asked for,
	 * 0 meaning the latest) are the application's.
	 * @throws {ChainError} for unknown stores and paths, an empty key, and a proof of a version that is not kept.
	 */
	query(request: StoreQuery): StoreQueryResult
	/** Reads the latest version again, after another thread made it. */
	reload(): void
	/** Exports a kept version: each persistent store by name. @throws {BugError} for a version that is not kept. */
	exportVersion(version: number): readonly StoreExport[]
	/** Imports a state that another node exported into an empty store. @throws {BugError} if there is a state already. */
	importVersion(version: number): StateImport
	/** Every persistent store with its root and pairs in key order, for oracles and exports. */
	dump(): readonly StoreDump[]
}
