import { describe, expect, it } from 'vitest'
import { Table } from '../../../../src/tui/kit/components/Table.tsx'
import { ItemList } from '../../../../src/tui/kit/models/ItemList.ts'
import { ListCursor } from '../../../../src/tui/kit/models/ListCursor.ts'
import { kitApp } from '../../support/kitApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

const columns = [
	{ title: 'name', width: 8, id: 'name' },
	{ title: 'text', width: 'flex', id: 'text' },
	{ title: 'size', width: 5, align: 'right', from: 30 },
] as const

function table(names: readonly string[], props: Partial<Parameters<typeof Table>[0]> = {}, size = {}) {
	const cursor = new ListCursor(() => names.length)
	const part = renderPart(
		<Table
			columns={columns}
			cursor={cursor}
			count={names.length}
			row={(index) => [names[index]!, `text of ${names[index]}`, String(index)]}
			empty={['nothing here']}
			{...props}
		/>,
		{ width: 40, height: 5, ...size },
	)
	return { cursor, ...part }
}

describe('Table', () => {
	it('draws a header, the rows that fit and the selection', () => {
		const { text } = table(['alice', 'bob'])
		expect(text().split('\n')).toEqual([
			'  name      text                    size',
			'▸ alice     text of alice              0',
			'  bob       text of bob                1',
		])
	})

	it('keeps the selection in sight, with a scroll bar when there is more', () => {
		const names = Array.from({ length: 50 }, (_, index) => `n${index}`)
		const { text, cursor } = table(names)
		cursor.select(30)
		const rows = text().split('\n')
		expect(rows).toHaveLength(5)
		expect(rows[4]).toMatch(/^▸ n30 .*[│█]$/)
		expect(rows.slice(1).join('')).toContain('█')
	})

	it('drops columns that have no room and says what to do when it is empty', () => {
		expect(table(['alice'], {}, { width: 26 }).text()).not.toContain('size')
		expect(table([]).text()).toBe('nothing here')
	})

	it('keeps columns straight with wide characters, and marks the selection without colours', () => {
		const { frame, text } = table(['日本語テキスト', 'a'])
		expect(text().split('\n')[1]).toBe('▸ 日本語…   text of 日本語テキス…      0')
		expect(frame()).toContain('\x1b[1m')
	})

	it('selects by a click, opens by the next one, moves by the wheel and sorts by a click on a title', () => {
		const done: string[] = []
		const app = kitApp()
		const { cursor } = table(
			['a', 'b', 'c', 'd', 'e', 'f', 'g'],
			{
				onSelect: () => done.push('select'),
				onOpen: () => done.push('open'),
				onSort: (column) => done.push(`sort ${column}`),
			},
			{ app },
		)
		app.hits.click(5, 2)
		expect(cursor.selected).toBe(1)
		app.hits.click(5, 2)
		app.hits.wheel(1, 5, 2)
		expect(cursor.selected).toBe(4)
		app.hits.click(14, 0)
		expect(app.hits.click(5, 9)).toBe(false)
		expect(done).toEqual(['select', 'open', 'select', 'sort text'])
	})

	it('marks the column it is sorted by', () => {
		expect(table(['a'], { sort: { column: 'name', descending: true } }).text()).toContain('name ▾')
	})
})

describe('ItemList', () => {
	const compare = (a: string, b: string): number => (a < b ? -1 : 1)
	function list(items: string[], follows?: 'first') {
		let all: readonly string[] = items
		const made = new ItemList<string>({
			items: () => all,
			keyOf: (item) => item,
			texts: (item) => [item],
			sorts: { name: compare },
			...(follows === undefined ? {} : { follows }),
		})
		return { list: made, set: (next: readonly string[]) => (all = next) }
	}

	it('keeps the selection with its item while others come, go, are sorted and filtered', () => {
		const { list: items, set } = list(['b', 'a', 'c'])
		items.move(1)
		expect(items.selected).toBe('a')
		set(['x', 'y', 'b', 'a', 'c'])
		expect(items.selected).toBe('a')
		items.sortBy('name')
		expect(items.shown).toEqual(['a', 'b', 'c', 'x', 'y'])
		expect(items.selected).toBe('a')
		items.sortBy('name')
		expect(items.shown[0]).toBe('y')
		expect(items.selected).toBe('a')
		items.setFilter('A')
		expect(items.shown).toEqual(['a'])
		set(['b', 'c'])
		expect(items.selected).toBeUndefined()
		items.setFilter('')
		expect(items.selected).toBe('c')
	})

	it('follows the newest while it is selected, where asked to', () => {
		const { list: items, set } = list(['b', 'a'], 'first')
		items.cursor.window(5)
		set(['c', 'b', 'a'])
		expect(items.selected).toBe('c')
		items.move(1)
		set(['d', 'c', 'b', 'a'])
		expect(items.selected).toBe('b')
	})

	it('leaves the selected row where it is on the screen when rows come before it', () => {
		const { list: items, set } = list(Array.from({ length: 40 }, (_, index) => `n${index}`))
		items.move(20)
		const before = items.cursor.window(10)
		set(['new', ...items.all])
		const after = items.cursor.window(10)
		expect([after.from, items.selected]).toEqual([before.from + 1, 'n20'])
	})
})
