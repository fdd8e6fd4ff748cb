import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

it('an error that was read leaves the footer when a form opens or closes, a fresh one stays', async () => {
	t = await testApp({ keys: ['alice'] })
	t.app.set({ toast: { kind: 'bad', text: 'an old error', at: Date.now() - 60_000 } })
	t.press('2', 'n')
	await t.until('New greeting')
	expect(t.app.state.toast?.text).not.toBe('an old error')
	t.app.toast('bad', 'a fresh error')
	t.press('esc')
	await t.until('a fresh error')
})

it('what a form answers to a wrong value is no error in the log', async () => {
	t = await testApp({ keys: ['alice'] })
	t.press('2', 'n')
	await t.until('New greeting')
	t.press('enter')
	await t.until('must provide a greeting message')
	const lines = t.app.log.entries.filter(({ message }) => message.includes('must provide'))
	expect(lines.map(({ level }) => level)).toEqual(['info'])
	expect(t.app.log.entries.filter(({ level }) => level === 'error')).toEqual([])
})

it('the head line says that blocks are made with each transaction, or by hand', async () => {
	t = await testApp({ keys: ['alice'], columns: 120 })
	const head = (): string => t.screen().split('\n')[0] ?? ''
	expect(head()).not.toMatch(/instant|by hand/)
	t.app.set({ status: { ...t.app.state.status!, blockMode: 'instant' } })
	await t.until(() => head().includes('instant'))
	t.app.set({ status: { ...t.app.state.status!, blockMode: 'manual' } })
	await t.until(() => head().includes('by hand'))
})

it('a click on a hint of the footer does what its key does', async () => {
	t = await testApp({ keys: ['alice'], columns: 120 })
	t.press('2')
	await t.until('n new greeting')
	const rows = t.screen().split('\n')
	const y = rows.length - 1
	t.event({ type: 'mouse', mouse: { kind: 'press', x: (rows[y] ?? '').indexOf('new greeting'), y } })
	await t.until('New greeting')
})

it('an export never overwrites an earlier one, and only its owner can read it', async () => {
	const directory = mkdtempSync(join(tmpdir(), 'exports-'))
	t = await testApp({ keys: ['alice'], directory })
	t.press('8')
	for (const count of [1, 2]) {
		t.press('E')
		await t.until(() => readdirSync(directory).filter((name) => name.startsWith('genesis')).length === count)
	}
	for (const name of readdirSync(directory)) {
		expect(readFileSync(join(directory, name), 'utf8')).toContain('chain-localnet')
		expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
	}
})

it('the key of a command is found without asking other screens for theirs', async () => {
	t = await testApp({ keys: ['alice'] })
	const [home, accounts] = ['home', 'accounts'].map((wanted) => t.app.screens.find(({ id }) => id === wanted)!)
	const [ofHome, ofAccounts] = [vi.spyOn(home!, 'commands'), vi.spyOn(accounts!, 'commands')]
	expect([t.app.keyFor('go.keys'), t.app.keyFor('accounts.find'), t.app.keyFor('home.none')]).toEqual(['4', '/', ''])
	expect([ofHome.mock.calls.length, ofAccounts.mock.calls.length]).toEqual([1, 2])
})
