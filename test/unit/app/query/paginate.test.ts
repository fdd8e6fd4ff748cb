import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { paginate } from '../../../../src/app/query/paginate.ts'
import { absentBytes, decodeMessage } from '../../../../src/codec/proto/decodeMessage.ts'
import { type PageRequest, PageRequestSchema } from '../../../../src/gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { MemoryKv } from '../../../../src/store/layers/memoryKv.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { countIterators } from '../../modules/moduleBench.ts'

const store = new MemoryKv()
for (const letter of 'abcdefg') store.set(utf8(`p${letter}`), utf8(letter))
store.set(utf8('o'), utf8('before'))
store.set(utf8('q'), utf8('after'))

function walk(request: PageRequest) {
	let found = ''
	const { total } = paginate(store, utf8('p'), request, (_, value) => {
		found += fromUtf8(value)
	})
	return { found, total }
}

function page(request: Partial<Omit<PageRequest, '$typeName' | '$unknown'>> | undefined) {
	const found: string[] = []
	const message = request === undefined ? undefined : create(PageRequestSchema, { key: absentBytes, ...request })
	const { nextKey, total } = paginate(store, utf8('p'), message, (key, value) => {
		expect(fromUtf8(key)).toBe(fromUtf8(value))
		found.push(fromUtf8(value))
	})
	return [found.join(''), fromUtf8(nextKey), total]
}

describe('paginate', () => {
	it('without a request shows up to 100 and counts them', () => {
		expect(page(undefined)).toEqual(['abcdefg', '', 7n])
		expect(page({})).toEqual(['abcdefg', '', 7n])
	})

	it('a page without a limit has a hundred entries at most', () => {
		const many = new MemoryKv()
		for (let index = 100; index < 250; index++) many.set(utf8(`p${index}`), utf8('x'))
		let count = 0
		const { nextKey, total } = paginate(many, utf8('p'), undefined, () => count++)
		expect([count, fromUtf8(nextKey), total]).toEqual([100, '200', 150n])
	})

	it('a page closes its iterators, whether by offset, by key or in reverse, and where it is refused', () => {
		const { view, count } = countIterators(store)
		const made = (request: Partial<Omit<PageRequest, '$typeName' | '$unknown'>>) => {
			const before = count.made
			paginate(view, utf8('p'), create(PageRequestSchema, { key: absentBytes, ...request }), () => undefined)
			return count.made - before
		}
		expect([made({ limit: 2n }), made({ key: utf8('b'), limit: 2n }), made({ key: utf8('f') })]).toEqual([1, 1, 1])
		// A reverse page that starts at a key looks for the key after it.
		expect([made({ reverse: true }), made({ key: utf8('b'), reverse: true })]).toEqual([1, 2])
		expect(() => made({ key: utf8('g'), reverse: true })).toThrow('prefixIterator invalid, cannot call Key()')
		expect(count).toEqual({ made: 7, open: 0 })
	})

	it('goes by offset and names the next key', () => {
		expect(page({ offset: 2n, limit: 3n })).toEqual(['cde', 'f', 0n])
		expect(page({ offset: 2n, limit: 3n, countTotal: true })).toEqual(['cde', 'f', 7n])
		expect(page({ offset: 9n, limit: 3n, countTotal: true })).toEqual(['', '', 7n])
	})

	it('goes on from a key, without a total', () => {
		expect(page({ key: utf8('c'), limit: 2n, countTotal: true })).toEqual(['cd', 'e', 0n])
		expect(page({ key: utf8('f'), limit: 9n })).toEqual(['fg', '', 0n])
	})

	it('goes backwards, the start key included', () => {
		expect(page({ reverse: true, limit: 3n })).toEqual(['gfe', 'd', 0n])
		expect(page({ reverse: true, key: utf8('d'), limit: 2n })).toEqual(['dc', 'b', 0n])
	})

	it('panics when it should go backwards from the last key, as the framework does', () => {
		expect(() => page({ reverse: true, key: utf8('g'), limit: 2n })).toThrow('prefixIterator invalid')
	})

	it('refuses an offset and a key together', () => {
		expect(() => page({ offset: 1n, key: utf8('c') })).toThrow(
			'invalid request, either offset or key is expected, got both',
		)
	})

	it('refuses an offset and an empty key that is on the wire, but not an absent one', () => {
		const decoded = (hex: string) => decodeMessage(PageRequestSchema, Uint8Array.from(Buffer.from(hex, 'hex')))
		const { found, ...answer } = walk(decoded('1002'))
		expect([found, answer.total]).toEqual(['cdefg', 7n])
		expect(() => walk(decoded('0a001002'))).toThrow('either offset or key is expected, got both')
		expect(walk(decoded('0a00')).found).toBe('abcdefg')
	})

	it('survives limits that wrap at 64 bits', () => {
		expect(page({ limit: 2n ** 64n - 1n })).toEqual(['abcdefg', '', 0n])
		expect(page({ limit: 2n ** 64n - 1n, countTotal: true })).toEqual(['abcdefg', '', 7n])
		// The end lies before the beginning there.
		expect(page({ offset: 5n, limit: 2n ** 64n - 1n })).toEqual(['', '', 0n])
		expect(page({ offset: 2n, limit: 2n ** 64n - 2n })).toEqual(['', '', 0n])
	})

	it('a page that ends with the last entry names no next key, and one before it does', () => {
		expect(page({ limit: 7n })).toEqual(['abcdefg', '', 0n])
		expect(page({ limit: 6n })).toEqual(['abcdef', 'g', 0n])
		expect(page({ offset: 6n, limit: 1n })).toEqual(['g', '', 0n])
		expect(page({ offset: 4n, limit: 2n })).toEqual(['ef', 'g', 0n])
		expect(page({ offset: 7n, limit: 1n })).toEqual(['', '', 0n])
		expect(page({ key: utf8('f'), limit: 2n })).toEqual(['fg', '', 0n])
		expect(page({ key: utf8('e'), limit: 2n })).toEqual(['ef', 'g', 0n])
		expect(page({ key: utf8('f') })).toEqual(['fg', '', 0n])
	})

	it('a page backwards from a key that is not there begins with the one behind it', () => {
		expect(page({ reverse: true, key: utf8('dd'), limit: 2n })).toEqual(['ed', 'c', 0n])
		expect(page({ reverse: true, key: utf8('x'), limit: 2n })).toEqual(['gf', 'e', 0n])
		expect(page({ reverse: true, key: utf8('a'), limit: 2n })).toEqual(['a', '', 0n])
	})
})
