import { describe, expect, it } from 'vitest'
import { QueryError } from '../../../../src/chain/faults.ts'
import { matchQuery } from '../../../../src/engine/query/matchQuery.ts'
import { parseQuery } from '../../../../src/engine/query/parseQuery.ts'

describe('an instant of a query', () => {
	it.each([
		['TIME 2013-05-03T14:45:00Z', '2013-05-03T14:45:00Z'],
		['time 2013-05-03T14:45:00Z', '2013-05-03T14:45:00Z'],
		['TIME 2013-05-03T14:45:09+02:30', '2013-05-03T12:15:09Z'],
		['TIME 1999-12-31T23:59:59-05:00', '2000-01-01T04:59:59Z'],
		['DATE 2013-05-03', '2013-05-03T00:00:00Z'],
		['date 2012-02-29', '2012-02-29T00:00:00Z'],
	])('the instant %s of a query is %s', (text, instant) => {
		const { conditions, fault } = parseQuery(`tx.time>=${text}`)
		expect(fault).toBeUndefined()
		expect(conditions).toEqual([
			{ key: 'tx.time', operator: '>=', operand: { kind: 'time', value: Date.parse(instant) } },
		])
	})

	it.each([
		'TIME 2013-05-03T14:45:00',
		'TIME 2013-05-03T14:45:00z',
		'TIME 2013-05-03T14:45:0002:00',
		'TIME 2013-05-03T14:45:00 02:00',
		'TIME 2013-05-03T14:45:00+2:00',
		'TIME 2013-05-03T14:45:00+0200',
		'TIME 2013-05-03T14:45:00+02:0',
		'TIME 2013-05-03T14:45Z',
		'TIME 2013-05-03T14-45:00Z',
		'TIME 2013-05-03T14:45-00Z',
		'TIME 2013-05-03T1:45:00Z',
		'TIME 2013-05-03 14:45:00Z',
		'TIME 2013-05-03',
		'TIME2013-05-03T14:45:00Z',
		'DATE 3013-05-03',
		'DATE 201-05-03',
		'DATE 20134-05-03',
		'DATE 2013-25-03',
		'DATE 2013-5-03',
		'DATE 2013-1-03',
		'DATE 2013-05-43',
		'DATE 2013-05-3',
		'DATE 2013-05-033',
		'DATE 2013/05-03',
		'DATE 2013-05/03',
		'DATE 2013-05-03T14:45:00Z',
	])('the instant %s is none, and a query with it is refused', (text) => {
		expect(() => parseQuery(`tx.time=${text}`)).toThrow(QueryError)
	})

	// As Go's time.Parse names what is wrong.
	it.each([
		['DATE 2013-00-03', 'month'],
		['DATE 2013-13-03', 'month'],
		['DATE 2013-12-00', 'day'],
		['DATE 2013-06-31', 'day'],
		['DATE 2013-02-29', 'day'],
		['TIME 2013-05-03T24:00:00Z', 'hour'],
		['TIME 2013-05-03T23:60:00Z', 'minute'],
		['TIME 2013-05-03T23:59:60Z', 'second'],
	])('a query with %s has a wrong %s, so that it matches nothing', (text, unit) => {
		const query = parseQuery(`a EXISTS AND tx.time=${text}`)
		const value = text.slice(5)
		const as = text.startsWith('DATE') ? "time.Time / '2006-01-02'" : 'time.Time / RFC3339'
		expect(query.fault).toBe(
			`got parsing time "${value}": ${unit} out of range while trying to parse ${value} as ${as} (should never happen if the grammar is correct)`,
		)
		const keys = new Map([
			['a', ['b']],
			['tx.time', [value]],
		])
		expect(matchQuery(query, keys)).toBe(false)
		expect(matchQuery(parseQuery('a EXISTS AND tx.time EXISTS'), keys)).toBe(true)
	})

	it.each([
		'DATE 2013-01-01',
		'DATE 2013-01-31',
		'DATE 2013-12-31',
		'TIME 2013-05-03T23:59:59Z',
		'TIME 2013-05-03T00:00:00Z',
	])('the instant %s at the end of its ranges is taken', (text) =>
		expect(parseQuery(`tx.time=${text}`).fault).toBeUndefined(),
	)
})

