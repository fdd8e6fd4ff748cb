import { describe, expect, it } from 'vitest'
import type { Tab } from '../../../src/tui/app/tabs.ts'
import { cellWidth } from '../../../src/tui/kit/text/cells.ts'
import { makeTheme } from '../../../src/tui/kit/theme/makeTheme.ts'
import { tabsRow } from '../../../src/tui/shell/tabsRow.ts'

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

	it('knows where each tab stands, the tenth too', () => {
		for (const width of [60, 80, 130]) {
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

	it('folds those without a digit into one at 80 columns, but for the current one', () => {
		expect(drawn('home', 80, all).text.trimEnd()).toBe(
			' 1 Home 2 Greet 3 Accts 4 Keys 5 Conv 6 Endpts 7 Blocks 8 Node 9 Logs 0 Txs g…',
		)
		expect(drawn('contracts', 80, all).text.trimEnd()).toBe(
			' 1 2 3 Accts 4 Keys 5 Conv 6 Endpts 7 Blocks 8 Node 9 Logs 0 Txs gc Contr g…',
		)
	})

	it('shows all names where there is room', () => {
		expect(drawn('home', 170, all).text).toContain('  0 Transactions  gr Requests  gc Contracts  gn Network')
	})

	it('opens the next of the folded ones by a click', () => {
		const last = (current: string) => drawn(current, 80, all).places.at(-1)?.id
		expect(last('home')).toBe('requests')
		expect(last('requests')).toBe('contracts')
		expect(last('network')).toBe('requests')
	})

	it('never cuts a word and fills its width, at any width and on any screen', () => {
		const words = new Set([...all.flatMap(({ title, short }) => [title, short]), 'g…', 'gr', 'gc', 'gn'])
		for (let width = 60; width <= 175; width++) {
			for (const { id, title, short } of all) {
				const { line, text } = drawn(id, width, all)
				expect(cellWidth(line)).toBe(width)
				const shown = text.trim().split(/\s+/)
				expect(shown.filter((word) => /^\d$/.test(word)).join('')).toBe('1234567890')
				for (const word of shown) expect(/^\d$/.test(word) || words.has(word), `${word} at ${width}`).toBe(true)
				expect(shown.includes(title) || shown.includes(short)).toBe(true)
			}
		}
	})
})
