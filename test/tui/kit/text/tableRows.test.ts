import { describe, expect, it } from 'vitest'
import { detailRows } from '../../../../src/tui/kit/text/detailRows.ts'
import { headRow, placeColumns, scrollMark, tableRow } from '../../../../src/tui/kit/text/tableRows.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'

const column = (id: string, width: number | 'flex' | ((table: number) => number), more: object = {}) => ({
	id,
	width,
	...more,
})

describe('the columns of a table', () => {
	const cells = (columns: readonly ReturnType<typeof column>[], width: number): readonly string[] =>
		placeColumns(columns, width).map(({ column: { id }, at, cells }) => `${id} ${at}+${cells}`)

	it('stand two cells apart, and what is left is shared out to the last cell', () => {
		const columns = [column('a', 4), column('b', 'flex'), column('c', 'flex'), column('d', (table) => table / 4)]
		expect(cells(columns, 40)).toEqual(['a 0+4', 'b 6+10', 'c 18+10', 'd 30+10'])
		expect(cells([column('a', 'flex'), column('b', 'flex'), column('c', 'flex')], 15)).toEqual([
			'a 0+3',
			'b 5+4',
			'c 11+4',
		])
		expect(cells([column('a', 9), column('b', 'flex')], 5)).toEqual(['a 0+9', 'b 11+0'])
		// What others need is not taken from the one that shares the rest.
		expect(cells([column('a', 'flex'), column('b', 9)], 5)).toEqual(['a 0+0', 'b 2+9'])
		expect(cells([column('a', 3)], 0)).toEqual(['a 0+3'])
		expect(cells([], 5)).toEqual([])
	})

	it('the columns of a table are there from a width on, or below one', () => {
		const columns = [column('a', 2), column('b', 2, { from: 10 }), column('c', 2, { below: 10 })]
		expect(
			[9, 10].map((width) =>
				placeColumns(columns, width)
					.map(({ column: { id } }) => id)
					.join(''),
			),
		).toEqual(['ac', 'ab'])
	})

	it('cut or pad their texts, and titles have the sign of the sorted one behind them', () => {
		const columns = [
			column('name', 6),
			column('size', 6, { title: 'its size', align: 'right' }),
			column('age', 3),
			column('id', 4, { align: 'right' }),
		]
		const placed = placeColumns(columns as never, 40) as never
		expect(tableRow(placed, ['alice and bob', '7', '5m'])).toBe('alice…       7  5m       ')
		expect(headRow(placed)).toBe('name    its s…  age    id')
		const sorted = (id: string, descending = false): string => headRow(placed, { column: id, descending })
		expect([sorted('name'), sorted('name', true), sorted('size'), sorted('age'), sorted('id', true)]).toEqual([
			'name ▴  its s…  age    id',
			'name ▾  its s…  age    id',
			'name   its s…▴  age    id',
			'name    its s…  age▴   id',
			'name    its s…  age  id ▾',
		])
		// One without room for its sign begins where it does.
		const thin = placeColumns([column('id', 1, { align: 'right' }), column('b', 1)] as never, 40) as never
		expect(headRow(thin, { column: 'id', descending: true })).toBe('…▾ b')
	})
})

describe('the scroll bar of a list', () => {
	it('the scroll bar of a list is as long as the part that is seen, and at both ends where the list is', () => {
		const bar = (height: number, from: number, count: number): string =>
			Array.from({ length: height }, (_, row) => scrollMark(row, height, from, count)).join('')
		expect([0, 1, 5, 9, 10].map((from) => bar(10, from, 20))).toEqual([
			'█████│││││',
			'│█████││││',
			'│││█████││',
			'│││││█████',
			'│││││█████',
		])
		expect([bar(10, 0, 1_000), bar(10, 500, 1_000), bar(10, 990, 1_000), bar(4, 0, 5), bar(4, 1, 5)]).toEqual([
			'█│││││││││',
			'│││││█││││',
			'│││││││││█',
			'███│',
			'│███',
		])
	})
})

describe('labels and their values', () => {
	it('stand in two columns, and long values wrap in their colour under themselves', () => {
		const rows = (rows: readonly (readonly [string, string])[], width: number): readonly string[] =>
			detailRows(namedTheme, rows, width).map(named)
		expect(
			rows(
				[
					['a', 'one two three'],
					['label', namedTheme.bad('four five six')],
					['', `${namedTheme.good('x')} of many words`],
				],
				16,
			),
		).toEqual([
			'‹muted:a      ›one two',
			'       three',
			'‹muted:label  ›‹bad:four five›',
			'       ‹bad:six›',
			'‹muted:       ›x of many',
			'       words',
		])
		expect(rows([['a', 'exactly 13 ce']], 16)).toEqual(['‹muted:a  ›exactly 13 ce'])
		// The value keeps eight cells whatever the width.
		expect(rows([['label', 'eight of them']], 5)).toEqual(['‹muted:label  ›eight of', '       them'])
		expect(rows([['label', 'abcdefghi']], 5)).toEqual(['‹muted:label  ›abcdefgh', '       i'])
		expect(rows([['', 'x']], 16)).toEqual(['‹muted:  ›x             '])
		// What just fits keeps its colours, of which there may be several.
		const colors = `${namedTheme.good('x')} ${namedTheme.bad('exactly 13c')}`
		expect(rows([['a', colors]], 16)).toEqual(['‹muted:a  ›‹good:x› ‹bad:exactly 13c›'])
		expect(rows([], 5)).toEqual([])
	})
})
