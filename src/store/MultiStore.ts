import type { KVStore } from './KVStore.ts'
import type { WriteBatch } from './KvDatabase.ts'

/** Version and root hash of the multistore after a commit; version 0 has the hash of nothing. */
export interface CommitId {
	readonly version: number
	readonly hash: Uint8Array
}

/** Named stores that change together. */
export interface MultiStore {
	/** The store mounted under a name. Throws BugError for an unknown name. */
	kvStore(name: string): KVStore
}

/** A branch: writes stay in it until `write()` hands them to its parent (framework: CacheMultiStore). */
export interface CacheMultiStore extends MultiStore {
	branch(): CacheMultiStore
	write(): void
}

/** A step of a Merkle proof as Tendermint 0.34 carries it. */
export interface ProofOp {
	readonly type: string
	readonly key: Uint8Array
	readonly data: Uint8Array
}

/** The answer to a `/store/<name>/key` or `/store/<name>/subspace` query. */
export interface StoreQueryResult {
	readonly key: Uint8Array
	readonly value: Uint8Array | undefined
	readonly height: number
	readonly proofOps: readonly ProofOp[] | undefined
}

/** The versioned state of the chain (framework: store/rootmulti). */
export interface CommitMultiStore {
	readonly lastCommit: CommitId
	/** The lowest version whose state can still be read. */
	readonly earliestVersion: number
	/** A branch over the working state. Writing it changes the working state, which `commit` makes a version. */
	branch(): CacheMultiStore
	/** A branch over a committed version, never to be written. Throws ChainError when the version is gone or not yet there. */
	branchAt(version: number): CacheMultiStore
	/** The next version; its nodes are put into the batch. `initialVersion` counts for the first commit only. */
	commit(batch: WriteBatch): CommitId
	/** Answers `/key` and `/subspace` with an optional ICS-23 proof against the app hash of that version. */
	query(request: {
		store: string
		path: 'key' | 'subspace'
		data: Uint8Array
		height: number
		prove: boolean
	}): StoreQueryResult
	/** Every persistent store with its root and pairs in key order, for oracles and exports. */
	dump(): readonly { name: string; root: Uint8Array; pairs: readonly (readonly [Uint8Array, Uint8Array])[] }[]
}