describe('the conditions of a query', () => {
	it.each([
		["a CONTAINS'x'", [['a', 'CONTAINS', 'x']]],
		["a  CONTAINS  'x'", [['a', 'CONTAINS', 'x']]],
		["a  =  'x'", [['a', '=', 'x']]],
		['a=  1', [['a', '=', 1n]]],
		[
			'a<=1  AND  b >  2',
			[
				['a', '<=', 1n],
				['b', '>', 2n],
			],
		],
	])('the query %s has the conditions %o', (text, wanted) => {
		expect(parseQuery(text).conditions.map(({ key, operator, operand }) => [key, operator, operand?.value])).toEqual(
			wanted,
		)
	})

	// The rule and the place that a peg grammar's parser in Go gets furthest with.
	it.each([
		['a=1 ANDb=2', 'and (line 1 symbol 6 - line 1 symbol 9)', 'AND'],
		['a=1AND b=2', 'PegText (line 1 symbol 4 - line 1 symbol 5)', '1'],
		['a=12" AND b=2', 'digit (line 1 symbol 5 - line 1 symbol 6)', '2'],
		['', 'Unknown (line 1 symbol 1 - line 1 symbol 1)', ''],
		['a.b', 'PegText (line 1 symbol 2 - line 1 symbol 5)', 'a.b'],
		["a='x", 'equal (line 1 symbol 3 - line 1 symbol 4)', '='],
		["a='x'y", 'PegText (line 1 symbol 4 - line 1 symbol 7)', "'x'"],
		// A line break is column 0 of the next line.
		["a='x\ny'z", 'PegText (line 1 symbol 4 - line 2 symbol 3)', "'x\ny'"],
		["a='\n\n'z", 'PegText (line 1 symbol 4 - line 3 symbol 2)', "'\n\n'"],
		['a=TIME 2013-05-03T14:45:00Z x', 'PegText (line 1 symbol 9 - line 1 symbol 29)', '2013-05-03T14:45:00Z'],
	])('the query %j is refused near %s', (text, place, near) => {
		expect(() => parseQuery(text)).toThrow(new QueryError(`\nparse error near ${place}:\n${JSON.stringify(near)}\n`))
	})
})

describe('a number of a query', () => {
	it('a whole number of a query has up to 63 bits, and one beyond names the fault', () => {
		const of = (text: string) => parseQuery(`a=${text}`)
		expect(of('9223372036854775807')).toMatchObject({
			fault: undefined,
			conditions: [{ operand: { kind: 'int', value: 9223372036854775807n } }],
		})
		expect(of('9223372036854775808').fault).toBe(
			'got strconv.ParseInt: parsing "9223372036854775808": value out of range while trying to parse 9223372036854775808 as int64 (should never happen if the grammar is correct)',
		)
		expect(of('1.50').conditions[0]!.operand).toEqual({ kind: 'float', value: 1.5 })
		expect(of('0').conditions[0]!.operand).toEqual({ kind: 'int', value: 0n })
		for (const text of ['01', '0.5', '-1', '.5', '']) expect(() => of(text)).toThrow(QueryError)
	})

	it('a query of 4,096 characters is read, and a longer one is refused', () => {
		const long = (length: number) => parseQuery(`a='${'b'.repeat(length - 4)}'`)
		expect(long(4096).conditions).toHaveLength(1)
		expect(() => long(4097)).toThrow('maximum query length exceeded')
	})
})

describe('the events that a query matches', () => {
	const matches = (query: string, keys: Readonly<Record<string, readonly string[]>>) =>
		matchQuery(parseQuery(query), new Map(Object.entries(keys)))

	it.each([
		['a.b EXISTS', { 'a.b': [''] }, true],
		['a.b EXISTS', { 'a.bc': ['x'] }, false],
		// A key without a dot is that of an event of any attribute.
		['a EXISTS', { 'ab.c': ['x'] }, true],
		['a EXISTS', { 'b.a': ['x'] }, false],
		["a.b='x'", { 'a.b': ['y', 'x'] }, true],
		["a.b='x'", { 'a.b': ['xx'] }, false],
		["a.b='x'", {}, false],
		["a.b CONTAINS 'x'", { 'a.b': ['y', 'wxy'] }, true],
		["a.b CONTAINS 'x'", { 'a.b': ['wy'] }, false],
		["a.b='x' AND c.d='y'", { 'a.b': ['x'], 'c.d': ['x'] }, false],
		["a.b='x' AND c.d='y'", { 'a.b': ['x'], 'c.d': ['y'] }, true],
	] as const)('the query %s of events with %o: %s', (query, keys, wanted) => {
		expect(matches(query, keys)).toBe(wanted)
	})

	it.each([
		['<', [true, false, false]],
		['<=', [true, true, false]],
		['=', [false, true, false]],
		['>=', [false, true, true]],
		['>', [false, false, true]],
	])('values below, at and above an operand are matched by %s: %o', (operator, wanted) => {
		const each = (operand: string, values: readonly string[]) =>
			values.map((value) => matches(`a.b${operator}${operand}`, { 'a.b': [value] }))
		expect(each('5', ['4', '5', '6'])).toEqual(wanted)
		expect(each('5', ['4.9', '5.9', '6.0'])).toEqual(wanted)
		expect(each('2.5', ['2.4', '2.5', '2.6uchain'])).toEqual(wanted)
		expect(each('DATE 2020-01-02', ['2020-01-01', '2020-01-02', '2020-01-03'])).toEqual(wanted)
		expect(each('TIME 2020-01-02T00:00:00Z', ['2020-01-01T23:59:59Z', '2020-01-02', '2020-01-02T00:00:01Z'])).toEqual(
			wanted,
		)
	})

	// Tendermint ends the whole query there.
	it.each([
		['a.b>=0', 'none'],
		['a.b>=0', '1.2.3'],
		['a.b>=0', '9223372036854775808'],
		['a.b>=1.0', 'none'],
		['a.b>=1.0', '1.2.3'],
		['a.b>=DATE 2020-01-02', 'yesterday'],
	])('the query %s of events with the value %s, which it cannot read, matches none behind it', (query, value) => {
		const good = query.includes('DATE') ? '2021-01-01' : '7'
		expect(matches(query, { 'a.b': [good, value] })).toBe(true)
		expect(matches(query, { 'a.b': [value, good] })).toBe(false)
	})
})
