import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { headerRow } from '../../../../src/tui/shell/frame/headerRow.ts'

const theme = makeTheme('dark', 'dark', 0)
const facts = { crumbs: ['Transactions', 'tx CB8EA…E61E0'], who: 'me 999.99 CHAIN', state: '● live · #1,525' }
const text = (width: number): string => stripVTControlCharacters(headerRow(theme, facts, width).text)

it('the header drops the name of the program before it cuts where one is', () => {
	expect(text(100)).toMatch(/^ ◆ chain-tui › Transactions › tx CB8EA…E61E0 +me 999.99 CHAIN {2}│ {2}● live · #1,525 $/)
	expect(text(80)).toMatch(/^ ◆ › Transactions › tx CB8EA…E61E0 +me 999.99 CHAIN {2}│ {2}● live · #1,525 $/)
	for (const width of [60, 80, 100]) expect(text(width)).toHaveLength(width)
})
