import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Command } from '../../../../src/tui/kit/keymap/Command.ts'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import { footerHints, type Hint } from '../../../../src/tui/kit/text/hints.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'

const theme = makeTheme('dark', 'dark', 0)

function command(key: string, title: string, footer: number): Command {
	return { id: title, keys: [key], title, description: '', group: '', footer, run: () => {} }
}

describe('the footer', () => {
	const commands = [
		command('esc', 'look around without one', 9),
		command('enter', 'make my key', 1),
		command('ctrl+t', 'show secret', 7),
		command('tab', 'next field', 8),
	]
	const text = (width: number, kept: readonly Hint[] = []): string =>
		stripVTControlCharacters(footerHints(theme, commands, kept, width).text)

	it('tells how to leave at every width, and the rest as far as there is room', () => {
		expect(text(120)).toBe('⏎ make my key · Ctrl-T show secret · Tab next field · Esc look around without one')
		expect(text(78)).toBe('⏎ make my key · Ctrl-T show secret · Esc look around without one')
		expect(text(30)).toBe('Esc look around without one')
		for (let width = 30; width < 120; width++) expect(cellWidth(text(width))).toBeLessThanOrEqual(width)
	})

	it('the footer has a hint from the width on that has room for it, and the signs between count', () => {
		for (const kept of [[], [{ key: '?', text: '? help' }]]) {
			const whole = text(200, kept)
			expect(text(cellWidth(whole), kept)).toBe(whole)
			expect(text(cellWidth(whole) - 1, kept)).toBe(whole.replace('Tab next field · ', ''))
		}
	})

	it('the footer has commands by their place in it, and none that has no place or cannot run', () => {
		const { footer: _, ...placeless } = command('a', 'never', 1)
		const off = { ...command('b', 'now not', 2), enabled: () => 'not now' }
		const some = [command('c', 'third', 3), placeless, command('d', 'first', 1), off, command('e', 'second', 2)]
		expect(stripVTControlCharacters(footerHints(theme, some, [], 80).text)).toBe('d first · e second · c third')
	})

	it('the footer has what is always there after it', () => {
		expect(text(78, [{ key: '?', text: '? help' }])).toMatch(/· Esc look around without one · \? help$/)
	})

	it('the footer knows the cells of each hint', () => {
		const { places } = footerHints(theme, commands, [{ key: '?', text: '? help' }], 120)
		const shown = text(120, [{ key: '?', text: '? help' }])
		expect(places.map(({ key, x, width }) => [key, shown.slice(x, x + width)])).toEqual([
			['enter', '⏎ make my key'],
			['ctrl+t', 'Ctrl-T show secret'],
			['tab', 'Tab next field'],
			['esc', 'Esc look around without one'],
			['?', '? help'],
		])
	})
})
