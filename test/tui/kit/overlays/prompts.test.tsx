import { describe, expect, it } from 'vitest'
import type { Overlay } from '../../../../src/tui/kit/keymap/Overlay.ts'
import { ItemList } from '../../../../src/tui/kit/models/ItemList.ts'
import { Confirm, confirm } from '../../../../src/tui/kit/overlays/Confirm.tsx'
import { KeySequence } from '../../../../src/tui/kit/overlays/KeySequence.ts'
import { askFilter, LinePrompt } from '../../../../src/tui/kit/overlays/LinePrompt.tsx'
import { Notice, showNotice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

type App = ReturnType<typeof kitApp>

/** Opens an overlay: its rows with colours, and keys as the dispatcher gives them. */
function open(make: (app: App) => Overlay, width = 40, height = 10) {
	const app = kitApp({ theme: namedTheme })
	const overlay = make(app)
	app.show(overlay)
	const part = renderPart(overlay.view!(), { app, width, height })
	return {
		app,
		overlay,
		rows: (): readonly string[] => {
			app.touch()
			return named(part.frame())
				.replaceAll('‹borderActive:│›', '│')
				.split('\n')
				.map((row) => row.replace(/^│ (.*) │$/, '$1').trimEnd())
		},
		key: (id: string): unknown => {
			const command = overlay.commands().find(({ keys }) => keys.includes(id))
			if (command === undefined) return overlay.onKey?.({ id, ...([...id].length === 1 ? { text: id } : {}) })
			return command.run()
		},
	}
}

describe('Confirm', () => {
	const options = { title: 'Delete alice', text: ['Nobody can bring', 'it back.'], action: 'delete', run: () => {} }

	it('Confirm is as high as its words and its keys, with a field where something must be typed', () => {
		const plain = open((app) => new Confirm(app, options))
		expect(plain.rows()).toEqual([
			'‹borderActive:╭─ ›‹accent:Delete alice›‹borderActive: ───────────────────────›‹borderActive:╮›',
			'Nobody can bring',
			'it back.',
			'',
			'‹key:⏎› ‹muted:delete›   ‹key:Esc› ‹muted:cancel›',
			'',
			'',
			'',
			'',
			'‹borderActive:╰──────────────────────────────────────╯›',
		])
		expect(plain.overlay.rows?.(40, 10)).toBe(6)
		// 16 letters in a row of as many cells, and of one less.
		expect([20, 19, 14].map((width) => plain.overlay.rows?.(width, 10))).toEqual([6, 7, 7])
		const typed = open((app) => new Confirm(app, { ...options, typed: 'alice' }))
		expect(typed.overlay.rows?.(40, 10)).toBe(8)
		typed.key('b')
		void typed.key('enter')
		expect(typed.rows()).toEqual([
			'‹borderActive:╭─ ›‹accent:Delete alice›‹borderActive: ───────────────────────›‹borderActive:╮›',
			'Nobody can bring',
			'it back.',
			'',
			'type ‹strong:alice›: b‹cursor: ›',
			'‹bad:✗ that is not alice›',
			'‹key:⏎› ‹muted:delete›   ‹key:Esc› ‹muted:cancel›',
			'',
			'',
			'‹borderActive:╰──────────────────────────────────────╯›',
		])
		typed.key('backspace')
		expect(typed.rows().at(-5)).toBe('')
		void typed.key('enter')
		expect(typed.rows().at(-5)).toBe('‹bad:✗ that is not alice›')
		typed.overlay.onPaste?.('alice')
		expect(typed.rows().at(-5)).toBe('')
	})

	it('takes a pasted name, and nothing where none is wanted', async () => {
		const ran: string[] = []
		const made = { ...options, run: () => void ran.push('deleted') }
		const typed = open((app) => new Confirm(app, { ...made, typed: 'alice' }))
		expect(typed.overlay.onPaste?.(' alice ')).toBe(true)
		void typed.key('enter')
		await Promise.resolve()
		expect([ran, typed.app.overlays]).toEqual([['deleted'], []])
		const app = kitApp()
		confirm(app, made)
		const [plain] = app.overlays
		expect([plain?.onPaste?.('alice'), plain?.onKey?.({ id: 'a', text: 'a' }), plain?.rows?.(40, 9)]).toEqual([
			true,
			false,
			6,
		])
		void plain
			?.commands()
			.find(({ keys }) => keys.includes('esc'))
			?.run()
		expect([ran.length, app.overlays]).toEqual([1, []])
		expect(plain?.commands().map(({ title, footer }) => `${footer} ${title}`)).toEqual(['1 delete', '2 cancel'])
		confirm(app, made)
		void app.overlays[0]?.commands()[0]?.run()
		expect([ran.length, app.overlays]).toEqual([2, []])
	})
})

describe('LinePrompt', () => {
	it('LinePrompt is one row: its sign, the text with its cursor, and at the right what was found', () => {
		const line = (remark: string, width: number) =>
			open(
				(app) =>
					new LinePrompt(app, {
						title: 'F',
						prompt: '/',
						placeholder: 'words',
						accepted: () => {},
						remark: () => remark,
					}),
				width,
				3,
			)
		const empty = line('3 of 40', 30)
		expect(empty.rows()).toEqual(['‹accent: / ›‹cursor: ›‹muted:words            ›‹muted: 3 of 40 ›'])
		expect([
			empty.overlay.rows?.(30, 9),
			empty.overlay.commands().map(({ footer, title }) => `${footer} ${title}`),
		]).toEqual([1, ['1 keep', '2 clear']])
		for (const letter of 'a longer text than fits') empty.key(letter === ' ' ? ' ' : letter)
		expect(empty.rows()).toEqual(['‹accent: / ›…fits‹cursor: ›            ‹muted: 3 of 40 ›'])
		expect(line('', 12).rows()).toEqual(['‹accent: / ›‹cursor: ›‹muted:words   ›'])
		expect(line('of 100,000', 12).rows()).toEqual(['‹accent: / ›‹cursor: ›‹muted:wor›‹muted: of …›'])
	})

	it('filters a list while one types or pastes, moves in it by the arrows, and clears it by Esc', () => {
		const names = ['alice', 'bob', 'carol', 'alan', 'alma']
		const list = new ItemList<string>({ items: () => names, keyOf: (name) => name, texts: (name) => [name] })
		const app = kitApp()
		askFilter(app, list)
		const prompt = app.overlays[0]!
		expect(prompt.onPaste?.('al')).toBe(true)
		expect(list.shown).toEqual(['alice', 'alan', 'alma'])
		expect([prompt.onKey?.({ id: 'down' }), list.selected]).toEqual([true, 'alan'])
		expect([prompt.onKey?.({ id: 'down' }), list.selected]).toEqual([true, 'alma'])
		expect([prompt.onKey?.({ id: 'up' }), list.selected]).toEqual([true, 'alan'])
		expect([prompt.onKey?.({ id: 'f5' }), prompt.onKey?.({ id: 'i', text: 'i' }), list.shown]).toEqual([
			false,
			true,
			['alice'],
		])
		const run = (id: string): void =>
			void prompt
				.commands()
				.find((command) => command.id === id)
				?.run()
		run('prompt.accept')
		expect([list.filter, app.overlays]).toEqual(['ali', []])
		askFilter(app, list)
		expect((app.overlays[0] as LinePrompt).buffer.text).toBe('ali')
		run('prompt.cancel')
		expect([list.filter, app.overlays]).toEqual(['', []])
		// Without a list above, the arrows are not for it.
		expect(new LinePrompt(app, { title: 'F', prompt: '/', accepted: () => {} }).onKey({ id: 'up' })).toBe(false)
	})
})

describe('Notice', () => {
	const lines = Array.from({ length: 9 }, (_, row) => `line ${row}`)

	it('Notice is as high as what it shows, and says how far one has read', () => {
		const short = open((app) => new Notice(app, { title: 'Words', lines: () => lines.slice(0, 2) }), 30, 9)
		expect(short.rows()).toEqual([
			'‹borderActive:╭─ ›‹accent:Words›‹borderActive: ────────────────────›‹borderActive:╮›',
			'line 0',
			'line 1',
			'',
			'‹key:⏎› ‹muted:close›',
			'‹borderActive:╰────────────────────────────╯›',
		])
		const long = open(
			(app) =>
				new Notice(app, {
					title: 'Words',
					lines: () => lines,
					copy: { text: 'all', what: 'words' },
					onlyEnter: 'kept',
				}),
			30,
			8,
		)
		expect(long.rows()).toEqual([
			'‹borderActive:╭─ ›‹accent:Words›‹borderActive: ─────────›‹muted: 1-4 of 9 ›‹borderActive:─╮›',
			'line 0',
			'line 1',
			'line 2',
			'line 3',
			'',
			'‹key:⏎› ‹muted:kept›   ‹key:y› ‹muted:copy›',
			'‹borderActive:╰────────────────────────────╯›',
		])
		const first = (id: string): string | undefined => {
			void long.key(id)
			return long.rows()[1]
		}
		expect(['down', 'j', 'k', 'pagedown', 'space', 'pageup', 'up'].map(first)).toEqual([
			...['line 1', 'line 2', 'line 1', 'line 4', 'line 5', 'line 2', 'line 1'],
		])
		long.app.hits.wheel(1, 4, 4)
		expect(long.rows()[1]).toBe('line 4')
		long.app.hits.wheel(-1, 4, 4)
		expect(long.rows()[1]).toBe('line 1')
	})

	it('tells its lines the room there is, which on a page is no wider than one reads', () => {
		const rooms: string[] = []
		for (const page of [true, false]) {
			const shown = open(
				(app) =>
					new Notice(app, {
						title: 'Words',
						page,
						lines: ({ width, height, plain }) => {
							rooms.push(`${width}x${height} ${plain}`)
							return ['one']
						},
					}),
				96,
				12,
			)
			expect(shown.rows()[0]!.replaceAll(/‹\w+:|›/g, '')).toHaveLength(page ? 84 : 96)
		}
		expect([...new Set(rooms)]).toEqual(['80x8 false', '92x8 false'])
	})

	it('copies what it shows, a secret as one, and says where there is nothing', () => {
		const copied = (copy?: { readonly text: string; readonly what: string; readonly secret?: boolean }): unknown => {
			const shown = open(
				(app) => new Notice(app, { title: 'Words', lines: () => [], ...(copy === undefined ? {} : { copy }) }),
			)
			const command = shown.overlay.commands().find(({ id }) => id === 'notice.copy')!
			void command.run()
			return [command.enabled?.(), shown.app.said]
		}
		expect(copied({ text: 'all', what: 'words' })).toEqual([true, ['copied words: all']])
		expect(copied({ text: 'all', what: 'words', secret: true })).toEqual([true, ['copied the secret words: all']])
		expect(copied()).toEqual(['there is nothing to copy here', []])
	})

	it('Notice that is shown once says by which key it is closed, and then tells that it was', () => {
		const closed: string[] = []
		const app = kitApp()
		showNotice(app, {
			title: 'Words',
			lines: () => [],
			onlyEnter: 'I wrote them down',
			closed: () => closed.push('closed'),
		})
		const notice = app.overlays[0]!
		const run = (key: string): void =>
			void notice
				.commands()
				.find(({ keys }) => keys.includes(key))
				?.run()
		run('esc')
		expect([app.said, app.overlays.length]).toEqual([
			['info this is shown only once: Enter says “I wrote them down”'],
			1,
		])
		expect(notice.commands().find(({ keys }) => keys.includes('q'))).toBeUndefined()
		run('enter')
		notice.closed?.()
		expect([app.overlays, closed]).toEqual([[], ['closed']])
		expect(new Notice(app, { title: 'Words', lines: () => [] }).commands()[0]?.keys).toEqual(['enter', 'esc', 'q'])
	})
})

describe('KeySequence', () => {
	it('offers what begins with its key, in order, and ends with the second key', async () => {
		const ran: string[] = []
		const command = (id: string, ...keys: string[]) => ({
			id,
			keys,
			title: id,
			description: '',
			group: '',
			run: () => void ran.push(id),
		})
		const commands = [command('a', 'x'), command('b', 'g g', 'home'), command('c', 'g r', 'g R'), command('d', 'gg')]
		expect(['g', 'x', 'h'].map((key) => KeySequence.begins(commands, key))).toEqual([true, false, false])
		const app = kitApp()
		const sequence = new KeySequence(app, 'g', commands)
		app.show(sequence)
		expect(sequence.commands().map(({ id, keys, footer }) => [id, keys, footer])).toEqual([
			['sequence.b', ['g'], 1],
			['sequence.c', ['r', 'R'], 2],
		])
		expect([sequence.title, sequence.onKey({ id: 'esc' }), app.overlays.length]).toEqual(['g …', false, 1])
		await sequence.commands()[1]?.run()
		expect([ran, app.overlays]).toEqual([['c'], []])
		app.show(sequence)
		expect([sequence.onKey({ id: 'ctrl+k' }), app.overlays, app.said]).toEqual([
			true,
			[],
			['info nothing is on g Ctrl-K'],
		])
	})
})
