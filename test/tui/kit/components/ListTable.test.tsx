import { describe, expect, it } from 'vitest'
import { listRemarks } from '../../../../src/tui/app/list/ListScreen.tsx'
import { ListTable, type ListTableProps } from '../../../../src/tui/kit/components/ListTable.tsx'
import { ItemList } from '../../../../src/tui/kit/models/ItemList.ts'
import type { ListColumn } from '../../../../src/tui/kit/models/List.ts'
import { WindowList } from '../../../../src/tui/kit/models/WindowList.ts'
import type { LinePrompt } from '../../../../src/tui/kit/overlays/LinePrompt.tsx'
import { askFilter } from '../../../../src/tui/kit/overlays/LinePrompt.tsx'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { type KitApp, kitApp } from '../../support/kitApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

const columns: readonly ListColumn<string>[] = [
	{ id: 'name', title: 'name', width: 8, text: (name, { mark }) => mark(name), order: (name) => name },
	{ id: 'text', title: 'text', width: 'flex', text: (name) => `text of ${name}` },
	{ id: 'size', title: 'size', width: 5, align: 'right', from: 30, text: (name) => String(name.length) },
]

function listOf(names: readonly string[], done: string[] = []): ItemList<string> {
	const list: ItemList<string> = new ItemList<string>({
		items: () => names,
		keyOf: (name) => name,
		texts: (name) => [name],
		columns,
		changed: () => done.push(`select ${list.selected}`),
	})
	return list
}

function table(
	names: readonly string[],
	props: Partial<ListTableProps<string>> & {
		readonly app?: KitApp
		readonly done?: string[]
		readonly width?: number
	} = {},
) {
	const { app = kitApp(), done = [], width = 40, ...rest } = props
	const list = listOf(names, done)
	const part = renderPart(<ListTable list={list} columns={columns} empty={['nothing here']} {...rest} />, {
		app,
		width,
		height: 5,
	})
	const rows = (): readonly string[] => {
		app.touch()
		return part
			.text()
			.split('\n')
			.map((row) => row.trimEnd())
	}
	return { list, rows, done, ...part }
}

describe('ListTable', () => {
	it('draws a header, the rows that fit and the selection', () => {
		const { text } = table(['alice', 'bob'])
		expect(text().split('\n')).toEqual([
			'  name      text                    size',
			'▸ alice     text of alice              5',
			'  bob       text of bob                3',
		])
	})

	it('keeps the selection in sight, with a scroll bar when there is more', () => {
		const names = Array.from({ length: 50 }, (_, index) => `n${index}`)
		const { text, list } = table(names)
		list.cursor.select(30)
		const rows = text().split('\n')
		expect(rows).toHaveLength(5)
		expect(rows[4]).toMatch(/^▸ n30 .*[│█]$/)
		expect(rows.slice(1).join('')).toContain('█')
	})

	it('drops columns that have no room and says what to do when it is empty', () => {
		expect(table(['alice'], { width: 26 }).text()).not.toContain('size')
		expect(table([]).text()).toBe('nothing here')
	})

	it('keeps columns straight with wide characters, and marks the selection without colours', () => {
		const { frame, text } = table(['日本語テキスト', 'a'])
		expect(text().split('\n')[1]).toBe('▸ 日本語…   text of 日本語テキス…      7')
		expect(frame()).toContain('\x1b[1m')
	})

	it('selects by a click, opens by the next one, moves by the wheel and sorts by a click on a title', () => {
		const app = kitApp()
		const done: string[] = []
		const { list } = table(['a', 'b', 'c', 'd', 'e', 'f', 'g'], { app, done, onOpen: () => done.push('open') })
		app.hits.click(5, 2)
		app.hits.click(5, 2)
		app.hits.wheel(1, 5, 2)
		expect(list.selected).toBe('e')
		app.hits.click(3, 0)
		expect(list.sort).toEqual({ column: 'name', descending: false })
		expect(app.hits.click(5, 9)).toBe(false)
		expect(done).toEqual(['select b', 'open', 'select e', 'select e'])
	})

	it('says so when a click meets the title of a column without an order', () => {
		const app = kitApp()
		const { list } = table(['a', 'b'], { app })
		app.hits.click(14, 0)
		expect(list.sort).toBeUndefined()
		expect(app.said).toEqual(['info this column has no order'])
	})

	it('names a sorted column whole: the sign takes a blank between columns where the title fills its own', () => {
		const narrow: readonly ListColumn<string>[] = [
			{ ...columns[0]!, title: 'level', width: 5 },
			{ id: 'area', width: 10, text: () => '' },
		]
		const { list, rows } = table(['a', 'b'], { columns: narrow })
		list.sortBy('name')
		expect(rows()[0]).toBe('  level▴ area')
	})

	it('stays with the selected item while it is filtered and sorted', () => {
		const app = kitApp()
		const { list, rows } = table(['cherry', 'apple', 'banana'], { app, columns: columns.slice(0, 1) })
		rows()
		app.hits.click(5, 2)
		expect(rows()).toEqual(['  name', '  cherry', '▸ apple', '  banana'])
		app.hits.click(3, 0)
		expect(rows()).toEqual(['  name ▴', '▸ apple', '  banana', '  cherry'])
		list.setFilter('AN')
		expect(rows()).toEqual(['  name ▴', '▸ banana'])
		list.setFilter('nothing')
		expect(rows()).toEqual(['', 'Nothing matches.', 'Esc clears the filter.'])
	})

	it('marks what the filter found and tells how many there are', () => {
		const theme = makeTheme('dark', 'dark', 3)
		const app = kitApp({ theme })
		const { list, frame } = table(['cherry', 'orange', 'banana'], { app })
		expect(listRemarks(list, '3 of yours')).toEqual(['3 of yours'])
		expect(listRemarks(list)).toEqual(['1 of 3'])
		list.setFilter('an')
		app.touch()
		expect(frame()).toContain(`b${theme.match('an').slice(0, theme.match('an').indexOf('an') + 2)}`)
		expect(frame()).not.toContain('cherry')
		expect(listRemarks(list)).toEqual(['/an', '2 of 3'])
	})

	it('the list is filtered while one types; Enter keeps the filter, Esc clears it', () => {
		const app = kitApp()
		const { list } = table(['cherry', 'apple', 'banana'], { app })
		askFilter(app, list)
		const prompt = app.overlays[0] as LinePrompt
		prompt.onKey({ id: 'a', text: 'a' })
		prompt.onKey({ id: 'n', text: 'n' })
		expect(list.shown).toEqual(['banana'])
		prompt.commands()[0]!.run()
		expect([list.filter, app.overlays.length]).toEqual(['an', 0])
		askFilter(app, list)
		;(app.overlays[0] as LinePrompt).commands()[1]!.run()
		expect(list.filter).toBe('')
	})
})

