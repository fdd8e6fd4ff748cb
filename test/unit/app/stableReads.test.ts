import { expect, test } from 'vitest'
import { StableReads } from '../../../src/app/stableReads.ts'
import { MemoryKv } from '../../../src/store/layers/memoryKv.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

const [kept, absent] = [utf8('kept'), utf8('absent')]

function opened() {
	const store = new MemoryKv()
	store.set(kept, utf8('first'))
	const reads = new StableReads()
	const view = reads.over(store)
	const seen = (key: Uint8Array) => {
		const value = view.get(key)
		return [value && fromUtf8(value), view.has(key)]
	}
	return { store, reads, view, seen }
}

test('a value that was read is remembered, also that there is none, until somebody writes through a view', () => {
	const { store, view, seen } = opened()
	expect([seen(kept), seen(absent)]).toEqual([
		['first', true],
		[undefined, false],
	])
	store.set(kept, utf8('second'))
	store.set(absent, utf8('there'))
	expect([seen(kept), seen(absent)]).toEqual([
		['first', true],
		[undefined, false],
	])
	view.set(utf8('other'), utf8('x'))
	expect([seen(kept), seen(absent), seen(utf8('other'))]).toEqual([
		['second', true],
		['there', true],
		['x', true],
	])
})

test('a value that is deleted through a view is gone for all views of the state, and from the store', () => {
	const { store, reads, view, seen } = opened()
	const other = reads.over(store)
	expect(other.has(kept)).toBe(true)
	view.delete(kept)
	expect([seen(kept), other.has(kept), store.has(kept)]).toEqual([[undefined, false], false, false])
	store.set(kept, utf8('third'))
	expect(seen(kept)).toEqual(['third', true])
})
