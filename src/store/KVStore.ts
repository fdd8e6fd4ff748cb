/**
 * A cursor over a store in key order, as in the framework (store/types Iterator): read key and value while `valid()`,
 * then call `next()`. A gas meter above it charges at creation and at each `next()`.
 */
export interface StoreIterator {
	valid(): boolean
	next(): void
	key(): Uint8Array
	value(): Uint8Array
	close(): void
}

/**
 * The only access of modules to state (framework: store/types KVStore). Every layer has this interface: IAVL tree,
 * cache, prefix and gas meter. Stores keep and return keys and values without a copy: neither side may change their
 * bytes. Empty keys are refused with a ChainError of class panic, where the framework panics.
 */
export interface KVStore {
	get(key: Uint8Array): Uint8Array | undefined
	has(key: Uint8Array): boolean
	set(key: Uint8Array, value: Uint8Array): void
	delete(key: Uint8Array): void
	/** Ascending over [start, end); undefined bounds are open. */
	iterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator
	/** Descending over [start, end); undefined bounds are open. */
	reverseIterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator
}