describe('ItemList', () => {
	function list(items: string[], follows?: 'first') {
		let all: readonly string[] = items
		const made = new ItemList<string>({
			items: () => all,
			keyOf: (item) => item,
			texts: (item) => [item],
			columns,
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

describe('the rows and titles of a ListTable', () => {
	it('a ListTable has its titles from three rows on, and at least one row of the list', () => {
		const names = ['alice', 'bob', 'carol', 'dave']
		const first = (height: number, header = true): string =>
			table(names, { height, header })
				.rows()
				.map((row) => row.slice(0, 7).trim())
				.join(' | ')
		expect([3, 2, 1, 0].map((height) => first(height))).toEqual([
			'name | ▸ alice | bob',
			'▸ alice | bob',
			'▸ alice',
			'▸ alice',
		])
		expect(first(3, false)).toBe('▸ alice | bob | carol')
	})

	it('a click on a title is one on its column, with the gap behind it, also beside a scroll bar', () => {
		const sortable = columns.map((column) => ({ ...column, order: (name: string) => name }))
		const list = new ItemList<string>({
			items: () => [...'abcdefgh'],
			keyOf: (name) => name,
			columns: sortable,
		})
		const app = kitApp()
		renderPart(<ListTable list={list} columns={sortable} />, { app, width: 40, height: 5 }).frame()
		const sorted = Array.from({ length: 40 }, (_, x) => {
			app.hits.click(x, 0)
			const sign = list.sort?.column[0] ?? '.'
			while (list.sort !== undefined) list.sortBy(list.sort.column)
			return sign
		}).join('')
		// Two cells for the sign of the selection; 8, 19 and 5 cells with two between; two for the scroll bar.
		expect(sorted).toBe(`..${'n'.repeat(10)}${'t'.repeat(21)}${'s'.repeat(7)}`)
	})

	it('a row that is not there yet is drawn as a sign over its whole width', () => {
		const list = new WindowList<string>({
			count: () => 9,
			at: (index) => (index < 1 ? 'alice' : undefined),
			keyAt: String,
			indexOf: Number,
		})
		const app = kitApp()
		const part = renderPart(<ListTable list={list} columns={columns} height={4} />, { app, width: 24, height: 5 })
		const rows = (): readonly string[] => {
			app.touch()
			return part.text().split('\n')
		}
		expect(rows().slice(1)).toEqual([
			'▸ alice     text of a… █',
			'  …                    │',
			'  …                    │',
		])
		list.move(1)
		expect(rows().slice(2)).toEqual(['▸ …                    │', '  …                    │'])
	})
})
