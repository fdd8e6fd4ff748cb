import { afterEach, describe, expect, it } from 'vitest'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { showForm } from '../../../src/tui/kit/overlays/Form.tsx'
import { Notice } from '../../../src/tui/kit/overlays/Notice.tsx'
import type { Palette } from '../../../src/tui/kit/overlays/Palette.ts'
import { Tour } from '../../../src/tui/screens/welcome/Tour.tsx'
import { globalCommands, movingCommands } from '../../../src/tui/shell/globalCommands.ts'
import { type TestApp, testApp } from '../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const head = (): string => t.screen().split('\n')[0] ?? ''

describe('leaving the app', () => {
	it('asks while transactions are not in a block yet, unless the node makes none', async () => {
		t = await testApp({ keys: ['alice'] })
		t.press('2')
		for (const text of ['one', 'two']) {
			t.press('n')
			await t.until('New greeting')
			t.type(text)
			t.press('enter')
			await t.until(() => t.app.topOverlay === undefined)
		}
		await t.until(() => t.app.outbox.entries.every(({ progress }) => progress.state === 'in-mempool'))
		t.press('q')
		expect(t.screen()).toContain('2 transactions of yours not in a block yet.')
		expect(t.asked).toEqual([])
		t.press('esc')
		t.app.set({ status: { ...t.app.state.status!, state: 'paused' } })
		t.press('q')
		expect(t.asked).toEqual(['quit'])
		t.app.set({ status: { ...t.app.state.status!, state: 'live' } })
		t.chain.makeBlock()
		await t.until(() => t.app.outbox.entries.every(({ progress }) => progress.state === 'committed'))
		t.press('q')
		expect(t.asked).toEqual(['quit', 'quit'])
	})
})

describe('the commands that work everywhere', () => {
	const by = (id: string) => globalCommands(t.app).find((command) => command.id === id)!
	const run = (id: string): string => {
		void by(id).run()
		return t.app.state.screen
	}

	it('a command goes to each screen by its digit or its letter, and round to the next and the one before', async () => {
		t = await testApp({ keys: ['alice'] })
		const keys = t.app.screens.map(({ id }) => by(`go.${id}`).keys.join(' '))
		expect(keys).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'g c', 'g n', 'g r', 'g p', 'g u'])
		expect(run('go.keys')).toBe('keys')
		expect(run('go.home')).toBe('home')
		expect(['go.next', 'go.previous', 'go.previous', 'go.previous', 'go.next', 'go.next'].map(run)).toEqual([
			...['greetings', 'home', 'upgrade', 'rpc', 'upgrade', 'home'],
		])
		// Endpoints has two worlds under one key.
		expect(['go.endpoints', 'go.endpoints', 'go.endpoints', 'go.keys'].map(run)).toEqual([
			...['endpoints', 'rpc', 'endpoints', 'keys'],
		])
	})

	it('the commands that the palette leaves out are those of moving, and of a place that does not answer', async () => {
		t = await testApp({ keys: ['alice'] })
		const hidden = globalCommands(t.app).filter((command) => command.hidden === true)
		expect(hidden.map(({ id }) => id)).toEqual([
			...['go.next', 'go.previous', 'app.back', 'app.palette', 'app.retry', 'app.own-node', 'app.other-node'],
		])
		const labels = (): readonly string[] => {
			void by('app.palette').run()
			const palette = t.app.topOverlay as Palette
			const found = palette.found.map(({ label }) => label)
			t.app.close(palette)
			return found
		}
		t.app.open('keys')
		const ready = labels()
		expect([ready.includes('next screen'), ready.includes('quit'), ready.includes('Accounts')]).toEqual([
			...[false, true, true],
		])
		expect(ready[0]).toMatch(/^Keys: /)
		t.app.set({ phase: 'failed' })
		expect([labels().some((label) => label.includes(': ')), labels().includes('quit')]).toEqual([false, true])
	})

	it('the commands for a place that does not answer can run only then', async () => {
		t = await testApp({ keys: ['alice'] })
		const ids = ['app.retry', 'app.own-node', 'app.other-node']
		const can = (): readonly unknown[] => ids.map((id) => by(id).enabled?.())
		const there = 'the node is there'
		const none = 'no saved place is in use'
		expect(can()).toEqual([there, none, there])
		t.app.preferences.set('node', 'http://127.0.0.1:1')
		expect(can()).toEqual([there, none, there])
		t.app.set({ phase: 'failed' })
		expect(can()).toEqual([true, true, true])
		t.app.preferences.set('node', '')
		expect(can()).toEqual([true, none, true])
		t.app.set({ phase: 'connecting' })
		expect(can()).toEqual([there, none, true])
	})

	it('amounts are written in one of two ways on every screen, which the command says and the message tells', async () => {
		t = await testApp({ keys: ['alice'] })
		const toggled = (): readonly unknown[] => [run('app.amounts'), t.app.amounts.raw, t.app.state.toast?.text].slice(1)
		expect(by('app.amounts').title).toBe('raw amounts')
		expect(toggled()).toEqual([true, 'amounts as the chain counts them'])
		expect(by('app.amounts').title).toBe('readable amounts')
		expect(toggled()).toEqual([false, 'amounts in whole units'])
	})

	it('leaving the app asks where own chains run, and names the one in use only where it is one of them', async () => {
		t = await testApp({ keys: ['alice'] })
		const status = t.app.state.status!
		const asked = (): readonly string[] => {
			void by('app.quit').run()
			const text = [...t.screen().matchAll(/(?:Your own|So does) [^│]*/g)].map(([line]) => line.trim())
			t.press('esc')
			return text
		}
		t.app.set({ own: new Map([['own:side-1', { ...status, chainId: 'side-1' }]]) })
		const own = 'Your own chain side-1 still runs, and stops with the app.'
		expect(asked()).toEqual([own, `So does ${status.chainId}, which is in use.`])
		t.app.preferences.set('node', 'http://127.0.0.1:1')
		expect(asked()).toEqual([own])
		expect(t.asked).toEqual([])
		t.app.set({ own: new Map() })
		expect([asked(), t.asked]).toEqual([[], ['quit']])
	})
})

