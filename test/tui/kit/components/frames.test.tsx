import { Text } from 'ink'
import { describe, expect, it } from 'vitest'
import { ListTable, StaticTable } from '../../../../src/tui/kit/components/ListTable.tsx'
import { Split, Stack } from '../../../../src/tui/kit/components/layout.tsx'
import { Panel } from '../../../../src/tui/kit/components/Panel.tsx'
import { Prose } from '../../../../src/tui/kit/components/Prose.tsx'
import { Rows } from '../../../../src/tui/kit/components/Rows.tsx'
import { Sections } from '../../../../src/tui/kit/components/Sections.tsx'
import { useArea } from '../../../../src/tui/kit/hooks/hooks.ts'
import { FoldedSections } from '../../../../src/tui/kit/models/FoldedSections.ts'
import { ItemList } from '../../../../src/tui/kit/models/ItemList.ts'
import type { ListColumn } from '../../../../src/tui/kit/models/List.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

function Size() {
	const { width, height } = useArea()
	return <Text>{`${width}x${height}`}</Text>
}

/** The rows of a component with the names of their colours. */
function drawn(part: Parameters<typeof renderPart>[0], width: number, height: number) {
	const app = kitApp({ theme: namedTheme })
	const view = renderPart(part, { app, width, height })
	return {
		app,
		rows: (): readonly string[] => {
			app.touch()
			return named(view.frame())
				.split('\n')
				.map((row) => row.trimEnd())
		},
	}
}
const rowsOf = (part: Parameters<typeof renderPart>[0], width: number, height: number): readonly string[] =>
	drawn(part, width, height).rows()

describe('Panel', () => {
	const panel = (active = false) => (
		<Panel title="Title" remark="3 of 40" active={active}>
			<Size />
		</Panel>
	)

	it('Panel has its title in a frame, and its remark where both have room', () => {
		expect(rowsOf(panel(), 20, 3)).toEqual([
			'‹border:╭─ ›‹strong:Title›‹border: ──────────›‹border:╮›',
			'‹border:│› 16x1             ‹border:│›',
			'‹border:╰──────────────────╯›',
		])
		expect(rowsOf(panel(), 21, 3)).toEqual([
			'‹border:╭─ ›‹strong:Title›‹border: ─›‹muted: 3 of 40 ›‹border:─╮›',
			'‹border:│› 17x1              ‹border:│›',
			'‹border:╰───────────────────╯›',
		])
		expect(rowsOf(panel(true), 24, 4)).toEqual([
			'‹borderActive:╭─ ›‹accent:Title›‹borderActive: ────›‹muted: 3 of 40 ›‹borderActive:─╮›',
			'‹borderActive:│› 20x2                 ‹borderActive:│›',
			'‹borderActive:│›                      ‹borderActive:│›',
			'‹borderActive:╰──────────────────────╯›',
		])
		expect(rowsOf(<Panel title="A title" width={13} height={3} />, 40, 9)).toEqual([
			'‹border:╭─ ›‹strong:A title›‹border: ─›‹border:╮›',
			'‹border:│›           ‹border:│›',
			'‹border:╰───────────╯›',
		])
		expect(rowsOf(<Panel title="A title of" width={12} height={3} />, 40, 9)).toEqual([
			'‹border:╭─ ›‹strong:A tit…›‹border: ─›‹border:╮›',
			'‹border:│›          ‹border:│›',
			'‹border:╰──────────╯›',
		])
	})

	it('the frame of a Panel is left out where only what is inside has room', () => {
		expect([rowsOf(panel(), 6, 3), rowsOf(panel(), 5, 3), rowsOf(panel(), 6, 2)]).toEqual([
			['‹border:╭─ ›‹border: ─›‹border:╮›', '‹border:│› 2x ‹border:│›', '‹border:╰────╯›'],
			['5x3', '', ''],
			['6x2', ''],
		])
	})
})

