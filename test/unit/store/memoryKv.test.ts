import { expect, test } from 'vitest'
import { MemoryKv } from '../../../src/store/layers/memoryKv.ts'
import { utf8 } from '../../../src/util/bytes.ts'

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
