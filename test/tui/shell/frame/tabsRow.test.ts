import { describe, expect, it } from 'vitest'
import type { Tab } from '../../../../src/tui/app/tabs.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { tabsRow } from '../../../../src/tui/shell/frame/tabsRow.ts'

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
