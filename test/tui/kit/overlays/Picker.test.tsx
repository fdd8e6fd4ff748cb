import { describe, expect, it } from 'vitest'
import { HelpOverlay } from '../../../../src/tui/kit/overlays/HelpOverlay.ts'
import { Palette, type PaletteEntry } from '../../../../src/tui/kit/overlays/Palette.ts'
import { Picker, type PickerItem } from '../../../../src/tui/kit/overlays/Picker.tsx'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

const item = (label: string, group: string, more: Partial<PickerItem> = {}): PickerItem => ({
	label,
	group,
	right: '',
	detail: `Does ${label}.`,
	disabled: '',
	run: () => {},
	...more,
})

class Items extends Picker {
	readonly name = 'items'
	readonly title = 'Items'
	readonly placeholder = 'type'
	all: readonly PickerItem[] = []

	protected items(query: string): readonly PickerItem[] {
		return this.all.filter(({ label }) => label.includes(query))
	}
}

/** A list of entries, whose rows are read without the frame around them. */
function open(all: readonly PickerItem[], width = 44, height = 12) {
	const app = kitApp({ theme: namedTheme })
	const picker = new Items(app)
	picker.all = all
	app.show(picker)
	const part = renderPart(picker.view(), { app, width, height })
	const strip = (frame: string): readonly string[] =>
		frame
			.replaceAll('‹borderActive:│›', '│')
			.split('\n')
			.map((row) => row.replace(/^│ (.*) │$/, '$1').trimEnd())
	return {
		app,
		picker,
		rows: (): readonly string[] => {
			app.touch()
			return strip(part.text()).slice(1, -1)
		},
		colored: (): readonly string[] => {
			app.touch()
			return strip(named(part.frame())).slice(3, -1)
		},
		key: (id: string): void => {
			const command = picker.commands().find(({ keys }) => keys.includes(id))
			if (command === undefined) picker.onKey({ id, text: id })
			else void command.run()
		},
	}
}

const several = [
	item('alpha', 'One', { right: 'a' }),
	item('beta', 'One', { disabled: 'not now', right: 'Ctrl-B' }),
	item('gamma', 'Two', { detail: 'Does much more than there is room for in one row.' }),
	item('a label that is longer than its own column of them', 'Three'),
]

