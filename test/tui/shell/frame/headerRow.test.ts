import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { headerRow, ruleRow } from '../../../../src/tui/shell/frame/headerRow.ts'

const theme = makeTheme('dark', 'dark', 0)
const facts = { crumbs: ['Transactions', 'tx CB8EA…E61E0'], who: 'me 999.99 CHAIN', state: '● live · #1,525' }
const text = (width: number): string => stripVTControlCharacters(headerRow(theme, facts, width).text)

it('the header drops the name of the program before it cuts where one is', () => {
	expect(text(100)).toMatch(/^ ◆ chain-tui › Transactions › tx CB8EA…E61E0 +me 999.99 CHAIN {2}│ {2}● live · #1,525 $/)
	expect(text(80)).toMatch(/^ ◆ › Transactions › tx CB8EA…E61E0 +me 999.99 CHAIN {2}│ {2}● live · #1,525 $/)
	for (const width of [60, 80, 100]) expect(text(width)).toHaveLength(width)
})

it('the header has the name of the program from the width on that has room for it, and shows both ends whole', () => {
	const whole = ' ◆ chain-tui › Transactions › tx CB8EA…E61E0'
	const right = 'me 999.99 CHAIN  │  ● live · #1,525'
	expect(text(81)).toBe(`${whole} ${right} `)
	expect(text(80)).toBe(`${whole.replace(' chain-tui', '')}${' '.repeat(9)} ${right} `)
	// The path keeps 14 cells.
	expect(text(40)).toBe(' ◆ › Transact… me 999.99 CHAIN  │  ● l… ')
	expect(text(51)).toBe(` ◆ › Transact… ${right} `)
})

it('the header shows 80 characters of a name in its path', () => {
	const path = (length: number): string =>
		stripVTControlCharacters(headerRow(theme, { ...facts, crumbs: ['x'.repeat(length)] }, 200).text)
	expect([path(80), path(81)].map((row) => /x+…?/.exec(row)?.[0])).toEqual(['x'.repeat(80), `${'x'.repeat(80)}…`])
})

it('the header tells from which column on a click means who signs, and which node', () => {
	for (const width of [83, 100]) {
		const { whoFrom, stateFrom } = headerRow(theme, facts, width)
		expect([text(width).slice(whoFrom), text(width).slice(stateFrom)]).toEqual([
			'me 999.99 CHAIN  │  ● live · #1,525 ',
			'● live · #1,525 ',
		])
	}
	const { text: alone, whoFrom, stateFrom } = headerRow(theme, { ...facts, who: '' }, 100)
	expect([stripVTControlCharacters(alone).slice(whoFrom), whoFrom]).toEqual(['● live · #1,525 ', stateFrom])
})

it('the line below the header meets the rule at the right of the tabs', () => {
	expect(stripVTControlCharacters(ruleRow(theme, 17, 100))).toBe(`${'─'.repeat(15)}┬${'─'.repeat(84)}`)
})
