import { beforeEach, describe, expect, it } from 'vitest'
import { dispatch, dispatchKey } from '../../../src/tui/app/dispatch.ts'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import type { Command } from '../../../src/tui/kit/keymap/Command.ts'
import type { Overlay } from '../../../src/tui/kit/keymap/Overlay.ts'
import type { InputEvent, Key } from '../../../src/tui/kit/terminal/Key.ts'
import { placesApp, silentHost } from '../support/placesApp.ts'

let app: TuiApp
/** What happened, in order. */
let seen: string[]

/** A command that notes that it ran. */
const command = (name: string, keys: readonly string[], part: Partial<Command> = {}): Command => ({
	...{ id: `test.${name}`, keys, title: name, description: name, group: 'Test' },
	...{ run: () => void seen.push(name), ...part },
})

/** Something over the screen with these commands. */
const overlay = (commands: readonly Command[], part: Partial<Overlay> = {}): Overlay => ({
	...{ name: 'test', placement: 'full', title: 'Test', commands: () => commands },
	...{ closed: () => void seen.push('closed'), ...part },
})

const press = (...ids: readonly string[]): void => {
	for (const id of ids) dispatchKey(app, { id, ...([...id].length === 1 ? { text: id } : {}) })
}

beforeEach(() => {
	seen = []
	app = placesApp({})
	const host = { ...silentHost, quit: () => void seen.push('quit'), redraw: () => void seen.push('redraw') }
	Object.assign(app, { host })
	app.set({ phase: 'ready' })
})

describe('a key', () => {
	it('a key runs the command that can run, else says why none can, unless that is hidden', () => {
		const no = { enabled: () => 'not now' }
		Object.assign(app.screen, {
			commands: () => [command('first', ['x'], no), command('second', ['x']), command('third', ['y'], no)],
		})
		press('x', 'y')
		expect([seen, app.state.toast?.text, app.state.toast?.kind]).toEqual([['second'], 'third: not now', 'info'])
		app.set({ toast: undefined })
		Object.assign(app.screen, { commands: () => [command('third', ['y'], { ...no, hidden: true })] })
		press('y')
		expect([seen.length, app.state.toast]).toEqual([1, undefined])
	})

	it('a key of a screen that cannot be used does nothing there', () => {
		Object.assign(app.screen, { commands: () => [command('x', ['x'])] })
		app.set({ phase: 'failed' })
		press('x')
		expect(seen).toEqual([])
	})

	it('a key that begins a sequence waits for the second one', () => {
		Object.assign(app.screen, { commands: () => [command('two', ['x z'])] })
		press('x')
		expect([app.topOverlay?.name, seen]).toEqual(['sequence', []])
		press('z')
		expect([app.topOverlay, seen]).toEqual([undefined, ['two']])
		press('Z')
		expect(app.topOverlay).toBeUndefined()
	})

	it('a key that an Alt key stands for comes after Esc, as a text where it is one', () => {
		const keys: Key[] = []
		const take = (key: Key): boolean => {
			keys.push(key)
			return !key.id.startsWith('alt+')
		}
		app.show(overlay([], { onKey: take }))
		press('alt+2', 'alt+space', 'alt+enter')
		expect(keys).toEqual([
			...[{ id: 'alt+2' }, { id: 'esc' }, { id: '2', text: '2' }],
			...[{ id: 'alt+space' }, { id: 'esc' }, { id: 'space', text: ' ' }],
			...[{ id: 'alt+enter' }, { id: 'esc' }, { id: 'enter' }],
		])
		keys.length = 0
		press('ctrl+2')
		expect(keys).toEqual([{ id: 'ctrl+2' }])
	})

	it('a key with Alt that somebody knows is one key', () => {
		const commands = [
			command('known', ['alt+y']),
			command('esc', ['esc']),
			command('y', ['y']),
			command('two', ['alt+s z']),
		]
		Object.assign(app.screen, { commands: () => commands })
		dispatch(app, { type: 'key', key: { id: 'alt+y' } })
		press('alt+s')
		expect([seen, app.topOverlay?.name]).toEqual([['known'], 'sequence'])
		app.close(app.topOverlay!)
		app.show(overlay(commands))
		press('alt+y')
		expect(seen).toEqual(['known', 'known'])
	})

	it('a key with Alt that no command of the screen has is Esc and the key after it', () => {
		Object.assign(app.screen, { commands: () => [command('esc', ['esc']), command('y', ['y'])] })
		press('alt+y', 'alt+x')
		expect(seen).toEqual(['esc', 'y', 'esc'])
	})

	it('a key that nobody knows is no two keys', () => {
		app.show(overlay([]))
		press('x')
		expect([app.topOverlay?.name, seen]).toEqual(['test', []])
	})
})

