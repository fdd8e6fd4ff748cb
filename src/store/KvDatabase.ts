/** One write of a batch; a missing value deletes the key. */
export interface WriteOp {
	readonly key: Uint8Array
	readonly value?: Uint8Array
}

/** Collects one block's writes (state, block, results, index) to reach the disk together; a key's last write wins. */
export interface WriteBatch {
	put(key: Uint8Array, value: Uint8Array): void
	delete(key: Uint8Array): void
	/** The same batch with a prefix before every key, for one part of the database. */
	prefixed(prefix: Uint8Array): WriteBatch
}

/** Bounds of a range read, in byte order. */
export interface RangeOptions {
	readonly gte?: Uint8Array
	readonly lt?: Uint8Array
	readonly reverse?: boolean
	readonly limit?: number
}

/**
 * An ordered key-value database. Reads of single keys are synchronous, so that the application is a plain function of
 * its inputs; writes are batches.
 */
export interface KvDatabase {
	get(key: Uint8Array): Uint8Array | undefined
	batch(): WriteBatch
	/** Applies a batch atomically; `sync` returns only when it is durable. Reads see it from the call on. */
	write(batch: WriteBatch, options: { sync: boolean }): Promise<void>
	range(options: RangeOptions): AsyncIterable<readonly [Uint8Array, Uint8Array]>
	/** The part of this database behind a prefix. Batches of either may be written by either. */
	prefixed(prefix: Uint8Array): KvDatabase
	close(): Promise<void>
}
