import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../../src/engine/query/parseQuery.ts'
import { inRange, isRange, keyRanges } from '../../../../src/engine/query/ranges.ts'

const rangesOf = (query: string) => keyRanges(parseQuery(query).conditions)

describe('the ranges of a query', () => {
	it.each([
		['a.b>5', 6n, undefined],
		['a.b>=5', 5n, undefined],
		['a.b<5', undefined, 4n],
		['a.b<=5', undefined, 5n],
		['a.b>2 AND a.b<9', 3n, 8n],
		['a.b>2 AND a.b>7', 8n, undefined],
		// An inclusive bound stays inclusive when a later strict one takes its place.
		['a.b>=2 AND a.b>7', 7n, undefined],
		['a.b<=9 AND a.b<7', undefined, 7n],
		['a.b>2 AND a.b>=7', 7n, undefined],
	])('the range of %s is from %s to %s, both included', (query, lower, upper) => {
		expect(rangesOf(query)).toEqual([{ key: 'a.b', lower, upper, numeric: true }])
	})

	it('ranges are of keys, of comparisons alone, and of whole numbers', () => {
		expect(rangesOf("a=5 AND b>1 AND c EXISTS AND d CONTAINS 'x' AND e<2")).toMatchObject([{ key: 'b' }, { key: 'e' }])
		const kinds = parseQuery("a=5 AND b>1 AND c EXISTS AND d CONTAINS 'x' AND e<2 AND f<=1 AND g>=1").conditions
		expect(kinds.map(isRange)).toEqual([false, true, false, false, true, true, true])
		expect(rangesOf('a>=1.5')).toEqual([{ key: 'a', lower: 0n, upper: undefined, numeric: false }])
		expect(rangesOf('a<DATE 2020-01-02')).toEqual([{ key: 'a', lower: undefined, upper: 0n, numeric: false }])
		for (const query of ['a>1.5', 'a<1.5']) expect(() => rangesOf(query)).toThrow('not implemented')
		expect(rangesOf('a>1 AND a<=2.5')[0]?.numeric).toBe(true)
		expect(rangesOf('a>=2.5 AND a<9')[0]?.numeric).toBe(false)
	})

	it.each([
		['2', false],
		['3', true],
		['+3', true],
		['8', true],
		['08', true],
		['9', false],
		['-3', false],
		['3.0', false],
		['3uchain', false],
		['', false],
		['18446744073709551619', false],
	])('the value %j of an event is in the range from 3 to 8: %s', (text, wanted) => {
		const [range] = rangesOf('a>=3 AND a<=8')
		expect(inRange(range!, text)).toBe(wanted)
	})

	it('an open range has every number of 64 bits on its side, and one of other bounds has none', () => {
		const [upwards] = rangesOf('a>=3')
		const [downwards] = rangesOf('a<=3')
		const most = (1n << 63n) - 1n
		expect([`${most}`, `${most + 1n}`].map((text) => inRange(upwards!, text))).toEqual([true, false])
		expect([`${-most - 1n}`, `${-most - 2n}`].map((text) => inRange(downwards!, text))).toEqual([true, false])
		expect(inRange(rangesOf('a>=1.5')[0]!, '3')).toBe(false)
	})
})
