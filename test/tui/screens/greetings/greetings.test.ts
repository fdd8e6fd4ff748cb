import { afterEach, describe, expect, it } from 'vitest'
import { GreetingPages } from '../../../../src/tui/screens/greetings/GreetingPages.ts'
import type { GreetingsModel } from '../../../../src/tui/screens/greetings/GreetingsModel.ts'
import { SeenGreetings } from '../../../../src/tui/screens/greetings/SeenGreetings.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('GreetingsModel', () => {
	let t: TestApp
	afterEach(() => t.stop())

	it('counts the greetings of a block once, also when it hears of the block after it has counted', async () => {
		t = await testApp({ keys: ['alice'], greetings: ['one', 'two'] })
		t.press('2')
		await t.until('Greetings 2')
		t.app.outbox.start({
			kind: 'greeting',
			label: 'three',
			key: 'alice',
			options: {},
			again: (options) => t.chain.createGreeting('alice', 'three', options),
		})
		await t.until('in mempool')
		t.chain.makeBlock()
		await t.until('Greetings 3')
		const model = t.app.screens.find(({ id }) => id === 'greetings')!.model as GreetingsModel
		model.connected(t.chain)
		const block = t.chain.blockList.at(-1)!
		expect(block.txCount).toBe(1)
		model.events([{ type: 'block', block, txs: block.txs }])
		await t.until('Greetings 3')
		model.events([{ type: 'block', block, txs: block.txs }])
		expect(model.pages.count).toBe(3)
	})
})

describe('GreetingPages', () => {
	it('draws nothing anew for a row the node does not have, which would only ask again', async () => {
		let loaded = 0
		const pages = new GreetingPages({ read: async () => [], loaded: () => loaded++, failed: () => {} })
		pages.count = 2
		expect(pages.get(1)).toBeUndefined()
		await pages.load(1)
		await new Promise(setImmediate)
		expect(loaded).toBe(0)
	})
})

describe('SeenGreetings', () => {
	it('remembers the newest five thousand greetings alone', () => {
		const seen = new SeenGreetings()
		const of = (id: number, hash = `hash of ${id}`) => ({ height: id, time: '', hash })
		for (let id = 0; id < 5_000; id++) seen.add(id, of(id))
		expect([seen.get(0), seen.idOf('hash of 0')]).toEqual([of(0), 0])
		seen.add(5_000, of(5_000))
		expect([0, 1, 5_000].map((id) => seen.get(id))).toEqual([undefined, of(1), of(5_000)])
		expect(['hash of 0', 'hash of 1', 'hash of 5000'].map((hash) => seen.idOf(hash))).toEqual([undefined, 1, 5_000])
		seen.clear()
		expect([seen.get(1), seen.idOf('hash of 1')]).toEqual([undefined, undefined])
	})

	it('remembers the last greeting of a transaction also when its first one is forgotten', () => {
		const seen = new SeenGreetings()
		for (const id of [0, 1]) seen.add(id, { height: 1, time: '', hash: 'both' })
		expect(seen.idOf('both')).toBe(1)
		for (let id = 2; id <= 5_000; id++) seen.add(id, { height: id, time: '', hash: `hash of ${id}` })
		expect([seen.get(0), seen.get(1)?.height, seen.idOf('both')]).toEqual([undefined, 1, 1])
	})
})

describe('the form of a new greeting', () => {
	let t: TestApp
	afterEach(() => t.stop())

	it('makes the key and the coins that a greeting lacks, and keeps its text', async () => {
		t = await testApp({})
		t.press('2', 'n')
		t.type('hello from nobody')
		await t.until('there is no key here: Ctrl-G makes one')
		t.press('ctrl+g')
		await t.until('New key')
		t.type('zoe')
		t.press('enter')
		await t.until('Words of zoe')
		t.press('enter')
		await t.until(/from +zoe/)
		await t.until('it has too few coins: Ctrl-G asks the faucet')
		t.press('ctrl+g')
		await t.until('the faucet sent coins')
		expect(t.screen()).toContain('hello from nobody')
		t.press('enter')
		await t.until(() => t.chain.calls.includes('createGreeting zoe hello from nobody'))
	})

	it('does not offer a faucet where there is none', async () => {
		t = await testApp({ keys: ['alice'], noFaucet: true })
		t.app.set({ keys: [{ ...t.app.state.keys[0]!, address: addressOf('poor') }] })
		t.press('2', 'n')
		await t.until(/it has too few coins +│/)
		t.press('ctrl+g')
		await t.until('nothing is missing')
	})

	it('sends pasted lines as greetings of their own in one stream, and typed ones as one', async () => {
		t = await testApp({ keys: ['alice'], blockEveryMs: 50 })
		t.press('2', 'n')
		t.event({ type: 'paste', text: 'one\n\ntwo\nthree\n' })
		await t.until('3 transactions in one stream')
		await t.until(/each: gas up to [\d,]+ · fee up to \d/)
		t.press('enter')
		await t.until(() => ['one', 'two', 'three'].every((line) => t.chain.calls.includes(`createGreeting alice ${line}`)))
		await t.until('3 of 3 in blocks')
		t.press('esc', 'n')
		t.type('first')
		t.press('ctrl+j')
		t.type('second')
		await t.until('one greeting of several lines')
		t.press('enter')
		await t.until(() => t.chain.calls.includes('createGreeting alice first\nsecond'))
	})
})
