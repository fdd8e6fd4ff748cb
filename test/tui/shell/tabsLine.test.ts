import { describe, expect, it } from 'vitest'
import { createView, type HitRegion } from '../../../src/tui/kit/lines/View.ts'
import { cellWidth } from '../../../src/tui/kit/text/cells.ts'
import { makeTheme } from '../../../src/tui/kit/theme/makeTheme.ts'
import { tabsLine } from '../../../src/tui/shell/tabsLine.ts'

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

function drawn(current: string, width: number) {
	const regions: HitRegion[] = []
	const opened: string[] = []
	const view = createView({ x: 0, y: 0, width, height: 1 }, makeTheme('dark', 'dark', 0), 0, regions)
	const line = tabsLine(tabs, current, view, (id) => opened.push(id))
	return { line, text: line.replaceAll(/\u001b\[[\d;]*m/g, ''), regions, opened }
}

describe('the strip of ten tabs', () => {
	it('shows short names at 80 columns, the current one in full where it fits', () => {
		expect(drawn('home', 80).text.trimEnd()).toBe(
			' 1 Home 2 Greet 3 Accts 4 Keys 5 Conv 6 Endpts 7 Blocks 8 Node 9 Logs 0 Txs',
		)
		expect(drawn('greetings', 80).text).toContain(' 1 Home 2 Greetings 3 Accts ')
		expect(drawn('transactions', 80).text).toContain(' 9 Logs 0 Txs ')
	})

	it('shows all names where there is room', () => {
		expect(drawn('home', 130).text).toContain(' 1 Home  2 Greetings  3 Accounts ')
		expect(drawn('home', 130).text).toContain('  0 Transactions ')
	})

	it('never cuts a word, shows every digit and fills its width, at any width and on any screen', () => {
		const words = new Set(tabs.flatMap(({ title, short }) => [title, short]))
		for (let width = 60; width <= 130; width++) {
			for (const { id } of tabs) {
				const { line, text } = drawn(id, width)
				expect(cellWidth(line)).toBe(width)
				const shown = text.trim().split(/\s+/)
				expect(shown.filter((word) => /^\d$/.test(word)).join('')).toBe('1234567890')
				for (const word of shown) expect(/^\d$/.test(word) || words.has(word), `${word} at ${width}`).toBe(true)
				const current = tabs.find((tab) => tab.id === id)!
				expect(shown.includes(current.title) || shown.includes(current.short)).toBe(true)
			}
		}
	})

	it('opens the screen whose tab is clicked, the tenth too', () => {
		for (const width of [60, 80, 130]) {
			const { text, regions, opened } = drawn('keys', width)
			for (const { x, width: cells, onClick } of regions) {
				onClick?.(0, 0)
				const digit = text.slice(x, x + cells).trim()[0]
				expect(tabs.findIndex(({ id }) => id === opened.at(-1))).toBe((Number(digit) + 9) % 10)
			}
			expect(opened).toHaveLength(10)
		}
	})
})
