/** A state that can be given to other nodes in chunks (abci Snapshot). */
export interface Snapshot {
	readonly height: number
	readonly format: number
	readonly chunks: number
	readonly hash: Uint8Array
	readonly metadata: Uint8Array
}

/** Answer to an offered snapshot (abci ResponseOfferSnapshot.Result). */
export type OfferAnswer = 'accept' | 'abort' | 'reject' | 'rejectFormat' | 'rejectSender'

/** Answer to a chunk of the snapshot that was accepted (abci ResponseApplySnapshotChunk). */
export interface ChunkAnswer {
	readonly result: 'accept' | 'abort' | 'retry' | 'retrySnapshot' | 'rejectSnapshot'
	/** Chunks to fetch once more. */
	readonly refetch: readonly number[]
	/** Peers that sent data which does not match the snapshot. */
	readonly rejectSenders: readonly string[]
}

/** State sync of an application: giving its states away and taking one (abci snapshot connection). */
export interface Snapshots {
	/** Snapshots on disk, the newest first. */
	list(): Promise<readonly Snapshot[]>
	/** A chunk; no bytes when it is not there. */
	load(height: number, format: number, chunk: number): Promise<Uint8Array>
	/** Begins to take a snapshot whose state must have this app hash in the end. */
	offer(snapshot: Snapshot, appHash: Uint8Array): Promise<OfferAnswer>
	/** Takes the chunks in order; the last one makes the state the application's own. */
	apply(index: number, chunk: Uint8Array, sender: string): Promise<ChunkAnswer>
}