describe('Picker', () => {
	it('draws headings, entries with their key at the end, and what cannot run with its reason', () => {
		const { rows, colored, key } = open(several)
		expect(rows()).toEqual([
			'›  type',
			'────────────────────────────────────────',
			'One',
			'▸ alpha                                a',
			'  beta                            Ctrl-B',
			'Two',
			'  gamma                             Doe…',
			'Three',
			'  a label that is longer than its own c…',
			'',
		])
		expect(colored()).toEqual([
			'‹muted:One                                     ›',
			'‹selected:▸ alpha                                a›',
			'  ‹muted:beta                           ›‹key: Ctrl-B›',
			'‹muted:Two                                     ›',
			'  gamma                           ‹muted:  Doe…›',
			'‹muted:Three                                   ›',
			'  a label that is longer than its own c…',
			'',
		])
		key('g')
		expect(rows()).toEqual([
			'› g',
			'────────────────────────────────────────',
			'▸ gamma                             Doe…',
			'  a label that is longer than its own c…',
			'',
			'',
			'',
			'',
			'',
			'',
		])
		key('x')
		expect(colored()).toEqual(['‹muted:No match. Esc closes.›', '', '', '', '', '', '', ''])
	})

	it('says whole what the selected entry does where it is high enough', () => {
		const { rows, key } = open(several, 34, 16)
		expect(open(several, 34, 15).rows()).toEqual([
			'›  type',
			'──────────────────────────────',
			'One',
			'▸ alpha                      a',
			'  beta                  Ctrl-B',
			'Two',
			'  gamma',
			'Three',
			'  a label that is longer than…',
			'',
			'',
			'',
			'',
		])
		expect(rows()).toEqual([
			'›  type',
			'──────────────────────────────',
			'One',
			'▸ alpha                      a',
			'  beta                  Ctrl-B',
			'Two',
			'  gamma',
			'Three',
			'  a label that is longer than…',
			'',
			'',
			'──────────────────────────────',
			'Does alpha.',
			'',
		])
		key('down')
		expect(rows().slice(-3)).toEqual(['──────────────────────────────', 'Does beta. (not now)', ''])
		key('down')
		expect(rows().slice(-3)).toEqual([
			'──────────────────────────────',
			'Does much more than there is',
			'room for in one row.',
		])
	})

	it('entries with short labels have what they do in one column, and their keys at the end', () => {
		const { rows } = open([item('alpha', 'One', { right: 'a' }), item('beta', 'One')])
		expect(rows().slice(2, 5)).toEqual([
			'One',
			`▸ ${'alpha'.padEnd(24)}  Does alph… a`,
			`  ${'beta'.padEnd(24)}  Does beta.`,
		])
		const long = 'Does one two three four five six seven eight nine ten eleven twelve.'
		// Two rows of it at most.
		expect(
			open([item('alpha', 'One', { detail: long })], 34, 16)
				.rows()
				.slice(-3),
		).toEqual(['──────────────────────────────', 'Does one two three four five', 'six seven eight nine ten'])
	})

	it('headings of a Picker: at most four of them take room from its entries', () => {
		const groups = Array.from({ length: 6 }, (_, index) => item(`entry ${index}`, `Group ${index}`))
		const { rows, picker } = open(groups)
		picker.cursor.select(3)
		expect([rows()[2], rows()[9]?.slice(0, 9)]).toEqual(['Group 0', '▸ entry 3'])
		picker.cursor.select(4)
		expect([rows()[2], rows()[9]?.slice(0, 9)]).toEqual(['Group 1', '▸ entry 4'])
	})

	it('keeps the selected entry in sight, with the heading of the first row', () => {
		const many = Array.from({ length: 12 }, (_, index) => item(`entry ${index}`, index < 6 ? 'First' : 'Second'))
		const { rows, key, picker } = open(many, 30, 9)
		const seen = (): readonly string[] =>
			rows()
				.slice(2)
				.map((row) => row.replace(/ +Does.*/, ''))
		expect(seen()).toEqual(['First', '▸ entry 0', '  entry 1', '  entry 2', '  entry 3'])
		for (let step = 0; step < 4; step++) key('down')
		expect(seen()).toEqual(['First', '  entry 2', '  entry 3', '▸ entry 4', '  entry 5'])
		key('pagedown')
		expect([picker.cursor.selected, ...seen()]).toEqual([6, 'First', '  entry 4', '  entry 5', 'Second', '▸ entry 6'])
		key('pageup')
		key('up')
		expect(picker.cursor.selected).toBe(3)
		picker.cursor.edge('last')
		expect(seen()).toEqual(['Second', '  entry 9', '  entry 10', '▸ entry 11', ''])
		// Without headings, while one searches, there is room for more.
		for (const letter of 'entry') key(letter)
		expect([picker.cursor.selected, ...seen()]).toEqual([
			0,
			'▸ entry 0',
			'  entry 1',
			'  entry 2',
			'  entry 3',
			'  entry 4',
		])
	})

	it('runs an entry by Enter or a click and closes, but not one that cannot run, or a heading', () => {
		const ran: string[] = []
		const entries = several.map((entry) => ({ ...entry, run: () => void ran.push(entry.label) }))
		const first = open(entries)
		first.rows()
		expect(first.app.hits.click(5, 3)).toBe(true)
		first.app.hits.click(5, 5)
		expect([ran, first.app.said, first.app.overlays.length]).toEqual([[], ['info beta: not now'], 1])
		first.app.hits.wheel(1, 5, 5)
		expect(first.picker.cursor.selected).toBe(2)
		first.app.hits.click(5, 7)
		expect([ran, first.app.overlays]).toEqual([['gamma'], []])
		const second = open(entries)
		for (const letter of 'gam') second.key(letter)
		second.key('enter')
		expect([ran, second.app.overlays]).toEqual([['gamma', 'gamma'], []])
		const none = open([])
		none.key('enter')
		expect(none.app.overlays).toHaveLength(1)
		none.key('esc')
		expect(none.app.overlays).toEqual([])
		expect([none.picker.onPaste('one'), none.picker.query.text]).toEqual([true, 'one'])
	})

	it('selects the first entry again when one types on or pastes, and leaves other keys alone', () => {
		const { picker, key } = open(several)
		key('down')
		key('a')
		expect(picker.cursor.selected).toBe(0)
		key('down')
		picker.onPaste('l')
		expect([picker.query.text, picker.cursor.selected]).toEqual(['al', 0])
		expect(picker.onKey({ id: 'f5' })).toBe(false)
	})
})

