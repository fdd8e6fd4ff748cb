import { assertValidBounds, assertValidKey, storePanic } from '../assertValid.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'
import { byteString, bytesOf } from '../keyBytes.ts'
import { SortedMap } from '../sortedMap.ts'

/** A store in memory that is emptied at every commit (framework: store/transient over store/dbadapter at v0.44.5). */
export class MemoryKv implements KVStore {
	readonly #entries = new SortedMap<Uint8Array>()

	get(key: Uint8Array): Uint8Array | undefined {
		assertNotEmpty(key)
		return this.#entries.get(byteString(key))
	}

	has(key: Uint8Array): boolean {
		return this.get(key) !== undefined
	}

	set(key: Uint8Array, value: Uint8Array): void {
		assertValidKey(key)
		this.#entries.set(byteString(key), value)
	}

	delete(key: Uint8Array): void {
		assertNotEmpty(key)
		this.#entries.delete(byteString(key))
	}

	iterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		assertValidBounds(start, end)
		return new EntriesIterator(this.#entries.entries(bound(start), bound(end)))
	}

	reverseIterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		assertValidBounds(start, end)
		return new EntriesIterator(this.#entries.entriesReverse(bound(start), bound(end)))
	}

	clear(): void {
		this.#entries.clear()
	}
}

class EntriesIterator implements StoreIterator {
	readonly #entries: readonly [string, Uint8Array][]
	#at = 0

	constructor(entries: readonly [string, Uint8Array][]) {
		this.#entries = entries
	}

	valid(): boolean {
		return this.#at < this.#entries.length
	}

	next(): void {
		this.#current()
		this.#at++
	}

	key(): Uint8Array {
		return bytesOf(this.#current()[0])
	}

	value(): Uint8Array {
		return this.#current()[1]
	}

	close(): void {
		this.#at = this.#entries.length
	}

	#current(): readonly [string, Uint8Array] {
		const entry = this.#entries[this.#at]
		if (entry === undefined) throw storePanic('iterator is invalid')
		return entry
	}
}

function bound(key: Uint8Array | undefined): string | undefined {
	return key === undefined ? undefined : byteString(key)
}

function assertNotEmpty(key: Uint8Array): void {
	if (key.length === 0) throw storePanic('key cannot be empty')
}
