import { afterEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('an opened greeting', () => {
	let t: TestApp
	afterEach(() => t.stop())

	const long = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n')

	it('an opened greeting of many lines is scrolled through to its end, and Esc goes back to the list', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['short', long, 'last'], columns: 80, rows: 24 })
		t.press('2')
		await t.until('last')
		t.press('j', 'enter')
		await t.until('› Greetings › #1')
		expect(t.screen()).toContain('line 0')
		expect(t.screen()).not.toContain('line 59')
		expect(t.screen()).toContain('proof')
		t.press('j')
		expect(t.screen()).not.toContain('line 0 ')
		t.press('G')
		expect(t.screen()).toContain('line 59')
		t.press('home')
		expect(t.screen()).toContain('line 0')
		t.press('esc')
		expect(t.screen()).toMatch(/▸ +1 +alice/)
	})

	it('an opened greeting that is short leaves the moving keys to the list', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one', 'two', 'three'], columns: 80, rows: 24 })
		t.press('2')
		await t.until('three')
		t.press('enter')
		await t.until('› Greetings › #2')
		t.screen()
		t.press('j')
		await t.until('› Greetings › #1')
	})

	it('an opened greeting of a megabyte is drawn as far as anyone reads, and tells its size', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['x '.repeat(500_000)], columns: 80, rows: 24 })
		t.press('2')
		await t.until('x x x')
		t.press('enter')
		await t.until('› Greetings › #0')
		t.screen()
		t.press('G')
		expect(t.screen()).toContain('… 1,000,000 bytes in all, y copies them')
	})

	it('stands beside the list from 140 columns on', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one', 'two'], columns: 140, rows: 30 })
		t.press('2')
		await t.until('╭─ #1 ')
		expect(t.screen()).toMatch(/▸ +1 +alice/)
	})

	it('an opened greeting that was refused tells its state, what to do, the log and the code', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one'], columns: 140, rows: 40 })
		t.chain.failure = {
			...{ state: 'failed', problem: 'The fee is too low.', next: 'Pay 9uchain.' },
			...{ codespace: 'sdk', code: 13, log: 'insufficient fees; got: 1uchain', hash: '' },
		}
		t.press('2')
		await t.until(/▸ +0 /)
		t.app.outbox.start({
			...{ kind: 'greeting', label: 'refused one', key: 'alice', options: {} },
			again: () => t.chain.createGreeting('alice', 'refused one'),
		})
		await t.until('The fee is too low.')
		t.press('g', 'g')
		await t.until(/state +✗ The fee is too low\./)
		expect(t.screen()).toMatch(/next +Pay 9uchain\./)
		expect(t.screen()).toMatch(/log +insufficient fees; got: 1uchain/)
		expect(t.screen()).toMatch(/code +13 of sdk/)
	})

	it('an opened greeting that waits tells its hash and fee, and one in a block its block, gas, fee and memo', async () => {
		t = await testApp({ keys: ['alice'], columns: 140, rows: 40 })
		t.press('2')
		const options = { memo: 'with a memo' }
		t.app.outbox.start({
			...{ kind: 'greeting', label: 'waiting one', key: 'alice', options },
			again: () => t.chain.createGreeting('alice', 'waiting one', options),
		})
		await t.until(/state +◌ in mempool/)
		expect(t.screen()).toMatch(/tx +[0-9A-F]{30}/)
		expect(t.screen()).toMatch(/fee +0\.0006 CHAIN/)
		t.chain.makeBlock()
		await t.until(/block +2 /)
		await t.until(/gas +55,960 of 120,000/)
		expect(t.screen()).toMatch(/memo +with a memo/)
	})

	it('goes back with Esc to where a link came from', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one', 'two'], columns: 80, rows: 24 })
		t.press(':')
		t.type('#1')
		t.press('enter')
		await t.until('› Greetings › #1')
		t.press('esc')
		expect(t.app.state.screen).toBe('home')
	})
})

describe('the age of greetings', () => {
	it('the age of greetings is told after a start too, of as many as the latest transactions made', async () => {
		const t = await testApp({ keys: ['alice'], greetings: ['of long ago'], columns: 80, rows: 24 })
		t.app.outbox.start({
			kind: 'send',
			label: 'x',
			key: 'alice',
			options: {},
			again: () => t.chain.createGreeting('alice', 'of today'),
		})
		await t.until(() => t.app.outbox.entries[0]?.progress.state === 'in-mempool')
		t.chain.makeBlock()
		t.press('2')
		await t.until('of today')
		// As after a start: nothing of it was seen live.
		for (const screen of t.app.screens) screen.model.connected?.(t.chain)
		await t.until(() => /of today +\d+s/.test(t.screen()))
		expect(t.screen()).not.toMatch(/of long ago +\d+s/)
		await t.stop()
	})
})
