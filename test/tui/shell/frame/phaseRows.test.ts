import { expect, it } from 'vitest'
import { phaseRows } from '../../../../src/tui/shell/frame/phaseRows.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'

const problem = { what: 'no node', why: 'It is\nnot there \u001b[2J.', next: 'Start it.' }
const keys = (...hints: readonly string[]): string =>
	`   ${hints.map((each) => each.replace(/^(\S+) (.*)$/, '‹key:$1› ‹muted:$2›')).join('   ')}`
const drawn = (facts: Parameters<typeof phaseRows>[1], width = 60): readonly string[] =>
	phaseRows(namedTheme, facts, width).map(named)

it('the page of a node that starts says whose it is', () => {
	const rest = ['', '‹muted:   The first start makes its genesis block; later›', '‹muted:   ones take a moment.›']
	const starting = (saved: boolean) => drawn({ problem: undefined, saved, isFailed: false }, 55)
	expect(starting(false)).toEqual(['', '   ‹accent:◐› Starting your chain …', ...rest])
	expect(starting(true)).toEqual(['', '   ‹accent:◐› Asking the saved node …', ...rest])
})

it('the page of a node that failed has three cells free on both sides of its words', () => {
	const what = (words: string): readonly string[] =>
		drawn({ problem: { what: words, why: '', next: 'Go.' }, saved: false, isFailed: false }, 20).slice(1, 3)
	expect([what('abcdef ghijk'), what('abcdef ghijkl')]).toEqual([
		['‹bad:   ✗ abcdef ghijk›', ''],
		['‹bad:   ✗ abcdef›', '‹bad:   ghijkl›'],
	])
})

it('the page of a node that failed says what, why and what to do, and by which keys', () => {
	const page = (saved: boolean, isFailed: boolean, why = problem.why) =>
		drawn({ problem: { ...problem, why }, saved, isFailed })
	expect(page(false, true)).toEqual([
		...['', '‹bad:   ✗ no node›', '   It is', '   not there ␛[2J.', '', '‹strong:   Start it.›', ''],
		keys('r try again', 'n other node, edit, test', 'q quit'),
	])
	expect(page(true, true, '').slice(1)).toEqual([
		...['‹bad:   ✗ no node›', '', '‹strong:   Start it.›', ''],
		keys('r try again', 'n other node, edit, test', 'o own chain', 'q quit'),
	])
	expect(page(false, false).at(-1)).toBe(keys('n other node, edit, test', 'q quit'))
})