describe('Split and Stack', () => {
	it('divide by cells or by a share, and never give more than there is', () => {
		const split = (at: number, rows = false) => (
			<Split at={at} rows={rows}>
				<Size />
				<Size />
			</Split>
		)
		expect([0.25, 0.99, 1, 8, 50].map((at) => rowsOf(split(at), 21, 1))).toEqual([
			['5x1   15x1'],
			['20x1'],
			['1 19x1'],
			['8x1      12x1'],
			['21x1'],
		])
		expect([0.5, 2, 50].map((at) => rowsOf(split(at, true), 9, 5))).toEqual([
			['9x2', '', '9x3', '', ''],
			['9x2', '', '9x3', '', ''],
			['9x5', '', '', '', ''],
		])
	})

	it('give rows to those that say how many, and share the others', () => {
		const stack = (...rows: readonly (number | 'rest')[]) => (
			<Stack parts={rows.map((given, index) => ({ key: `${index}`, rows: given, child: <Size /> }))} />
		)
		const heights = (rows: readonly (number | 'rest')[], height: number): string =>
			rowsOf(stack(...rows), 9, height)
				.filter((row) => row !== '')
				.join(' ')
		expect(heights(['rest', 'rest', 4], 14)).toBe('9x5 9x5 9x4')
		expect(heights(['rest', 4], 6)).toBe('9x4')
		expect(heights([3, 'rest', 3], 9)).toBe('9x3 9x3 9x3')
		expect(heights([3, 'rest', 3], 8)).toBe('9x3 9x3')
		expect(heights([20], 7)).toBe('9x7')
		expect(
			rowsOf(
				<Stack
					least={1}
					parts={[
						{ key: 'a', rows: 1, child: <Size /> },
						{ key: 'b', rows: 'rest', child: <Size /> },
					]}
				/>,
				9,
				2,
			),
		).toEqual(['9x1', '9x1'])
	})
})

describe('Prose', () => {
	it('Prose is cut where it does not fit, with a sign for the rest', () => {
		const text = 'one two three four'
		expect(rowsOf(<Prose text={text} />, 9, 3)).toEqual(['one two', 'three', 'four'])
		expect(rowsOf(<Prose text={text} />, 9, 2)).toEqual(['one two', '…'])
		expect(rowsOf(<Prose text={text} rows={2} rest="more" as="muted" />, 9, 9)).toEqual([
			'‹muted:one two›',
			'‹muted:more›',
		])
		// No more is made safe than could be shown.
		expect(rowsOf(<Prose text={'x'.repeat(18)} />, 9, 2)).toEqual(['xxxxxxxxx', 'xxxxxxxxx'])
		expect(rowsOf(<Prose text={'x'.repeat(19)} />, 9, 2)).toEqual(['xxxxxxxxx', '…'])
	})
})

describe('Sections', () => {
	const sections = ['one', 'two'].map((id) => ({ id, title: `Part ${id}`, lines: () => [`${id} 0`, `${id} 1`] }))

	it('mark the heading that the keys are on, and scroll by the wheel', () => {
		const state = new FoldedSections()
		const { app, rows } = drawn(<Sections head={['head']} sections={sections} state={state} />, 12, 4)
		expect(rows()).toEqual(['head', '', '‹strong:‹accent:▾ Part one››', 'one 0'])
		state.step(1)
		expect(rows()).toEqual(['', '‹strong:‹accent:▾ Part two››', 'two 0', 'two 1'])
		state.edge('first')
		app.hits.wheel(1, 2, 2)
		expect(rows()[0]).toBe('one 0')
		// A click is on the row that is drawn there.
		app.hits.click(2, 2)
		expect([state.isFolded('one'), state.isFolded('two')]).toEqual([false, false])
		app.hits.click(2, 3)
		expect([state.isFolded('one'), state.isFolded('two')]).toEqual([false, true])
		expect(rowsOf(<Sections head={[]} sections={sections} />, 12, 4)).toEqual([
			'',
			'‹accent:▾ Part one›',
			'one 0',
			'one 1',
		])
	})
})

