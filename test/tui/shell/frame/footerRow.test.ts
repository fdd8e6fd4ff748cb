import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Offer, Toast } from '../../../../src/tui/app/AppState.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Command } from '../../../../src/tui/kit/keymap/Command.ts'
import { makeTheme } from '../../../../src/tui/kit/theme/makeTheme.ts'
import { firstFooterRow, footerRow, toastRows } from '../../../../src/tui/shell/frame/footerRow.ts'

const theme = makeTheme('dark', 'dark', 0)
const commands = ['a first', 'b second', 'c third'].map((text, index): Command => {
	const [key = '', title = ''] = text.split(' ')
	return { id: title, keys: [key], title, description: '', group: '', footer: index, run: () => {} }
})
const hints = 'a first · b second · c third · ? help · : commands'

/** What the footer reads of an app: a message of some seconds ago, what is offered, and whether an overlay is open. */
function appWith({
	text,
	kind = 'good',
	seconds = 0,
	offer,
	overlaid = false,
}: {
	readonly text?: string
	readonly kind?: Toast['kind']
	readonly seconds?: number
	readonly offer?: Pick<Offer, 'key' | 'title' | 'until'>
	readonly overlaid?: boolean
}): TuiApp {
	const toast = text === undefined ? undefined : { kind, text, at: 1_000_000 - seconds * 1_000 }
	return {
		theme,
		clock: () => 1_000_000,
		state: { toast, offer, overlays: overlaid ? [{}] : [] },
		commands: { reachable: () => commands },
	} as unknown as TuiApp
}
type Options = Parameters<typeof appWith>[0]
const row = (options: Options, width = 80): string => stripVTControlCharacters(footerRow(appWith(options), width).text)
const above = (options: Options, width = 80): readonly string[] =>
	toastRows(appWith(options), width).map(stripVTControlCharacters)

describe('the last row', () => {
	it('the last row has what can be pressed, with the cells of each for clicks', () => {
		expect(row({})).toBe(` ${hints}`.padEnd(80))
		const { text, places } = footerRow(appWith({}), 80)
		const plain = stripVTControlCharacters(text)
		expect(places.map(({ x, width }) => plain.slice(x, x + width)).join(' · ')).toBe(hints)
		expect(row({}, 52)).toBe(` ${hints} `)
		expect(row({}, 51)).toBe(` ${hints.replace('c third · ', '')}`.padEnd(51))
		expect(stripVTControlCharacters(firstFooterRow(theme, 40))).toBe(' ? help · : commands'.padEnd(40))
		expect(row({ overlaid: true }, 60)).toBe(' a first · b second · c third'.padEnd(60))
	})

	it('what is offered for a while stands before help, with the seconds that are left', () => {
		const offer = { key: 'u', title: 'undo', until: 1_009_000 }
		expect(row({ offer })).toContain(' · u undo 9s · ? help · : commands')
		expect(row({ offer: { ...offer, until: 999_000 } })).toContain(' · u undo 0s · ? help')
	})

	it('a new message takes the room of hints, and a later one only what they leave', () => {
		const text = 'sent to bob'
		expect(row({ text }, 80)).toBe(` ${hints}${' '.repeat(11)}✓ sent to bob  0s `)
		// Its cells, and two between it and the hints; later one.
		expect(row({ text }, 72)).toBe(` ${hints}${' '.repeat(3)}✓ sent to bob  0s `)
		expect(row({ text }, 71)).toBe(` ${hints}  ✓ sent to bob  0s `)
		expect(row({ text }, 70)).toBe(` ${hints.replace('c third · ', '')}${' '.repeat(11)}✓ sent to bob  0s `)
		expect(row({ text, seconds: 5 }, 70)).toContain('✓ sent to bob  5s ')
		expect(row({ text, seconds: 6 }, 69)).toBe(` ${hints}`.padEnd(69))
		expect(row({ text, seconds: 6 }, 70)).toBe(` ${hints} ✓ sent to bob  6s `)
	})

	it('a message stays by its kind: an error long, and what is under way until it ends', () => {
		const stays = (kind: Toast['kind'], seconds: number): boolean =>
			row({ text: 'word', kind, seconds }, 100).includes('word')
		for (const [kind, last] of [
			['good', 8],
			['info', 8],
			['bad', 20],
			['busy', 600],
		] as const) {
			expect([stays(kind, last - 1), stays(kind, last)], kind).toEqual([true, false])
		}
		const fresh = (kind: Toast['kind'], seconds: number): boolean =>
			!row({ text: 'word', kind, seconds }, 60).includes('third')
		for (const [kind, last] of [
			['good', 6],
			['info', 6],
			['bad', 12],
			['busy', 6],
		] as const) {
			expect([fresh(kind, last - 1), fresh(kind, last)], kind).toEqual([true, false])
		}
	})

	it('a message has the sign of its kind, unless it brings its own', () => {
		const signs = (['good', 'bad', 'info', 'busy'] as const).map(
			(kind) => /\S word/.exec(row({ text: 'word', kind }))?.[0],
		)
		expect(signs).toEqual(['✓ word', '✗ word', '· word', '◌ word'])
		expect(row({ text: '✗ word', kind: 'info' })).toContain('   ✗ word')
	})

	it('the age of a message is in its largest unit, and none is below zero', () => {
		expect(row({ text: 'word', kind: 'busy', seconds: 61 }, 100)).toMatch(/word {2}1m $/)
		expect(row({ text: 'word', seconds: -5 }, 100)).toMatch(/word {2}0s $/)
	})
})

