import { concatBytes } from '../../util/bytes.ts'
import { assertValidKey, storePanic } from '../assertValid.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'
import { prefixEnd } from '../prefixEnd.ts'

/** The part of a store behind a prefix; keys are read and written without it (framework: store/prefix at v0.44.5). */
export function prefixStore(parent: KVStore, prefix: Uint8Array): KVStore {
	const full = (key: Uint8Array) => concatBytes(prefix, key)
	const lower = (start: Uint8Array | undefined) => (start === undefined ? prefix : full(start))
	const upper = (end: Uint8Array | undefined) => (end === undefined ? prefixEnd(prefix) : full(end))
	return {
		get: (key) => parent.get(full(key)),
		has: (key) => parent.has(full(key)),
		set(key, value) {
			assertValidKey(key)
			parent.set(full(key), value)
		},
		delete: (key) => parent.delete(full(key)),
		iterator: (start, end) => new PrefixIterator(parent.iterator(lower(start), upper(end)), prefix),
		reverseIterator: (start, end) => new PrefixIterator(parent.reverseIterator(lower(start), upper(end)), prefix),
	}
}

class PrefixIterator implements StoreIterator {
	readonly #parent: StoreIterator
	readonly #prefix: Uint8Array
	#valid: boolean

	constructor(parent: StoreIterator, prefix: Uint8Array) {
		this.#parent = parent
		this.#prefix = prefix
		this.#valid = this.#inside()
	}

	valid(): boolean {
		return this.#valid && this.#parent.valid()
	}

	next(): void {
		this.#assertValid('Next')
		this.#parent.next()
		if (!this.#inside()) this.#valid = false
	}

	key(): Uint8Array {
		this.#assertValid('Key')
		return this.#parent.key().subarray(this.#prefix.length)
	}

	value(): Uint8Array {
		this.#assertValid('Value')
		return this.#parent.value()
	}

	close(): void {
		this.#parent.close()
	}

	#inside(): boolean {
		if (!this.#parent.valid()) return false
		const key = this.#parent.key()
		return key.length >= this.#prefix.length && this.#prefix.every((byte, i) => key[i] === byte)
	}

	#assertValid(method: string): void {
		if (!this.#valid) throw storePanic(`prefixIterator invalid, cannot call ${method}()`)
	}
}
