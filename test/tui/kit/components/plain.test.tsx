import { EventEmitter } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { render, Text } from 'ink'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { Chart } from '../../../../src/tui/kit/components/Chart.tsx'
import { JsonView } from '../../../../src/tui/kit/components/JsonView.tsx'
import { ListTable } from '../../../../src/tui/kit/components/ListTable.tsx'
import { Area, Split, Stack } from '../../../../src/tui/kit/components/layout.tsx'
import { Panel } from '../../../../src/tui/kit/components/Panel.tsx'
import { Prose } from '../../../../src/tui/kit/components/Prose.tsx'
import { Sections } from '../../../../src/tui/kit/components/Sections.tsx'
import { AppContext, useArea } from '../../../../src/tui/kit/hooks/hooks.ts'
import { FoldedSections } from '../../../../src/tui/kit/models/FoldedSections.ts'
import { JsonTree } from '../../../../src/tui/kit/models/JsonTree.ts'
import { TextScroll } from '../../../../src/tui/kit/models/TextScroll.ts'
import { WindowList } from '../../../../src/tui/kit/models/WindowList.ts'
import { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { Picker, type PickerItem } from '../../../../src/tui/kit/overlays/Picker.tsx'
import { inkInput } from '../../../../src/tui/kit/terminal/inkInput.ts'
import { kitApp } from '../../support/kitApp.ts'

/** The rows of a component as a screen reader reads them, in an area of 24 cells by three rows or more. */
function read(part: ReactElement, height = 3): readonly string[] {
	let last = ''
	const output = Object.assign(new EventEmitter(), {
		columns: 60,
		rows: 40,
		isTTY: true,
		write: (text: string) => {
			last = text
			return true
		},
	}) as unknown as NodeJS.WriteStream
	const ink = render(
		<AppContext value={kitApp()}>
			<Area width={24} height={height}>
				{part}
			</Area>
		</AppContext>,
		{
			...{ stdout: output, stderr: output, stdin: inkInput(), debug: true },
			...{ exitOnCtrlC: false, patchConsole: false, isScreenReaderEnabled: true },
		},
	)
	const rows = last.split('\n').map((row) => stripVTControlCharacters(row).trimEnd())
	ink.unmount()
	return rows.filter((row) => row !== '')
}

function Size(): ReactElement {
	const { width, height } = useArea()
	return <Text>{`${width}x${height}`}</Text>
}

describe('what a screen reader reads', () => {
	it('a chart is its last and its highest value, and since when, or that there is none', () => {
		const chart = (values: readonly (number | undefined)[]): readonly string[] =>
			read(<Chart values={values} format={(value) => `${value} k`} ends={['02:10', 'now']} empty="Nothing yet." />)
		expect(chart([1, undefined, 9, 5, undefined]).join(' ')).toBe('now 5 k, highest 9 k since 02:10')
		expect(chart([0])).toEqual(['now 0 k, highest 0 k since 02:10'])
		expect(chart([undefined])).toEqual(['Nothing yet.'])
	})

	it('a Panel is its title with the remark, and what is inside in the whole area, without a frame', () => {
		const inside = <Size />
		expect(read(<Panel title="Title">{inside}</Panel>)).toEqual(['Title', '24x3'])
		expect(
			read(
				<Panel title="Title" remark="3 of 40">
					{inside}
				</Panel>,
			),
		).toEqual(['Title (3 of 40)', '24x3'])
	})

	it('the parts of a Split or a Stack are one below the other, each with the whole area and uncut', () => {
		const tall = <Text>{'one\ntwo\nthree\nfour'}</Text>
		expect(
			read(
				<Split at={2}>
					<Size />
					{tall}
				</Split>,
			),
		).toEqual(['24x3', 'one', 'two', 'three', 'four'])
		const parts = [
			{ key: 'a', rows: 1, child: tall },
			{ key: 'b', rows: 'rest' as const, child: <Size /> },
			{ key: 'c', rows: 9, child: <Text>last</Text> },
		]
		expect(read(<Stack parts={parts} />)).toEqual(['one', 'two', 'three', 'four', '24x3', 'last'])
	})

	it('Prose is read whole, wherever it was scrolled to', () => {
		const words = Array.from({ length: 12 }, (_, index) => `paragraph ${index}`)
		const scroll = new TextScroll()
		scroll.window(words, 3)
		scroll.move(4)
		for (const part of [
			<Prose key="a" text={words.join('\n')} />,
			<Prose key="b" text={words.join('\n')} rows={2} />,
			<Prose key="c" text={words.join('\n')} scroll={scroll} />,
		])
			expect(read(part)).toEqual(words)
	})

	it('Sections are read whole and without signs, also those that are folded', () => {
		const sections = ['one', 'two'].map((id) => ({ id, title: `Part ${id}`, lines: () => [`${id} 0`, `${id} 1`] }))
		const whole = ['head', 'Part one', 'one 0', 'one 1', 'Part two', 'two 0', 'two 1']
		const state = new FoldedSections(['one'])
		expect(read(<Sections head={['head']} sections={sections} state={state} />)).toEqual(whole)
		expect(read(<Sections head={['head']} sections={sections} />)).toEqual(whole)
	})

	it('a JSON value is read whole, and a list without a scroll bar', () => {
		expect(read(<JsonView tree={new JsonTree({ a: [1, 2, 3] })} />).map((row) => row.trim())).toEqual([
			...['▾ {', '▾ "a": [', '1,', '2,', '3', ']', '}'],
		])
		const list = WindowList.of(() => [...'abcdefgh'])
		const columns = [{ id: 'name', width: 'flex' as const, text: (row: string) => row.repeat(30) }]
		expect(read(<ListTable list={list} columns={columns} />)).toEqual([
			'  name',
			`▸ ${'a'.repeat(21)}…`,
			`  ${'b'.repeat(21)}…`,
		])
	})

	it('a Notice is read whole, and says so to what it shows', () => {
		const lines = Array.from({ length: 9 }, (_, index) => `line ${index}`)
		const notice = new Notice(kitApp(), {
			title: 'Read this',
			lines: ({ plain }) => [`plain ${plain}`, ...lines],
			copy: { text: 'x', what: 'it' },
		})
		expect(read(notice.view())).toEqual(['Read this', 'plain true', ...lines, '⏎ close   y copy'])
	})

	it('all entries of a Picker are read with their headings, and no note of the selected one', () => {
		class Items extends Picker {
			readonly name = 'items'
			readonly title = 'Items'
			readonly placeholder = 'type'

			protected items(): readonly PickerItem[] {
				return Array.from({ length: 8 }, (_, index) => ({
					...{ label: `e${index}`, right: '', detail: '', disabled: '', run: () => {} },
					group: `group ${index}`,
				}))
			}
		}
		const rows = read(new Items(kitApp()).view(), 20)
		expect(rows.slice(0, 2)).toEqual(['Items (8)', '›  type'])
		expect(rows.slice(3)).toEqual(
			Array.from({ length: 8 }, (_, index) => [`group ${index}`, `${index === 0 ? '▸' : ' '} e${index}`]).flat(),
		)
	})
})