describe('a message that is too long for the last row', () => {
	// Of 60 cells help, commands and the blanks around take 21, the age 6.
	const longest = 'x'.repeat(31)

	it('a message that is too long for the last row stands above it while it is new', () => {
		expect([above({ text: longest }, 60), row({ text: longest }, 60).includes('✓')]).toEqual([[], true])
		expect(row({ text: longest }, 60)).toBe(` ? help · : commands  ✓ ${longest}  0s `)
		expect(above({ text: `${longest}x` }, 60)).toEqual(['─'.repeat(60), ` ✓ ${longest}x`.padEnd(60)])
		expect(row({ text: `${longest}x` }, 60)).toBe(` ${hints}`.padEnd(60))
		expect([
			above({ text: `${longest}x`, seconds: 5 }, 60).length,
			above({ text: `${longest}x`, seconds: 6 }, 60),
		]).toEqual([...[2, []]])
		// Later it is shortened.
		expect(row({ text: `${longest}x`, kind: 'bad', seconds: 12 }, 92)).toContain(`✗ ${longest}x 12s `)
		expect(row({ text: 'x'.repeat(90), kind: 'bad', seconds: 12 }, 100)).toBe(` ${hints}`.padEnd(100))
	})

	it('over an overlay, which shows its own hints, a message has most of the last row', () => {
		// Of 60 cells the hints keep 18, the age 6.
		expect(above({}, 60)).toEqual([])
		expect(above({ text: 'x'.repeat(34), overlaid: true }, 60)).toEqual([])
		expect(above({ text: 'x'.repeat(35), overlaid: true }, 60)).toHaveLength(2)
		expect(above({ text: 'x'.repeat(33), overlaid: true }, 59)).toHaveLength(0)
		expect(above({ text: 'x'.repeat(35), overlaid: true }, 59)).toHaveLength(2)
	})

	it('a message takes three rows at most, the later ones indented, and the last says that there was more', () => {
		const words = Array.from({ length: 12 }, (_, index) => `${index}`.padStart(9, 'w'))
		const text = (count: number): string => words.slice(0, count).join(' ')
		expect(above({ text: text(7) }, 35)).toEqual([
			'─'.repeat(35),
			' ✓ wwwwwwww0 wwwwwwww1 wwwwwwww2   ',
			'   wwwwwwww3 wwwwwwww4 wwwwwwww5   ',
			'   wwwwwwww6                       ',
		])
		expect(above({ text: text(9) }, 35).at(-1)).toBe('   wwwwwwww6 wwwwwwww7 wwwwwwww8   ')
		expect(above({ text: text(11) }, 35).at(-1)).toBe('   wwwwwwww6 wwwwwwww7 wwwwwwww8 w…')
		expect(above({ text: text(11) }, 35)).toHaveLength(4)
	})
})