it('the movement keys say where there is nothing to scroll, and move what there is', async () => {
	t = await testApp({ keys: ['alice'] })
	const moved: unknown[] = []
	const movable = {
		move: (delta: number) => moved.push(delta),
		page: (pages: number) => moved.push(`${pages} pages`),
		edge: (end: string) => moved.push(end),
	}
	const none = movingCommands({ movable: () => undefined } as unknown as TuiApp)
	expect([...new Set(none.map(({ enabled }) => enabled?.()))]).toEqual(['there is nothing to scroll here'])
	for (const command of none) void command.run()
	const some = movingCommands({ movable: () => movable } as unknown as TuiApp)
	expect(some.every(({ enabled }) => enabled?.() === true)).toBe(true)
	for (const command of some) void command.run()
	expect(moved).toEqual([1, -1, '1 pages', '-1 pages', '0.5 pages', '-0.5 pages', 'first', 'last'])
})

it('the head line counts own chains that run unseen, and cuts names that are long', async () => {
	t = await testApp({ keys: ['alice', 'a-name-of-14-xx', 'another-of-15-x'], columns: 140 })
	const status = { ...t.app.state.status!, chainId: 'side-1' }
	t.app.set({ own: new Map([['own:side-1', status]]) })
	await t.until(() => head().includes('own side-1 running'))
	t.app.set({
		own: new Map([
			['own:side-1', status],
			['own:side-2', undefined],
			['own:side-3', undefined],
		]),
	})
	await t.until(() => head().includes('3 own chains running'))
	t.app.set({ own: new Map(), current: '14-characters.' })
	await t.until(() => head().includes('14-characters. '))
	t.app.set({ current: '15-characters..' })
	await t.until(() => head().includes('15-characters… '))
})

it('the tour goes through its screens and ends by its last step or by Esc', async () => {
	t = await testApp({ keys: ['alice'] })
	t.app.show(new Tour(t.app))
	const seen: string[] = []
	for (let step = 0; step < 5; step++) {
		seen.push(`${t.app.state.screen} ${/(\d of \d)/.exec(t.screen())?.[1]}`)
		t.press('enter')
	}
	expect(seen).toEqual(['home 1 of 5', 'greetings 2 of 5', 'keys 3 of 5', 'node 4 of 5', 'node 5 of 5'])
	expect(t.app.topOverlay).toBeUndefined()
	t.app.show(new Tour(t.app))
	t.press('enter', 'enter', 'left', 'left', 'left')
	expect([t.app.state.screen, /(\d of \d)/.exec(t.screen())?.[1]]).toEqual(['home', '1 of 5'])
	t.press('esc')
	expect(t.app.topOverlay).toBeUndefined()
})

describe('keys of the user', () => {
	it('keys of the user that are wrong are told at the start, the first in a message and the others in Logs', async () => {
		t = await testApp({
			keys: ['alice'],
			preferences: { keys: { 'app.quit': ['control-x'], 'app.theme': ['nokey-y'] } },
		})
		const problems = t.app.log.entries.filter(({ level }) => level === 'warn').map(({ message }) => message)
		expect(problems).toEqual([
			'keys in the preferences: “control-x” of app.quit is not a key. It keeps its own key.',
			'keys in the preferences: “nokey-y” of app.theme is not a key. It keeps its own key.',
		])
		expect(t.app.state.toast?.text).toBe(
			'keys in your preferences: “control-x” of app.quit is not a key. It keeps its own key. (1 more in Logs)',
		)
		await t.stop()
		t = await testApp({ keys: ['alice'], preferences: { keys: { 'app.quit': ['control-x'] } } })
		expect(t.app.state.toast?.text).not.toContain('more in Logs')
	})

	it('keys that arrive after Esc as one are taken as two, and type into what is below', async () => {
		t = await testApp({ keys: ['alice'] })
		const form = showForm(t.app, {
			title: 'Text',
			action: 'go',
			fields: [{ id: 'text', label: 'text' }],
			submit: () => {},
		})
		for (const [key, text] of [
			['alt+x', 'x'],
			['alt+space', 'x '],
			['alt+👋', 'x 👋'],
		] as const) {
			t.app.show(new Notice(t.app, { title: 'Over it', lines: () => [] }))
			t.press(key)
			expect([t.app.topOverlay, form.values.text]).toEqual([form, text])
		}
		// Of these the field itself knows one, and the app another.
		t.press('alt+b', 'ctrl+l')
		expect([t.app.topOverlay, t.asked]).toEqual([form, ['redraw']])
		t.press('ctrl+c')
		expect(t.asked).toEqual(['redraw', 'quit'])
	})
})