describe('a key over the screen', () => {
	it('a key over the screen is the command of what is there, then its text, and never of the screen', () => {
		const version = app.version
		Object.assign(app.screen, { commands: () => [command('below', ['x', 'y', 'z'])] })
		app.show(overlay([command('above', ['x'])], { onKey: ({ id }) => id === 'y' && seen.push('typed') > 0 }))
		press('y')
		expect([seen, app.version]).toEqual([['typed'], version + 1])
		press('x', 'z')
		expect([seen, app.version]).toEqual([['typed', 'above'], version + 1])
	})

	it('a key over the screen that draws anew or ends the app does so whatever is there, and Esc closes it', () => {
		const lower = overlay([], { name: 'lower' })
		app.show(lower)
		app.show(overlay([command('stays', ['ctrl+c'])], { onKey: ({ id }) => id === 'ctrl+z' }))
		press('ctrl+l', 'ctrl+z', 'ctrl+c', 'q', '2')
		expect([seen, app.screen.id]).toEqual([['redraw', 'quit'], 'home'])
		press('esc')
		expect([app.topOverlay, seen.at(-1)]).toEqual([lower, 'closed'])
	})
})

describe('what is pasted', () => {
	it.each([
		[true, false, 1],
		[false, false, 0],
		[undefined, false, 0],
	])('what is pasted is for what is over the screen alone: taken %j', (taken, below, redraws) => {
		app.screen.model.onPaste = () => seen.push('below') > 0
		app.show(overlay([], taken === undefined ? {} : { onPaste: (text) => seen.push(text) > 0 && taken }))
		const version = app.version
		dispatch(app, { type: 'paste', text: 'pasted' })
		expect([seen.includes('below'), app.version - version, seen]).toEqual([
			...[below, redraws, taken === undefined ? [] : ['pasted']],
		])
	})

	it.each([true, false])('what is pasted over no form is for the screen: taken %j', (taken) => {
		app.screen.model.onPaste = (text) => seen.push(text) > 0 && taken
		const version = app.version
		dispatch(app, { type: 'paste', text: 'pasted' })
		expect([seen, app.version - version]).toEqual([['pasted'], taken ? 1 : 0])
	})
})

describe('the mouse', () => {
	const mouse = (kind: 'press' | 'release' | 'wheel-up' | 'wheel-down'): InputEvent => ({
		...{ type: 'mouse', mouse: { kind, x: 4, y: 5 } },
	})

	it('a click is for what is under it, and redraws only if that is something', () => {
		let isThere = true
		app.hits.click = (x, y) => seen.push(`click ${x} ${y}`) > 0 && isThere
		const version = app.version
		for (const _click of [1, 2, 3]) dispatch(app, mouse('press'))
		isThere = false
		dispatch(app, mouse('press'))
		dispatch(app, mouse('release'))
		expect([seen, app.version - version]).toEqual([Array.from({ length: 4 }, () => 'click 4 5'), 3])
	})

	it('the wheel moves what is under it, else what the movement keys move, and nothing under a form', () => {
		let isThere = true
		app.hits.wheel = (direction, x, y) => seen.push(`wheel ${direction} ${x} ${y}`) > 0 && isThere
		app.screen.model.movable = () => ({ move: (by: number) => void seen.push(`moved ${by}`) }) as never
		for (const kind of ['wheel-up', 'wheel-down'] as const) dispatch(app, mouse(kind))
		isThere = false
		const version = app.version
		for (const kind of ['wheel-up', 'wheel-down', 'release'] as const) dispatch(app, mouse(kind))
		expect(app.version - version).toBe(2)
		app.show(overlay([]))
		dispatch(app, mouse('wheel-up'))
		app.close(app.topOverlay!)
		delete app.screen.model.movable
		dispatch(app, mouse('wheel-down'))
		expect(seen).toEqual([
			...['wheel -1 4 5', 'wheel 1 4 5', 'wheel -1 4 5', 'moved -3', 'wheel 1 4 5', 'moved 3'],
			...['wheel -1 4 5', 'closed', 'wheel 1 4 5'],
		])
	})

	it('the background that the terminal tells is that of the theme', () => {
		const { theme } = app
		dispatch(app, { type: 'focus', focused: true })
		dispatch(app, { type: 'background', red: 0, green: 0, blue: 0 })
		expect(app.theme).toBe(theme)
		dispatch(app, { type: 'background', red: 1, green: 1, blue: 1 })
		expect(app.theme).not.toBe(theme)
	})
})
