import { describe, expect, it } from 'vitest'
import type { Command } from '../../../../src/tui/kit/keymap/Command.ts'
import type { Overlay } from '../../../../src/tui/kit/keymap/Overlay.ts'
import { Confirm } from '../../../../src/tui/kit/overlays/Confirm.tsx'
import { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { HelpOverlay } from '../../../../src/tui/kit/overlays/HelpOverlay.ts'
import { LinePrompt } from '../../../../src/tui/kit/overlays/LinePrompt.tsx'
import { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { type KitApp, kitApp } from '../../support/kitApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

/** Draws an overlay and types into it as the dispatcher does: a command's key first, else its own editing. */
function over(make: (app: KitApp) => Overlay, size: { readonly width?: number; readonly height?: number } = {}) {
	const app = kitApp()
	const overlay = make(app)
	app.show(overlay)
	const { text } = renderPart(overlay.view!(), { width: 60, height: 16, ...size, app })
	return {
		app,
		overlay,
		text: (): string => {
			app.touch()
			return text()
		},
		press: (...ids: string[]): void => {
			for (const id of ids) {
				const command = overlay.commands().find(({ keys }) => keys.includes(id))
				if (command === undefined) overlay.onKey?.({ id, ...([...id].length === 1 ? { text: id } : {}) })
				else void command.run()
			}
		},
	}
}

describe('Form', () => {
	const form = (done: string[]) => (app: KitApp) =>
		new Form(app, {
			title: 'Send coins',
			action: 'send',
			intro: ['Coins go to an address.'],
			fields: [
				{ id: 'to', label: 'to', kind: 'text', validate: (value) => (value === '' ? 'an address, please' : undefined) },
				{ id: 'secret', label: 'secret', kind: 'secret' },
				{
					id: 'how',
					label: 'how',
					kind: 'choice',
					choices: [
						{ value: 'a', label: 'at once' },
						{ value: 'b', label: 'later' },
					],
				},
				{ id: 'who', label: 'who', kind: 'pick', choices: ['x', 'y'].map((value) => ({ value, label: value })) },
				{ id: 'text', label: 'text', kind: 'multiline', hint: (value) => `${value.length} characters` },
			],
			submit: (values) => void done.push(JSON.stringify(values)),
		})

	it('shows its fields, what is wrong under the field, and sends what was typed', async () => {
		const done: string[] = []
		const { text, press, app } = over(form(done), { height: 22 })
		expect(text()).toContain('Coins go to an address.')
		press('enter')
		expect(text()).toContain('✗ an address, please')
		press('a', 'b')
		expect(text()).not.toContain('✗')
		press('tab', 'p', 'w')
		expect(text()).toContain('••')
		press('tab', 'right')
		expect(text()).toContain('◂ later ▸')
		press('tab', 'space')
		expect(text()).toContain('▸ [✓] x')
		press('tab', 'h', 'i')
		expect(text()).toContain('2 characters')
		press('enter')
		await Promise.resolve()
		expect(done).toEqual([JSON.stringify({ to: 'ab', secret: 'pw', how: 'b', who: 'x', text: 'hi' })])
		expect(app.said).toEqual([])
	})

	it('masks secrets until the person wants to see them', () => {
		const done: string[] = []
		const { text, press, overlay } = over(form(done), { height: 22 })
		press('tab', 'p', 'w')
		expect(text()).toContain('••')
		expect(text()).not.toContain('pw')
		expect(overlay.hidesTyping?.()).toBe(true)
		press('ctrl+t')
		expect(text()).toContain('pw')
		expect(overlay.hidesTyping?.()).toBe(false)
		press('ctrl+t')
		expect(text()).not.toContain('pw')
	})

	it('masks a field of several lines while it holds a secret', () => {
		let secret = true
		const { text, press } = over(
			(app) =>
				new Form(app, {
					title: 'Import',
					action: 'import',
					fields: [{ id: 'words', label: 'words', kind: 'multiline', rows: 2, secret: () => secret }],
					submit: () => {},
				}),
		)
		press('a', 'b', 'c')
		expect(text()).toContain('•••')
		secret = false
		expect(text()).toContain('abc')
	})

	it('keeps the field one types into in sight where there is no room for all', () => {
		const { text, press } = over(form([]), { height: 9 })
		expect(text()).toContain('to ')
		press('tab', 'tab', 'tab', 'tab', 'h', 'i')
		expect(text()).toContain('hi')
		expect(text().split('\n').at(-1)).toMatch(/^╰─+╯$/)
	})

	it('takes the cursor to the field that is clicked', () => {
		const { text, app, overlay } = over(form([]), { height: 22 })
		text()
		app.hits.click(20, 7)
		expect((overlay as Form).focused?.options.id).toBe('how')
	})
})

describe('Confirm', () => {
	it('wants what cannot be undone to be typed', () => {
		const done: string[] = []
		const { text, press, app } = over(
			(ui) =>
				new Confirm(ui, {
					title: 'Delete alice',
					text: ['Nobody can bring it back.'],
					action: 'delete',
					typed: 'alice',
					run: () => void done.push('deleted'),
				}),
		)
		expect(text()).toContain('type alice:')
		press('a', 'enter')
		expect(text()).toContain('✗ that is not alice')
		expect(done).toEqual([])
		press('l', 'i', 'c', 'e', 'enter')
		expect(done).toEqual(['deleted'])
		expect(app.overlays).toEqual([])
	})

	it('Confirm has a field as wide as a long word leaves, cut nowhere', () => {
		const typed = 'chain-localnet'
		const options = { title: 'Reset', text: ['All is gone.'], action: 'delete', typed, run: () => undefined }
		const { text, press } = over((ui) => new Confirm(ui, options))
		press(...typed)
		expect(text()).toMatch(/type chain-localnet: chain-localnet +│/)
		expect(text()).not.toContain('…')
	})
})

describe('Notice', () => {
	const lines = Array.from({ length: 30 }, (_, row) => `line ${row}`)

	it('scrolls, copies, and is no higher than what it shows', () => {
		const { text, press, app } = over(
			(ui) => new Notice(ui, { title: 'Words', lines: () => lines, copy: { text: 'all', what: 'words' } }),
		)
		expect(text()).toContain('line 0')
		press('pagedown')
		expect(text()).not.toContain('line 0 ')
		expect(text()).toContain('-23 of 30')
		press('y')
		expect(app.said).toEqual(['copied words: all'])
		const short = over((ui) => new Notice(ui, { title: 'Words', lines: () => ['one'] }))
		expect(short.text().split('\n')).toHaveLength(5)
	})

	it('Notice that is shown once is closed by Enter alone', () => {
		const { press, app } = over((ui) => new Notice(ui, { title: 'Words', lines: () => lines, onlyEnter: 'kept' }))
		press('esc')
		expect(app.overlays).toHaveLength(1)
		press('enter')
		expect(app.overlays).toHaveLength(0)
	})
})

describe('LinePrompt', () => {
	it('filters while one types, and forgets by Esc', () => {
		const seen: string[] = []
		const { text, press } = over(
			(ui) =>
				new LinePrompt(ui, {
					title: 'Filter',
					prompt: '/',
					placeholder: 'words',
					changed: (typed) => seen.push(typed),
					accepted: (typed) => seen.push(`kept ${typed}`),
					cancelled: () => seen.push('cleared'),
					remark: () => '3 of 40',
				}),
		)
		expect(text()).toMatch(/^ \/ +words .*3 of 40/)
		press('a', 'b', 'backspace', 'enter')
		expect(seen).toEqual(['a', 'ab', 'a', 'kept a'])
		press('esc')
		expect(seen.at(-1)).toBe('cleared')
	})
})

describe('Picker', () => {
	it('finds entries by what is typed, tells why one cannot run, and runs by key or click', () => {
		const ran: string[] = []
		const entry = (id: string, group: string, why?: string) => ({
			id,
			keys: [id[0]!],
			title: id,
			description: `Does ${id}.`,
			group,
			...(why === undefined ? {} : { enabled: () => why }),
			run: () => {},
		})
		// What can be done is listed before what cannot.
		const commands = [entry('beta', 'First', 'not now'), entry('alpha', 'First'), entry('gamma', 'Second')]
		const make = (app: KitApp) =>
			new HelpOverlay(app, {
				place: 'Home',
				isOfHere: () => false,
				commands,
				run: (command) => void ran.push(command.id),
			})
		const { text, press, app } = over(make)
		expect(text()).toMatch(/First[\s\S]*▸ a alpha[\s\S]*Does alpha\.[\s\S]*Second[\s\S]*g gamma/)
		expect(text()).toContain('(not now)')
		press('down', 'enter')
		expect(app.said).toEqual(['info b beta: not now'])
		press('g', 'a', 'm')
		expect(text()).not.toContain('alpha')
		press('enter')
		const clicked = over(make)
		clicked.text()
		clicked.app.hits.click(5, 4)
		expect(ran).toEqual(['gamma', 'alpha'])
	})

	it('help shows what works here first, and the rest after Tab or while one searches', () => {
		const entry = (id: string, why?: string): Command => ({
			id,
			keys: [id[0]!],
			title: id,
			description: `Does ${id}.`,
			group: 'Here',
			...(why === undefined ? {} : { enabled: () => why }),
			run: () => {},
		})
		const commands = [entry('alpha'), entry('beta', 'not now'), entry('gamma')]
		const { text, press } = over(
			(app: KitApp) =>
				new HelpOverlay(app, { place: 'Home', isOfHere: ({ id }) => id !== 'gamma', commands, run: () => {} }),
		)
		expect(text()).toContain('alpha')
		expect(text()).not.toMatch(/beta|gamma/)
		press('tab')
		expect(text()).toMatch(/beta[\s\S]*gamma|gamma[\s\S]*beta/)
		press('tab', 'g', 'a', 'm')
		expect(text()).toContain('gamma')
	})

	it('tells what the selected entry does whole, where its row is cut', () => {
		const description =
			'Show only lines of this level and above: debug, info, warn, error, and nothing of what is below it.'
		const command = { id: 'level', keys: ['l'], title: 'level', description, group: 'Logs', run: () => {} }
		const { text } = over(
			(app: KitApp) =>
				new HelpOverlay(app, { place: 'Logs', isOfHere: () => true, commands: [command], run: () => {} }),
			{
				width: 80,
				height: 20,
			},
		)
		const words = text().replaceAll(/[│\s]+/g, ' ')
		expect(words).toContain(description)
		for (const line of text().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
	})
})