describe('Palette', () => {
	const entry = (id: string, place: string, here: boolean, ran: string[], why?: string): PaletteEntry => ({
		command: {
			id,
			keys: id === 'go.keys' ? [] : ['ctrl+x', 'y'],
			title: id,
			description: `Does ${id}.`,
			group: 'Everywhere',
			...(why === undefined ? {} : { enabled: () => why }),
			run: () => {},
		},
		place,
		here,
		run: () => void ran.push(id),
	})

	function palette(recent: readonly string[] = []) {
		const ran: string[] = []
		let kept = recent
		const app = kitApp()
		const made = new Palette(app, {
			entries: () => [
				entry('quit', '', true, ran),
				entry('go.keys', 'Keys', false, ran),
				entry('keys.add', 'Keys', false, ran, 'not here'),
				entry('home.more', 'Home', true, ran),
				entry('home.less', 'Home', true, ran, 'nothing is less'),
			],
			targets: (query) =>
				/^\d+$/.test(query)
					? [{ label: `open block ${query}`, detail: 'Blocks', run: () => void ran.push(query) }]
					: [],
			recent: () => kept,
			remember: (ids) => {
				kept = ids
			},
		})
		app.show(made)
		return { made, ran, labels: () => made.found.map(({ label }) => label), kept: () => kept }
	}

	it('lists the commands of the screen in front first, after those used last', () => {
		expect(palette().labels()).toEqual(['Home: home.more', 'Home: home.less', 'quit', 'go.keys', 'Keys: keys.add'])
		const { made, labels } = palette(['keys.add', 'quit'])
		expect(labels()).toEqual(['Keys: keys.add', 'quit', 'Home: home.more', 'Home: home.less', 'go.keys'])
		expect(made.found.map(({ group, right, disabled }) => [group, right, disabled])).toEqual([
			// Whether a command of another screen can run is known there alone.
			['Recent', 'Ctrl-X', ''],
			['Recent', 'Ctrl-X', ''],
			['Home', 'Ctrl-X', ''],
			['Home', 'Ctrl-X', 'nothing is less'],
			['Keys', '', ''],
		])
		expect(palette().made.found.find(({ label }) => label === 'quit')?.group).toBe('Everywhere')
	})

	it('keeps the last eight that were run, each once, the newest first', () => {
		const before = ['a', 'b', 'home.more', 'c', 'd', 'e', 'f', 'g']
		const { made, ran, kept } = palette(before)
		made.found.find(({ label }) => label === 'quit')?.run()
		expect([ran, kept()]).toEqual([['quit'], ['quit', ...before.slice(0, 7)]])
		made.found.find(({ label }) => label === 'Home: home.more')?.run()
		expect(kept()).toEqual(['home.more', 'quit', 'a', 'b', 'c', 'd', 'e', 'f'])
	})

	it('offers first to open what the text names', () => {
		const { made, ran } = palette()
		made.onPaste('12')
		expect(made.found[0]).toMatchObject({
			label: 'open block 12',
			detail: 'Blocks',
			group: 'Open',
			right: '',
			disabled: '',
		})
		made.run()
		expect(ran).toEqual(['12'])
	})
})

describe('HelpOverlay', () => {
	const command = (id: string, group: string, keys: readonly string[], why?: string) => ({
		id,
		keys,
		title: id,
		description: `Does ${id}.`,
		group,
		...(why === undefined ? {} : { enabled: () => why }),
		run: () => {},
	})

	it('lists by group what can run before what cannot, its keys in one column where they are short', () => {
		const commands = [
			command('one', 'First', ['a'], 'not now'),
			command('two', 'Second', ['enter', 'right']),
			command('three', 'First', ['b', 'ctrl+alt+shift+f12']),
			command('four', 'Second', ['c']),
		]
		const help = new HelpOverlay(kitApp(), {
			place: 'Home',
			isOfHere: ({ id }) => id !== 'four',
			commands,
			run: () => {},
		})
		const labels = (): readonly string[] => help.found.map(({ label }) => label)
		expect(labels()).toEqual(['b Ctrl-Alt-Shift-F12 three', '⏎ →         two'])
		const unfold = (): void =>
			void help
				.commands()
				.find(({ id }) => id === 'pick.unfold')!
				.run()
		const title = (): string | undefined => help.commands().find(({ id }) => id === 'pick.unfold')?.title
		expect(title()).toBe('all keys')
		unfold()
		expect([title(), ...labels()]).toEqual([
			'keys of here',
			'b Ctrl-Alt-Shift-F12 three',
			'a           one',
			'⏎ →         two',
			'c           four',
		])
		unfold()
		help.onPaste('f')
		expect(labels()[0]).toBe('b Ctrl-Alt-Shift-F12 three')
		// What is searched is found wherever it works.
		help.onPaste('our')
		expect(labels()).toEqual(['c           four'])
		expect(
			new HelpOverlay(kitApp(), { place: 'Home', isOfHere: () => false, commands, run: () => {} }).found,
		).toHaveLength(4)
		// What cannot run comes after what can in its own group, and before the next group.
		const mixed = [command('x', 'First', ['x']), command('y', 'Second', ['y']), command('z', 'First', ['z'], 'not now')]
		const all = new HelpOverlay(kitApp(), { place: 'Home', isOfHere: () => false, commands: mixed, run: () => {} })
		expect(all.found.map(({ label }) => label)).toEqual(['x x', 'z z', 'y y'])
	})
})
