import { expect, test } from 'vitest'
import { MemoryKv } from '../../../src/store/layers/memoryKv.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

const none = new Uint8Array(0)

test('an empty key is a panic of the framework in each use, as is an empty bound', () => {
	const store = new MemoryKv()
	for (const use of [
		() => store.get(none),
		() => store.has(none),
		() => store.delete(none),
		() => store.iterator(none, undefined),
		() => store.iterator(undefined, none),
		() => store.reverseIterator(none, undefined),
		() => store.reverseIterator(undefined, none),
	])
		expect(use).toThrow(expect.objectContaining({ code: 111222, log: 'key cannot be empty: panic' }))
	expect(() => store.set(none, utf8('v'))).toThrow(expect.objectContaining({ code: 111222, log: 'key is nil: panic' }))
})

test('a store in memory forgets all when it is cleared, and one key when that is deleted', () => {
	const store = new MemoryKv()
	for (let at = 0; at < 600; at++) store.set(utf8(`k${at}`), utf8(`${at}`))
	for (let at = 0; at < 600; at += 2) store.delete(utf8(`k${at}`))
	store.delete(utf8('never there'))
	expect([599, 598, 1, 0].map((at) => store.has(utf8(`k${at}`)))).toEqual([true, false, true, false])
	store.clear()
	expect(store.has(utf8('k1'))).toBe(false)
	expect(store.iterator(undefined, undefined).valid()).toBe(false)
})

test('an iterator over a store in memory gives each pair once, panics behind the last one and when it is closed', () => {
	const store = new MemoryKv()
	for (const key of ['b', 'a', 'c']) store.set(utf8(key), utf8(`of ${key}`))
	const invalid = expect.objectContaining({ code: 111222, log: 'iterator is invalid: panic' })
	for (const [it, keys] of [
		[store.iterator(undefined, undefined), ['a', 'b', 'c']],
		[store.reverseIterator(undefined, undefined), ['c', 'b', 'a']],
	] as const) {
		for (const key of keys) {
			expect([it.valid(), fromUtf8(it.key()), fromUtf8(it.value())]).toEqual([true, key, `of ${key}`])
			it.next()
		}
		expect(it.valid()).toBe(false)
		for (const use of [() => it.key(), () => it.value(), () => it.next()]) expect(use).toThrow(invalid)
	}
	const closed = store.iterator(undefined, undefined)
	closed.close()
	expect(closed.valid()).toBe(false)
	expect(() => closed.next()).toThrow(invalid)
})
