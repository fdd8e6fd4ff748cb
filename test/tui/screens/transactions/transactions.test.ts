import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

describe('the Transactions screen', () => {
	let t: TestApp
	afterEach(() => t.stop())

	/** Puts greetings into a block. */
	async function add(...texts: readonly string[]): Promise<void> {
		const sent = texts.map((text) =>
			t.app.outbox.start({
				kind: 'send',
				label: text,
				key: 'alice',
				options: {},
				again: () => t.chain.createGreeting('alice', text),
			}),
		)
		const states = (): readonly string[] =>
			sent.map(({ id }) => t.app.outbox.entries.find((entry) => entry.id === id)?.progress.state ?? '')
		await t.until(() => states().every((state) => state === 'in-mempool'))
		t.chain.makeBlock()
		await t.until(() => states().every((state) => state === 'committed'))
	}

	async function start(columns = 120, rows = 40): Promise<void> {
		t = await testApp({ keys: ['alice', 'bob'], columns, rows })
		t.press(digitOf('transactions'))
	}

	it('lists what happens live: block, age, outcome, kind, signer, text, gas, hash', async () => {
		await start()
		await add('the first')
		await t.until('“the first”')
		expect(t.screen()).toMatch(/▸ +2 +\d+s +✓ +greeting +alice +“the first” +55,960 +[0-9A-F]{6}…[0-9A-F]{6}/)
		expect(t.screen()).toContain('1 transaction ')
	})

	it('moves through the list by the arrows while words are typed above it', async () => {
		await start()
		for (const text of ['kiwi one', 'kiwi two', 'plum']) await add(text)
		await t.until(/▸ .*“plum”/)
		t.press('/')
		t.type('kiwi')
		await t.until(() => !t.screen().includes('“plum”'))
		expect(t.screen()).toMatch(/▸ .*“kiwi two”/)
		t.press('down')
		expect(t.screen()).toMatch(/▸ .*“kiwi one”/)
		t.press('up')
		expect(t.screen()).toMatch(/▸ .*“kiwi two”/)
		t.type(' one')
		await t.until(() => !t.screen().includes('“kiwi two”'))
		expect(t.screen()).toMatch(/▸ .*“kiwi one”/)
	})

	it('follows the newest until one moves, and then stays where one is', async () => {
		await start()
		await add('one')
		await add('two')
		await t.until(() => /▸ .*“two”/.test(t.screen()))
		t.press('j')
		expect(t.screen()).toMatch(/▸ .*“one”/)
		await add('three')
		await t.until('“three”')
		expect(t.screen()).toMatch(/▸ .*“one”/)
		t.press('home')
		await add('four')
		await t.until(() => /▸ .*“four”/.test(t.screen()))
	})

	it('reads a long history a page at a time, to its very first transaction', async () => {
		await start()
		for (let block = 0; block < 8; block++) {
			await add(...Array.from({ length: 40 }, (_, index) => `text ${block * 40 + index}`))
		}
		// As after a start: nothing of it was seen live.
		for (const screen of t.app.screens) screen.model.connected?.(t.chain)
		await t.until('320 transactions')
		t.press('G')
		await t.until('“text 0”')
		expect(t.screen()).toMatch(/▸ .*“text 0”/)
		expect(t.screen()).toContain('320 of 320')
	})

	it('filters by words, signer and outcome while one types, and counts', async () => {
		await start()
		await add('apples', 'pears')
		await add('more apples')
		t.press('/')
		t.type('apples')
		await t.until('2 of 3')
		expect(t.screen()).not.toContain('“pears”')
		t.press('ctrl+u')
		t.type('by:alice pears')
		await t.until('1 of 3')
		t.press('ctrl+u')
		t.type('by:bob')
		await t.until('No transaction matches.')
		t.press('ctrl+u')
		t.type('is:failed')
		await t.until('0 of 3')
		t.press('esc')
		await t.until('“pears”')
	})

	it('adds to a search what matches of new blocks', async () => {
		await start()
		await add('apples')
		t.press('/')
		t.type('apples')
		await t.until('1 of 1')
		t.press('enter')
		await add('pears', 'green apples')
		await t.until('“green apples”')
		expect(t.screen()).not.toContain('“pears”')
		expect(t.screen()).toContain('2 of 3')
	})

	it('opens a height, a hash and what an address did from one box, and says beforehand what Enter will do', async () => {
		await start()
		await add('wanted')
		const { hash } = t.chain.txs[0]!
		t.press('/')
		t.type('2')
		await t.until('⏎ opens block 2')
		t.press('enter')
		await t.until('› Blocks › 2')
		t.press('esc')
		await t.until('› Transactions')
		t.press('/')
		t.event({ type: 'paste', text: hash })
		await t.until('⏎ opens the transaction')
		t.press('enter')
		await t.until('result')
		t.press('esc', '/')
		t.type('alice')
		await t.until('⏎ lists what it sent and received')
		t.press('enter')
		await t.until('› Transactions › “alice”')
		await t.until('“wanted”')
	})

	it('says what is wrong with a hash, a height to come and a height that is gone', async () => {
		await start()
		t.app.open('transactions', 'AB'.repeat(32))
		await t.until('no transaction ABABABAB…ABABABAB is in a block of this chain')
		t.app.open('blocks', '9000')
		await t.until('block 9,000 does not exist yet: the latest is 1')
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 2)
		t.chain.block = async () => undefined
		t.app.open('blocks', '1')
		await t.until('the node no longer keeps block 1')
	})

	it('says why a node cannot list its transactions', async () => {
		t = await testApp({ keys: ['alice'], columns: 100, rows: 30 })
		t.chain.searchProblem = new UserError('transaction indexing is disabled', { next: 'Ask a node that indexes.' })
		for (const screen of t.app.screens) screen.model.connected?.(t.chain)
		t.press(digitOf('transactions'))
		await t.until('transaction indexing is disabled')
		expect(t.screen()).toContain('Ask a node that indexes.')
	})

	it('stands throughput above the list, and the selected transaction beside it where there is room', async () => {
		await start(200, 60)
		await add('beside')
		await t.until('greeting by alice')
		expect(t.screen()).toContain('tx/s')
		expect(t.screen()).toMatch(/“beside”.*│/)
		expect(t.screen()).not.toContain('Where the gas went')
		t.press('enter')
		await t.until('Where the gas went')
		t.app.set({ columns: 80, rows: 16 })
		t.press('esc')
		expect(t.screen()).not.toContain('tx/s')
	})

	it('stays with an opened transaction while new ones come', async () => {
		await start()
		await add('opened')
		await t.until('“opened”')
		t.press('enter')
		await t.until('result')
		await add('later')
		await t.until(() => t.chain.txs.length === 2)
		t.press('esc')
		await t.until('“later”')
		expect(t.screen()).toMatch(/▸ .*“opened”/)
		t.press('enter')
		await t.until('result')
		t.press('+')
		await t.until('"message": "later"')
	})

	it('leads back to where a link came from with one Esc', async () => {
		await start()
		await add('linked')
		t.press(digitOf('blocks'), 'enter')
		await t.until('› Blocks › 2')
		t.press('enter')
		await t.until('result')
		expect(t.app.state.screen).toBe('transactions')
		t.press('b')
		await t.until(() => t.app.state.screen === 'blocks')
		t.press('esc')
		expect(t.app.state.screen).toBe('transactions')
		expect(t.screen()).toContain('result')
		t.press('esc')
		expect(t.screen()).toContain('› Blocks › 2')
	})

	it('reads again when the chain was taken back', async () => {
		await start()
		await add('will be gone')
		await t.until('“will be gone”')
		const block = t.chain.blockList.at(-1)!
		t.chain.txs.length = 0
		t.chain.emit({ type: 'block', block: { ...block, txCount: 0 }, txs: [] })
		await t.until('This chain has no transactions yet.')
	})
})
