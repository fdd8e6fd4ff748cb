import { expect, test } from 'vitest'
import type { KVStore, StoreIterator } from '../../../src/store/KVStore.ts'
import { CacheKv } from '../../../src/store/layers/cacheKv.ts'
import { gasKv, kvGasConfig } from '../../../src/store/layers/gasKv.ts'
import { MemoryKv } from '../../../src/store/layers/memoryKv.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

function pairs(it: StoreIterator): [string, string][] {
	const found: [string, string][] = []
	for (; it.valid(); it.next()) found.push([fromUtf8(it.key()), fromUtf8(it.value())])
	it.close()
	return found
}

test('branches of branches agree with plain maps under random changes, ranges, writes and discards', () => {
	const random = randomSource()
	const bottom = new MemoryKv()
	const layers: { store: CacheKv; plain: Map<string, string> }[] = []
	const push = () => {
		const below = layers.at(-1)
		layers.push({ store: new CacheKv(below?.store ?? bottom), plain: new Map(below?.plain) })
	}
	push()
	for (let step = 0; step < 2_000; step++) {
		const { store, plain } = layers.at(-1) as (typeof layers)[number]
		const key = `k${random(60)}`
		switch (random(12)) {
			case 0:
			case 1:
			case 2:
				store.delete(utf8(key))
				plain.delete(key)
				break
			case 3:
			case 4:
			case 5:
			case 6:
				store.set(utf8(key), utf8(String(step)))
				plain.set(key, String(step))
				break
			case 7: {
				const value = store.get(utf8(key))
				expect(value === undefined ? undefined : fromUtf8(value)).toBe(plain.get(key))
				expect(store.has(utf8(key))).toBe(plain.has(key))
				break
			}
			case 8:
			case 9: {
				const [from = '', to = ''] = [key, `k${random(60)}`].sort()
				const wanted = [...plain].filter(([k]) => k >= from && k < to).sort(([a], [b]) => (a < b ? -1 : 1))
				expect(pairs(store.iterator(utf8(from), utf8(to)))).toEqual(wanted)
				expect(pairs(store.reverseIterator(utf8(from), utf8(to)))).toEqual(wanted.reverse())
				break
			}
			case 10:
				if (layers.length < 4) push()
				break
			default:
				if (layers.length === 1) break
				layers.pop()
				if (random(2) === 0) break
				store.write()
				;(layers.at(-1) as (typeof layers)[number]).plain = plain
		}
	}
	while (layers.length > 0) {
		const { store, plain } = layers.pop() as (typeof layers)[number]
		store.write()
		const below = layers.at(-1)
		if (below !== undefined) below.plain = plain
		else expect(pairs(bottom.iterator(undefined, undefined))).toEqual([...plain].sort(([a], [b]) => (a < b ? -1 : 1)))
	}
})

test('writes reach the parent in key order, and only when they are written', () => {
	const log: string[] = []
	const asked: string[] = []
	const parent: KVStore = {
		get: (key) => void asked.push(fromUtf8(key)),
		has: () => false,
		set: (key) => void log.push(`set ${fromUtf8(key)}`),
		delete: (key) => void log.push(`delete ${fromUtf8(key)}`),
		iterator: (start, end) => new MemoryKv().iterator(start, end),
		reverseIterator: (start, end) => new MemoryKv().reverseIterator(start, end),
	}
	const store = new CacheKv(parent)
	store.delete(utf8('b'))
	store.set(utf8('c'), utf8('1'))
	store.set(utf8('a'), utf8('1'))
	// A read is remembered, what is written needs none.
	for (const key of ['read', 'read', 'a', 'b']) expect(store.get(utf8(key)) === undefined).toBe(key !== 'a')
	expect([log, asked]).toEqual([[], ['read']])
	store.write()
	store.write()
	expect(log).toEqual(['set a', 'delete b', 'set c'])
})

test('an iterator without an end shows only those writes that one over their range has sorted', () => {
	const bottom = new MemoryKv()
	bottom.set(utf8('b'), utf8('below'))
	const store = new CacheKv(bottom)
	const keysFrom = (start: string) => pairs(store.iterator(utf8(start), undefined)).map(([key]) => key)
	for (const key of ['a', 'b', 'c', 'd', 'e']) store.set(utf8(key), utf8(`above ${key}`))
	expect(pairs(store.iterator(utf8('a'), undefined))).toEqual([['b', 'below']])
	expect(pairs(store.iterator(utf8('b'), utf8('d'))).map(([key]) => key)).toEqual(['b', 'c'])
	expect(keysFrom('a')).toEqual(['b', 'c'])
	// From the first key on nothing is sorted, and over a range that is empty neither.
	expect(pairs(store.iterator(utf8('e'), utf8('d')))).toEqual([])
	expect(keysFrom('a')).toEqual(['b', 'c'])
	expect(pairs(store.iterator(undefined, utf8('b'))).map(([key]) => key)).toEqual(['a'])
	expect(keysFrom('a')).toEqual(['a', 'b', 'c'])
	expect(pairs(store.reverseIterator(utf8('d'), utf8('e'))).map(([key]) => key)).toEqual(['d'])
	expect(keysFrom('b')).toEqual(['b', 'c', 'd'])
	expect(pairs(store.iterator(undefined, undefined)).map(([key]) => key)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('an empty bound of an iterator over a branch is a panic, whatever store is below', () => {
	const bottom = new MemoryKv()
	const below = bottom.iterator(undefined, undefined)
	const store = new CacheKv(Object.assign(bottom, { iterator: () => below, reverseIterator: () => below }))
	const none = new Uint8Array(0)
	for (const walk of [
		() => store.iterator(none, undefined),
		() => store.iterator(undefined, none),
		() => store.reverseIterator(none, utf8('a')),
		() => store.reverseIterator(utf8('a'), none),
	]) {
		expect(walk).toThrow(expect.objectContaining({ code: 111222, log: 'key cannot be empty: panic' }))
	}
})

test('an empty key is a panic of the framework in each use of a branch', () => {
	const store = new CacheKv(new MemoryKv())
	const none = new Uint8Array(0)
	for (const use of [
		() => store.get(none),
		() => store.has(none),
		() => store.set(none, utf8('v')),
		() => store.delete(none),
	])
		expect(use).toThrow(expect.objectContaining({ code: 111222, log: 'key is nil: panic' }))
	store.write()
	expect(store.iterator(undefined, undefined).valid()).toBe(false)
})

test('an iterator that is closed has nothing more, whatever is left of what it was over', () => {
	const bottom = new MemoryKv()
	for (const key of ['a', 'b', 'c']) bottom.set(utf8(key), utf8(`below ${key}`))
	const branch = new CacheKv(bottom)
	branch.set(utf8('b'), utf8('above b'))
	const metered = gasKv(bottom, { consume: () => undefined }, kvGasConfig)
	for (const store of [bottom, branch, new CacheKv(branch), metered]) {
		for (const it of [store.iterator(undefined, undefined), store.reverseIterator(undefined, undefined)]) {
			expect(it.valid()).toBe(true)
			it.next()
			it.close()
			expect(it.valid()).toBe(false)
		}
	}
})
