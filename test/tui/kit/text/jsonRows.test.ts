import { describe, expect, it } from 'vitest'
import { jsonRows, parseJson } from '../../../../src/tui/kit/text/jsonRows.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'

const rows = (value: unknown, width: number): readonly string[] => jsonRows(value, namedTheme, width).map(named)

describe('JSON as rows', () => {
	it('JSON has a member a row, its names quieter and each kind of value in its colour', () => {
		expect(rows({ a: 'x', n: -1, yes: true, no: false, z: null, list: [2, 'y', {}], 'q"\\': 'a": b' }, 40)).toEqual([
			'{',
			'  ‹muted:"a":›‹good: "x",›',
			'  ‹muted:"n":›‹chart2: -1,›',
			'  ‹muted:"yes":›‹warn: true,›',
			'  ‹muted:"no":›‹warn: false,›',
			'  ‹muted:"z":›‹warn: null,›',
			'  ‹muted:"list":› [',
			'    ‹chart2:2,›',
			'    ‹good:"y",›',
			'    {}',
			'  ],',
			'  ‹muted:"q\\"\\\\":›‹good: "a\\": b"›',
			'}',
		])
		expect([rows(7, 9), rows('text', 9), rows(undefined, 9)]).toEqual([
			['‹chart2:7›'],
			['‹good:"text"›'],
			['undefined'],
		])
	})

	it('a value that is too long for its row goes on in the next, indented, and by less where there is no room', () => {
		const long = { k: 'abcdefghijklmnop' }
		expect(rows(long, 25)[1]).toBe('  ‹muted:"k":›‹good: "abcdefghijklmnop"›')
		expect(rows(long, 24).slice(1, -1)).toEqual(['  ‹muted:"k":›‹good: "abcdefghijklmnop›', '‹good:    "›'])
		expect(rows(long, 20).slice(1, -1)).toEqual(['  ‹muted:"k":›‹good: "abcdefghijkl›', '‹good:    mnop"›'])
		expect(rows(long, 13).slice(1, -1)).toEqual([
			...[' ‹muted:"k":›‹good: "abcdef›', '‹good:   ghijklmnop›', '‹good:   "›'],
		])
		expect(rows(long, 12).slice(1, -1)).toEqual([
			...['‹muted:"k":›‹good: "abcdef›', '‹good:  ghijklmnop›', '‹good:  "›'],
		])
		expect(rows('ab', 1)).toEqual(['‹good:"›', '‹good:  a›', '‹good:  b›', '‹good:  "›'])
	})

	it('text of strangers in JSON is made safe', () => {
		expect(rows({ a: 'x\u202ey\u001b[2J' }, 40)[1]).toBe('  ‹muted:"a":›‹good: "x‹RLO›y\\u001b[2J"›')
	})

	it('a line of JSON is read up to 8,192 characters', () => {
		expect(rows('x'.repeat(8_190), 9_000)).toEqual([`‹good:"${'x'.repeat(8_190)}"›`])
		expect(rows('x'.repeat(8_191), 9_000)).toEqual([`‹good:"${'x'.repeat(8_191)}…›`])
	})

	it('text that is no JSON stays a text', () => {
		expect(['{"a":1}', '1', '{bad', ''].map(parseJson)).toEqual([{ a: 1 }, 1, '{bad', ''])
	})
})
