import { beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../src/errors/UserError.ts'
import { LogRing } from '../../../src/tui/app/LogRing.ts'
import { memoryPreferences, type PreferenceValues } from '../../../src/tui/app/Preferences.ts'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { Notice } from '../../../src/tui/kit/overlays/Notice.tsx'
import type { CopyResult } from '../../../src/tui/kit/terminal/clipboard.ts'
import { createTuiApp } from '../../../src/tui/shell/createTuiApp.ts'
import { ChainDouble } from '../support/chainDouble.ts'

const began = Date.parse('2026-01-01T00:00:00Z')

/** What the app asked of its host. */
let asked: string[]
/** Where copied texts go. */
let copies: CopyResult
let clock: number
let app: TuiApp

function make(preferences: Partial<PreferenceValues> = {}): TuiApp {
	asked = []
	copies = { to: 'clipboard' }
	clock = began
	const copy = async (text: string): Promise<CopyResult> => {
		asked.push(`copy ${text}`)
		return copies
	}
	return createTuiApp({
		host: {
			...{ copy, copySecret: copy, suspend: () => {}, redraw: () => {}, quit: () => void asked.push('quit') },
			setMouse: (on) => void asked.push(`mouse ${on}`),
		},
		preferences: memoryPreferences({ welcomed: true, ...preferences }),
		log: new LogRing(),
		...{ columns: 120, rows: 40, colorLevel: 0, background: 'dark', clock: () => clock, directory: '/nonexistent' },
	})
}

beforeEach(() => {
	app = make()
})

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const logged = (): readonly string[] => app.log.entries.map(({ level, message }) => `${level} ${message}`)
const toast = (): string => `${app.state.toast?.kind} ${app.state.toast?.text}`

describe('the screen in front', () => {
	it('the screen in front is the one of the last run, or the first one', () => {
		expect(app.screen.id).toBe('home')
		expect(make({ screen: 'logs' }).screen.id).toBe('logs')
		expect(make({ screen: 'gone' }).screen.id).toBe('home')
	})

	it('the screen in front is the first one while another one is named that is not there', () => {
		app.open('logs')
		app.open('gone')
		expect(app.screen.id).toBe('home')
	})

	it('the screen in front is left by Esc for the one where a link was followed, and only for that', () => {
		const seen: (string | undefined)[] = []
		for (const { model } of app.screens) model.opened = (target) => void seen.push(target)
		const version = app.version
		app.open('keys')
		app.open('accounts', 'chain1a')
		app.open('accounts', 'chain1b')
		expect([app.state.history, app.preferences.get('screen'), seen]).toEqual([
			...[['keys'], 'accounts', [undefined, 'chain1a', 'chain1b']],
		])
		expect(app.version).toBe(version + 3)
		for (const { model } of app.screens) model.back = () => false
		app.back()
		expect([app.screen.id, app.state.history, app.preferences.get('screen')]).toEqual(['keys', [], 'keys'])
		app.back()
		expect(app.screen.id).toBe('keys')
		app.set({ history: ['logs', 'blocks', 'home'] })
		app.back()
		expect([app.screen.id, app.state.history]).toEqual(['home', ['logs', 'blocks']])
		app.open('blocks', '7')
		app.open('logs')
		expect(app.state.history).toEqual([])
	})

	it('the last twenty screens are gone back to', () => {
		for (const { model } of app.screens) model.opened = () => {}
		for (let step = 0; step < 25; step++) app.open(step % 2 === 0 ? 'keys' : 'blocks', 'x')
		expect(app.state.history).toHaveLength(20)
		expect(app.state.history.at(-1)).toBe('blocks')
	})

	it('Esc closes what is over the screen in front, then goes up in it', () => {
		let steps = 0
		app.screen.model.back = () => ++steps === 1
		const page = new Notice(app, { title: 'Page', lines: () => [] })
		app.show(page)
		app.set({ history: ['logs'] })
		app.back()
		expect([app.topOverlay, steps, app.screen.id]).toEqual([undefined, 0, 'home'])
		const version = app.version
		app.back()
		expect([steps, app.screen.id, app.version]).toEqual([1, 'home', version + 1])
		app.back()
		expect([steps, app.screen.id]).toEqual([2, 'logs'])
	})
})

describe('what is over the screen', () => {
	it('what is over the screen is there once for each name, the newest on top, and is told when it closes', () => {
		const closed: string[] = []
		const page = (name: string, title: string) =>
			Object.assign(new Notice(app, { title, lines: () => [], closed: () => closed.push(title) }), { name })
		const [first, second, again] = [page('form', 'a'), page('notice', 'b'), page('form', 'c')]
		for (const one of [first, second, again]) app.show(one)
		expect(app.state.overlays).toEqual([second, again])
		app.close(first)
		expect([closed, app.state.overlays]).toEqual([[], [second, again]])
		app.close(second)
		expect([closed, app.topOverlay]).toEqual([['b'], again])
	})

	it('what is opened or closed takes an error out of the footer that was there for more than 1.5 seconds', () => {
		const page = new Notice(app, { title: 'a', lines: () => [] })
		const isThere = (kind: 'bad' | 'good', ms: number, act: () => void): boolean => {
			app.toast(kind, 'said')
			clock += ms
			act()
			return app.state.toast !== undefined
		}
		expect([
			isThere('bad', 1_500, () => app.show(page)),
			isThere('bad', 1_500, () => app.close(page)),
			isThere('good', 9_000, () => app.show(page)),
			isThere('bad', 1_501, () => app.close(page)),
			isThere('bad', 1_501, () => app.show(page)),
		]).toEqual([true, true, true, false, false])
	})
})

describe('a message', () => {
	it('a message is in the log too, an error only where that has not just told it', () => {
		app.toast('good', 'done')
		app.toast('bad', 'it failed · do this')
		app.toast('bad', 'it failed · do that')
		app.log.add([{ time: '2027', level: 'error', source: 'node', message: 'no disk\nbecause' }])
		app.toast('bad', 'no disk · make room')
		app.toast('bad', 'no')
		app.log.add([{ time: '2028', level: 'info', source: 'node', message: 'goes on' }])
		clock += 3 * 366 * 86_400_000
		app.toast('bad', 'other')
		expect(logged()).toEqual([
			...['debug done', 'error it failed · do this', 'error no disk\nbecause', 'info goes on', 'error other'],
		])
		expect(app.log.entries[0]).toMatchObject({ time: '2026-01-01T00:00:00.000Z', source: 'app' })
		app.toast('info', `a\u001b[2J${'x'.repeat(400)}`)
		expect(app.state.toast?.text).toBe(`a␛[2J${'x'.repeat(295)}…`)
		app.tell(new UserError('No disk.', { next: 'Make room.' }))
		expect(toast()).toBe('bad No disk. · Make room.')
		app.tell(new UserError('No disk.'))
		expect(toast()).toBe('bad No disk.')
	})
})

describe('work that is attempted', () => {
	it('work that is attempted redraws the screen when it is done', async () => {
		const version = app.version
		app.attempt(async () => {})
		await settled()
		expect([app.version, app.state.toast, logged()]).toEqual([version + 1, undefined, []])
	})

	it.each([
		[new UserError('Refused.', { why: 'busy', next: 'Wait.' }), 'Refused. · Wait.', 'Refused.\nbusy\nWait.'],
		['a text', 'That failed: a text', 'a text'],
	])('work that is attempted and fails with %s is told and logged', async (error, told, line) => {
		app.attempt(() => Promise.reject(error))
		await settled()
		expect([toast(), logged()[0]]).toEqual([`bad ${told}`, `error ${line}`])
	})

	it('work that is attempted and fails with a fault of the program is logged with its place', async () => {
		app.attempt(() => Promise.reject(new TypeError('x is not a function')))
		await settled()
		expect(toast()).toBe('bad That failed: x is not a function')
		expect(logged()[0]).toMatch(/^error TypeError: x is not a function\n +at /)
	})

	it('work that a form attempts is answered in it alone, and is no error in the log if its user made it', async () => {
		const answers: string[] = []
		const failed = (error: UserError): void => void answers.push(error.message)
		const version = app.version
		app.attempt(() => Promise.reject(new UserError('Too short.')), failed)
		await settled()
		app.attempt(() => Promise.reject(new Error('broken')), failed)
		await settled()
		expect([answers, app.state.toast]).toEqual([['Too short.', 'That failed: broken'], undefined])
		expect([logged()[0], logged()[1]?.split('\n')[0]]).toEqual(['info Too short.', 'error Error: broken'])
		expect(app.version).toBe(version + 2)
	})

	it('work of a place that was left, or of none where the page says why, is in the log alone', async () => {
		const [a, b] = [new ChainDouble(), new ChainDouble()]
		const fails = (): Promise<never> => Promise.reject(new UserError('Refused.'))
		const answers: string[] = []
		app.client = a
		app.attempt(fails)
		app.attempt(fails, ({ message }) => answers.push(message))
		app.client = b
		await settled()
		expect([app.state.toast, answers, logged()]).toEqual([undefined, ['Refused.'], ['error Refused.', 'info Refused.']])
		// Asked before there was a place, or of the one that is in use still.
		for (const client of [undefined, b]) {
			app.set({ toast: undefined })
			app.client = client
			app.attempt(fails)
			app.client = b
			await settled()
			expect(toast()).toBe('bad Refused.')
		}
		app.set({ toast: undefined })
		app.client = undefined
		app.set({ phase: 'failed' })
		app.attempt(fails)
		await settled()
		expect(app.state.toast).toBeUndefined()
		app.attempt(fails, ({ message }) => answers.push(message))
		await settled()
		expect(answers).toHaveLength(2)
		// Logs are there without a node.
		app.open('logs')
		app.attempt(fails)
		await settled()
		expect(toast()).toBe('bad Refused.')
	})

	it('a page of a list that could not be read is logged, unless a place is being connected', () => {
		app.logUnread(new UserError('Refused.'))
		expect(logged()).toEqual([])
		expect(() => app.connectedClient).toThrow('No place is connected.')
		app.client = new ChainDouble()
		app.logUnread(new UserError('Refused.'))
		expect([logged(), app.connectedClient]).toEqual([['error Refused.'], app.client])
	})
})

describe('what is copied', () => {
	it.each([
		[
			{ to: 'clipboard', clearedAfter: 60_000 },
			true,
			'good address copied',
			'good address copied; the clipboard is cleared in 60 s',
		],
		[{ to: 'clipboard' }, true, 'good address copied', 'good address copied; the clipboard is cleared in 0 s'],
		[
			...[{ to: 'terminal' }, false, 'info address sent to the terminal’s clipboard: paste to see that it took it'],
			'info address sent to the terminal’s clipboard, which cannot be cleared from here',
		],
	] as [CopyResult, boolean, string, string][])(
		'what is copied to %j is told, and whether that is known: %j',
		async (to, known, plain, secret) => {
			copies = to
			const told: boolean[] = []
			app.copy('chain1a', 'address', (is) => told.push(is))
			await settled()
			expect([toast(), asked]).toEqual([plain, ['copy chain1a']])
			app.copySecret('words', 'address', (is) => told.push(is))
			await settled()
			expect([toast(), told]).toEqual([secret, [known, known]])
		},
	)
})

describe('the mouse and the theme', () => {
	it('the mouse is switched off and on, which is told and remembered', () => {
		app.toggleMouse()
		expect([asked, app.preferences.get('mouse'), toast()]).toEqual([
			...[['mouse false'], false, 'info mouse off: drag selects text'],
		])
		app.toggleMouse()
		expect([asked.at(-1), app.preferences.get('mouse'), toast()]).toEqual([
			...['mouse true', true, 'info mouse on: Shift-drag selects text'],
		])
	})

	it('the theme changes with the choice and the background, and each change redraws the screen once', () => {
		const version = app.version
		const dark = app.theme
		app.nextTheme()
		expect([toast(), app.preferences.get('theme')]).toEqual(['info theme: dark', 'dark'])
		app.appearance.choose('auto')
		expect(app.version).toBe(version + 2)
		app.appearance.setBackground('dark')
		expect(app.version).toBe(version + 2)
		const { theme } = app
		app.appearance.setBackground('light')
		expect([app.version, app.theme === theme, dark === theme]).toEqual([version + 3, false, false])
		for (let step = 0; step < 20; step++) app.nextTheme()
		expect(toast()).toContain('info theme: ')
	})
})

describe('a screen and the place in use', () => {
	it('a screen can be used on a place that offers what it reads, which is told otherwise', async () => {
		const use = async (id: string, protocol?: 'rest 9' | 'evm'): Promise<boolean> => {
			const status = await new ChainDouble({ remote: true }).status()
			app.set({ screen: id, phase: 'ready', status: { ...status, ...(protocol === undefined ? {} : { protocol }) } })
			return app.usable
		}
		expect([await use('home'), await use('home', 'evm'), await use('keys', 'evm'), await use('logs', 'evm')]).toEqual([
			...[true, false, true, true],
		])
		await use('home', 'evm')
		expect(app.lacks(app.screens.find(({ id }) => id === 'logs')!)).toBeUndefined()
		expect(app.lacks(app.screen)).toEqual({
			what: 'Home reads Tendermint RPC; this place offers EVM JSON-RPC only.',
			why: '',
			next: 'Use a place that offers it: g p shows them.',
		})
		app.set({ phase: 'connecting' })
		expect([await use('home'), app.state.phase]).toEqual([true, 'ready'])
		app.set({ phase: 'failed' })
		expect(app.usable).toBe(false)
		app.set({ screen: 'logs' })
		expect(app.usable).toBe(true)
	})

	it('the newest block is none until the node tells one', async () => {
		expect(app.latestHeight).toBe(0)
		const status = await new ChainDouble({ keys: [] }).status()
		app.set({ status: { ...status, height: 41 } })
		expect(app.latestHeight).toBe(41)
	})

	it('the denomination and the prefix are the usual ones until the node tells its own', async () => {
		expect([app.denom, app.prefix, app.links]).toEqual(['uchain', 'chain', false])
		Object.assign(app.host, { links: true })
		expect(app.links).toBe(true)
		const status = await new ChainDouble().status()
		app.set({ status: { ...status, settings: { ...status.settings, denom: 'ukava', prefix: 'kava' } } })
		expect([app.denom, app.prefix]).toEqual(['ukava', 'kava'])
	})
})

describe('key bindings of the user', () => {
	it.each([
		[{}, 0],
		[{ 'home.none': 'x' }, 1],
		[{ 'home.none': 'x', 'keys.none': 'y' }, 2],
		[{ 'home.none': 'x', 'keys.none': 'y', 'logs.none': 'z' }, 3],
	])('problems of key bindings %j are told: the first in a message, %i in the log', (keys, count) => {
		app = make({ keys })
		const warnings = logged().filter((line) => line.startsWith('warn keys in the preferences: '))
		expect(warnings).toHaveLength(count)
		const more = count > 1 ? ` (${count - 1} more in Logs)` : ''
		const first = warnings[0]?.replace('warn keys in the preferences: ', '')
		expect(app.state.toast?.text).toBe(count === 0 ? undefined : `keys in your preferences: ${first}${more}`)
	})

	it('a command of another screen is run there, one of the screen in front or of the app where one is', async () => {
		const opened: (string | undefined)[] = []
		for (const { model } of app.screens) model.opened = (target) => void opened.push(target)
		const ran: string[] = []
		const command = {
			...{ id: 'x', keys: [], title: 'x', description: 'x', group: 'x' },
			run: () => void ran.push(app.screen.id),
		}
		const keys = app.screens.find(({ id }) => id === 'keys')!
		app.run({ command, screen: keys })
		app.run({ command, screen: keys })
		app.run({ command })
		await settled()
		expect([ran, opened]).toEqual([['keys', 'keys', 'keys'], [undefined]])
	})
})
