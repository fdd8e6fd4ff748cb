import { Text } from 'ink'
import { describe, expect, it } from 'vitest'
import { Details } from '../../../../src/tui/kit/components/Details.tsx'
import { Split, Stack } from '../../../../src/tui/kit/components/layout.tsx'
import { Panel } from '../../../../src/tui/kit/components/Panel.tsx'
import { Prose } from '../../../../src/tui/kit/components/Prose.tsx'
import { Rows } from '../../../../src/tui/kit/components/Rows.tsx'
import { Sections } from '../../../../src/tui/kit/components/Sections.tsx'
import { useArea } from '../../../../src/tui/kit/hooks/hooks.ts'
import { FoldedSections } from '../../../../src/tui/kit/models/FoldedSections.ts'
import { TextScroll } from '../../../../src/tui/kit/models/TextScroll.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { kitApp } from '../../support/kitApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

function Size() {
	const { width, height } = useArea()
	return <Text>{`${width}x${height}`}</Text>
}

describe('Panel', () => {
	it('frames what is inside, whole at every size, and cuts what does not fit', () => {
		for (let width = 6; width <= 90; width += 3) {
			for (const height of [3, 4, 9]) {
				const inside = Array.from({ length: 20 }, (_, row) => `row ${row} ${'日本'.repeat(30)}`)
				const { text, unmount } = renderPart(
					<Panel title="A long title 日本語 of a panel" remark="3 of 40">
						<Rows lines={inside} />
					</Panel>,
					{ width, height },
				)
				const rows = text().split('\n')
				expect(rows).toHaveLength(height)
				for (const row of rows) expect(cellWidth(row), row).toBe(width)
				expect(rows[0]).toMatch(/^╭.*╮$/)
				for (const row of rows.slice(1, -1)) expect(row).toMatch(/^│.*│$/)
				expect(rows.at(-1)).toMatch(/^╰─*╯$/)
				unmount()
			}
		}
	})

	it('drops its remark where there is no room and tells what is inside its size', () => {
		const panel = (
			<Panel title="Title" remark="3 of 40">
				<Size />
			</Panel>
		)
		expect(renderPart(panel, { width: 40, height: 5 }).text()).toContain('3 of 40')
		const narrow = renderPart(panel, { width: 18, height: 5 }).text()
		expect(narrow).not.toContain('3 of 40')
		expect(narrow).toContain('│ 14x3')
	})
})

describe('Split and Stack', () => {
	it('share the area without losing a cell', () => {
		const { text } = renderPart(
			<Split at={0.5}>
				<Panel title="left">
					<Size />
				</Panel>
				<Panel title="right">
					<Size />
				</Panel>
			</Split>,
			{ width: 41, height: 4 },
		)
		expect(text().split('\n')[1]).toBe('│ 16x2             │ │ 16x2             │')
	})

	it('give rows to what comes first and leave out what has none left', () => {
		const part = (key: string, rows: number | 'rest') => ({ key, rows, child: <Size /> })
		const parts = [part('a', 4), part('b', 'rest'), part('c', 4)]
		expect(
			renderPart(<Stack parts={parts} />, { width: 20, height: 12 })
				.text()
				.match(/20x\d/g),
		).toEqual(['20x4', '20x4', '20x4'])
		expect(
			renderPart(<Stack parts={parts} />, { width: 20, height: 8 })
				.text()
				.match(/20x\d/g),
		).toEqual(['20x4', '20x4'])
	})
})

describe('texts', () => {
	it('texts have the colours of the theme in the depth of the terminal, and none without', () => {
		for (const [level, wanted] of [
			[0, 'warned'],
			[1, '\x1b[33mwarned\x1b[39m'],
			[2, '\x1b[38;5;221mwarned\x1b[39m'],
			[3, '\x1b[38;2;242;204;96mwarned\x1b[39m'],
		] as const) {
			const app = kitApp({ theme: makeTheme('dark', 'dark', level) })
			const { frame } = renderPart(<Prose text="warned" as="warn" />, { app })
			expect(frame()).toBe(wanted)
		}
	})

	it('wrap under their label', () => {
		const rows = [
			['name', 'alice'],
			['text', 'words that go on and on'],
		] as const
		expect(
			renderPart(<Details rows={rows} />, { width: 20 })
				.text()
				.split('\n'),
		).toEqual(['name  alice', 'text  words that go', '      on and on'])
	})

	it('texts of strangers are made safe, wrap, and scroll', () => {
		const scroll = new TextScroll()
		const text = `first\u001b[2J\n${'word '.repeat(40)}\nlast`
		const app = kitApp()
		const part = renderPart(<Prose text={text} scroll={scroll} />, { width: 20, height: 4, app })
		expect(part.text().split('\n')[0]).toBe('first␛[2J')
		expect(part.text()).not.toContain('last')
		scroll.edge('last')
		app.touch()
		expect(part.text().split('\n').at(-1)).toBe('last')
		const cut = renderPart(<Prose text={text} rows={3} rest="… and more" />, { width: 20 })
			.text()
			.split('\n')
		expect([cut.length, cut.at(-1)]).toEqual([3, '… and more'])
	})
})

describe('Sections', () => {
	const sections = ['one', 'two'].map((id) => ({
		id,
		title: `Part ${id}`,
		lines: () => Array.from({ length: 5 }, (_, row) => `${id} ${row}`),
	}))

	it('fold by key and click, and scroll to the heading that is gone to', () => {
		const app = kitApp()
		const state = new FoldedSections()
		const { text } = renderPart(<Sections head={['head']} sections={sections} state={state} />, { height: 6, app })
		const drawn = (): string => {
			app.touch()
			return text()
		}
		expect(drawn().split('\n').slice(0, 4)).toEqual(['head', '', '▾ Part one', 'one 0'])
		state.step(1)
		expect(drawn()).toContain('▾ Part two')
		expect(drawn()).not.toContain('head')
		state.edge('first')
		app.hits.click(3, 2)
		expect(drawn().split('\n').slice(0, 5)).toEqual(['head', '', '▸ Part one', '', '▾ Part two'])
		state.toggleAll()
		expect(drawn().split('\n')).toEqual(['head', '', '▸ Part one', '', '▸ Part two'])
		state.toggleAll()
		expect(drawn()).toContain('one 0')
	})
})