describe('ListTable', () => {
	const columns: readonly ListColumn<string>[] = [
		{ id: 'name', title: 'name', width: 6, text: (name, { mark }) => mark(name), order: (name) => name },
		{ id: 'text', title: 'text', width: 'flex', text: (name) => `of ${name}` },
	]
	const names = ['alice', 'bob', 'carol', 'dave', 'erin']
	const listOf = (items: readonly string[]): ItemList<string> =>
		new ItemList<string>({ items: () => items, keyOf: (name) => name, texts: (name) => [name], columns })

	it('draws its rows with the selection, the words of the filter, and a scroll bar where there are more', () => {
		const list = listOf(names)
		expect(rowsOf(<ListTable list={list} columns={columns} />, 20, 4)).toEqual([
			'‹muted:  name    text      ›',
			'‹selected:▸ alice   of alice›‹muted: █›',
			'  bob     of bob  ‹border: █›',
			'  carol   of carol‹border: │›',
		])
		expect(rowsOf(<ListTable list={list} columns={columns} />, 20, 6)).toEqual([
			'‹muted:  name    text      ›',
			'‹selected:▸ alice   of alice  ›',
			'  bob     of bob',
			'  carol   of carol',
			'  dave    of dave',
			'  erin    of erin',
		])
		expect(rowsOf(<ListTable list={list} columns={columns} height={2} />, 20, 9)).toEqual([
			'‹selected:▸ alice   of alice›‹muted: █›',
			'  bob     of bob  ‹border: │›',
		])
		expect(rowsOf(<ListTable list={list} columns={columns} header={false} />, 20, 5)).toHaveLength(5)
		list.setFilter('a e')
		list.sortBy('name')
		expect(rowsOf(<ListTable list={list} columns={columns} />, 20, 9)).toEqual([
			'‹muted:  name ▴  text      ›',
			'‹selected:▸ ‹match:a›lic‹match:e›   of alice  ›',
			'  d‹match:a›v‹match:e›    of dave',
		])
		list.setFilter('zzz')
		expect(rowsOf(<ListTable list={list} columns={columns} />, 30, 9)).toEqual([
			'‹muted:                              ›',
			'‹muted:Nothing matches.              ›',
			'‹muted:Esc clears the filter.        ›',
		])
		expect(rowsOf(<ListTable list={listOf([])} columns={columns} empty={['none yet']} />, 10, 9)).toEqual([
			'‹muted:none yet  ›',
		])
	})

	it('sorts by a click on a title and says which has no order', () => {
		const list = listOf(names.toReversed())
		const { app, rows } = drawn(<ListTable list={list} columns={columns} />, 20, 9)
		rows()
		const clicked = (x: number): readonly unknown[] => {
			app.hits.click(x, 0)
			return [list.sort?.column, app.said.length]
		}
		// A title has the cells of its column and the gap behind it.
		expect([1, 2].map(clicked)).toEqual([
			[undefined, 0],
			['name', 0],
		])
		list.nextSort()
		list.nextSort()
		expect([9, 10].map(clicked)).toEqual([
			['name', 0],
			['name', 1],
		])
		expect(app.said).toEqual(['info this column has no order'])
	})

	it('only to look at has as many rows as there is room for', () => {
		expect(rowsOf(<StaticTable columns={columns} rows={names} />, 16, 3)).toEqual([
			'‹muted:name    text    ›',
			'alice   of alice',
			'bob     of bob',
		])
		expect(rowsOf(<StaticTable columns={columns} rows={names} header={false} />, 16, 2)).toEqual([
			'alice   of alice',
			'bob     of bob',
		])
		expect(rowsOf(<StaticTable columns={columns} rows={names} header={false} />, 16, 0)).toEqual([''])
	})
})

it('rows without a character keep their height', () => {
	expect(rowsOf(<Rows lines={['a', '', 'b']} />, 9, 3)).toEqual(['a', '', 'b'])
})
