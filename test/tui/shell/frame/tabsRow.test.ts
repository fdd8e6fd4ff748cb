import { describe, expect, it } from 'vitest'
import type { Tab } from '../../../../src/tui/app/tabs.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { sidebarRows, tabsRow } from '../../../../src/tui/shell/frame/tabsRow.ts'

const tabs = [
	['home', 'Home', 'Home'],
	['greetings', 'Greetings', 'Greet'],
	['accounts', 'Accounts', 'Accts'],
	['keys', 'Keys', 'Keys'],
	['converter', 'Converter', 'Conv'],
	['endpoints', 'Endpoints', 'Endpts'],
	['blocks', 'Blocks', 'Blocks'],
	['node', 'Node', 'Node'],
	['logs', 'Logs', 'Logs'],
	['transactions', 'Transactions', 'Txs'],
].map(([id = '', title = '', short = '']) => ({ id, title, short }))

const later = [
	['requests', 'Requests', 'Reqs', 'r'],
	['contracts', 'Contracts', 'Contr', 'c'],
	['network', 'Network', 'Net', 'n'],
].map(([id = '', title = '', short = '', letter = '']) => ({ id, title, short, letter }))

function drawn(current: string, width: number, all: readonly Tab[] = tabs) {
	const { text: line, places } = tabsRow(makeTheme('dark', 'dark', 0), all, current, width)
	return { line, text: line.replaceAll(/\u001b\[[\d;]*m/g, ''), places }
}

describe('the strip of ten tabs', () => {
	it('shows short names at 80 columns, the current one in full where it fits', () => {
		expect(drawn('home', 80).text.trimEnd()).toBe(
			' 1 Home 2 Greet 3 Accts 4 Keys 5 Conv 6 Endpts 7 Blocks 8 Node 9 Logs 0 Txs',
		)
		expect(drawn('greetings', 80).text).toContain(' 1 Home 2 Greetings 3 Accts ')
		expect(drawn('transactions', 80).text).toContain(' 9 Logs 0 Transactions ')
	})

	it('shows all names where there is room', () => {
		expect(drawn('home', 130).text).toContain(' 1 Home  2 Greetings  3 Accounts ')
		expect(drawn('home', 130).text).toContain('  0 Transactions ')
	})

	it('knows where each tab stands, the tenth too', () => {
		for (const width of [80, 130]) {
			const { text, places } = drawn('keys', width)
			for (const { x, width: cells, id } of places) {
				const digit = text.slice(x, x + cells).trim()[0]
				expect(tabs.findIndex((tab) => tab.id === id)).toBe((Number(digit) + 9) % 10)
			}
			expect(places).toHaveLength(10)
		}
	})
})

describe('the strip of more than ten tabs', () => {
	const all = [...tabs, ...later]

	it('scrolls with the current tab at 80 columns, so that no screen is out of sight when it is in front', () => {
		expect(drawn('home', 80, all).text.trimEnd()).toBe(
			' 1 Home 2 Greet 3 Accts 4 Keys 5 Conv 6 Endpts 7 Blocks 8 Node 9 Logs 0 Txs ›',
		)
		expect(drawn('network', 80, all).text.trimEnd()).toMatch(/^ ‹ .* 0 Txs gr Reqs gc Contr gn Network$/)
		for (const { id, title } of all) expect(drawn(id, 80, all).text).toContain(title)
	})

	it('shows all names where there is room', () => {
		expect(drawn('home', 170, all).text).toContain('  0 Transactions  gr Requests  gc Contracts  gn Network')
	})

	it('leads to the next tab out of sight by a click on the sign at its end', () => {
		expect(drawn('home', 80, all).places.at(-1)?.id).toBe('requests')
		const { places, text } = drawn('network', 80, all)
		const shown = all.findIndex(({ id }) => id === places[1]?.id)
		expect([text.trim()[0], places[0]?.id]).toEqual(['‹', all[shown - 1]?.id])
	})

	it('never cuts a word and fills its width, at any width and on any screen', () => {
		const words = new Set([...all.flatMap(({ title, short }) => [title, short]), 'gr', 'gc', 'gn', '‹', '›'])
		for (let width = 60; width <= 175; width++) {
			for (const { id, title } of all) {
				const { line, text } = drawn(id, width, all)
				expect(cellWidth(line)).toBe(width)
				const shown = text.trim().split(/\s+/)
				for (const word of shown) expect(/^\d$/.test(word) || words.has(word), `${word} at ${width}`).toBe(true)
				expect(shown).toContain(title)
			}
		}
	})
})

describe('the layouts of the strip', () => {
	const names = (current: number, isShort: boolean): readonly string[] =>
		tabs.map(({ title, short }, index) => `${(index + 1) % 10} ${isShort && index !== current ? short : title}`)
	/** The least width of tabs with so many blanks between them. */
	const need = (labels: readonly string[], gap: number): number => labels.join(' '.repeat(gap)).length + 2

	it('gaps become narrow before names become short, and names as late as they can', () => {
		for (const current of [0, 4, 9]) {
			const { id } = tabs[current]!
			const steps = [
				[names(current, false), 2],
				[names(current, false), 1],
				[names(current, true), 2],
				[names(current, true), 1],
			] as const
			for (const [step, [labels, gap]] of steps.entries()) {
				expect(drawn(id, need(labels, gap)).text, `${step}`).toBe(` ${labels.join(' '.repeat(gap))} `)
				const narrower = steps.slice(step + 1).find(([other, blanks]) => need(other, blanks) < need(labels, gap))
				if (narrower === undefined) continue
				const width = need(labels, gap) - 1
				expect(drawn(id, width).text.trim(), `${step}`).toBe(narrower[0].join(' '.repeat(narrower[1])))
			}
		}
	})

	it('a tab takes the cells of its label, the current one a cell more at each side', () => {
		for (const [width, isShort] of [
			[130, false],
			[86, true],
		] as const) {
			for (const [current, { id }] of tabs.entries()) {
				const { text, places } = drawn(id, width)
				expect(places.map(({ x, width: cells }) => text.slice(x, x + cells))).toEqual(
					names(current, isShort).map((label, index) => (index === current ? ` ${label} ` : label)),
				)
			}
		}
	})

	it('a strip that scrolls shows the tabs around the current one, the first as long as they can stay', () => {
		const rows = ['home', 'accounts', 'keys', 'converter', 'blocks', 'transactions'].map((id) => drawn(id, 40).text)
		expect(rows.map((row) => row.trimEnd())).toEqual([
			' 1 Home 2 Greet 3 Accts 4 Keys 5 Conv ›',
			' 1 Home 2 Greet 3 Accounts 4 Keys ›',
			' 1 Home 2 Greet 3 Accts 4 Keys 5 Conv ›',
			' ‹ 4 Keys 5 Converter 6 Endpts ›',
			' ‹ 5 Conv 6 Endpts 7 Blocks 8 Node ›',
			' ‹ 8 Node 9 Logs 0 Transactions',
		])
		const { places } = drawn('converter', 40)
		expect([places[0]?.id, places.at(-1)?.id]).toEqual(['accounts', 'blocks'])
	})
})

describe('the tabs at the left', () => {
	const theme = makeTheme('dark', 'dark', 0)
	const plain = (all: readonly Tab[], width: number, height: number): readonly string[] =>
		sidebarRows(theme, all, 'accounts', width, height).map((row) => row.replaceAll(/\u001b\[[\d;]*m/g, ''))

	it('the tabs at the left stand below one another with a rule beside them, the current one marked', () => {
		expect(plain(tabs.slice(0, 3), 14, 5)).toEqual([
			' 1 Home     │ ',
			' 2 Greetings│ ',
			' 3 Accounts ▐ ',
			'            │ ',
			'            │ ',
		])
		expect(plain(tabs, 14, 2)).toEqual(['1 Home      │ ', '2 Greetings │ '])
		expect(plain([...tabs.slice(0, 3), later[0]!], 15, 4)).toEqual([
			' 1 Home      │ ',
			' 2 Greetings │ ',
			' 3 Accounts  ▐ ',
			' 4 Requests  │ ',
		])
	})

	it('the marks of the tabs at the left end in one column', () => {
		const all = [...tabs, later[0]!]
		expect(plain(all, 18, 11).filter((_, row) => row === 0 || row >= 9)).toEqual([
			'  1 Home        │ ',
			'  0 Transactions│ ',
			' gr Requests    │ ',
		])
		expect(plain(all, 17, 1)).toEqual([' 1 Home        │ '])
	})
})
