import { afterEach, describe, expect, it } from 'vitest'
import { hexOfAny } from '../../../../src/codec/address/anyAddress.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('the list of accounts', () => {
	let t: TestApp
	afterEach(() => t.stop())

	/** The row of a name. */
	const row = (name: string): string =>
		t
			.screen()
			.split('\n')
			.find((line) => new RegExp(`[│▸] +${name} `).test(line)) ?? ''

	/** Sends a greeting of a key of the double and makes its block. */
	async function sign(name: string): Promise<void> {
		const sent = t.app.outbox.start({
			kind: 'send',
			label: name,
			key: name,
			options: {},
			again: () => t.chain.createGreeting(name, `of ${name}`),
		})
		await t.until(() => t.app.outbox.entries.find(({ id }) => id === sent.id)?.progress.state === 'in-mempool')
		t.chain.makeBlock()
	}

	it('tells kind, balance and when each was last seen, of ours and of those everybody knows', async () => {
		t = await testApp({ keys: ['alice', 'bob'], columns: 80, rows: 24 })
		await sign('bob')
		t.press('3')
		await t.until(() => /base +1,000 CHAIN +\d+s/.test(row('bob')))
		expect(row('alice')).toMatch(/base +1,000 CHAIN +–/)
		expect(row('faucet')).toMatch(/base +0 CHAIN +–/)
	})

	it('tells when an account was last seen although the latest hundred transactions are of others', async () => {
		t = await testApp({ keys: ['alice', 'bob'], columns: 80, rows: 24 })
		await sign('bob')
		await sign('alice')
		const [, ofAlice] = t.chain.txs
		for (let number = 0; number < 120; number++) t.chain.txs.push({ ...ofAlice!, hash: String(number) })
		t.press('3')
		await t.until(() => /base +1,000 CHAIN +\d+s/.test(row('alice')))
		await t.until(() => /base +1,000 CHAIN +\d+s/.test(row('bob')))
	})

	it('counts an Ethereum transaction, which names its sender by 0x, for the one row of that account', async () => {
		t = await testApp({ keys: ['alice', 'bob'], columns: 80, rows: 24 })
		await sign('bob')
		const [tx] = t.chain.txs
		const hex = hexOfAny(addressOf('bob'), 'chain') ?? ''
		t.chain.txs.splice(0, 1, { ...tx!, signers: [hex], first: { data: { to: hexOfAny(addressOf('alice'), 'chain') } } })
		t.press('3')
		await t.until(() => /base +1,000 CHAIN +\d+s/.test(row('bob')))
		expect(row('alice')).toMatch(/base +1,000 CHAIN +\d+s/)
		expect(t.screen()).not.toContain('0x')
	})

	it('takes no address with a bad checksum, typed or pasted, into the list', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		const good = addressOf('carol')
		const bad = `${good.slice(0, -1)}${good.endsWith('q') ? 'p' : 'q'}`
		t.press('3')
		for (const wrong of [bad, good.replace('chain1', 'cosmos1'), 'chain1qqqqqqqqqqqq']) {
			t.press('/')
			await t.until('Find address')
			t.type(wrong)
			t.press('enter')
			await t.until('not an address')
			expect(t.app.preferences.get('addresses')).toEqual([])
		}
	})

	it('lists who signed on the chain, the newest first, without moving the selection', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		await sign('carol')
		t.press('3')
		const short = (name: string): string => addressOf(name).slice(-6)
		await t.until(short('carol'))
		t.press('G')
		await t.until(() => new RegExp(`▸ .*${short('carol')}`).test(t.screen()))
		await sign('dave')
		await t.until(short('dave'))
		const lines = t.screen().split('\n')
		const at = (name: string): number => lines.findIndex((line) => line.includes(short(name)))
		expect(at('dave')).toBeLessThan(at('carol'))
		expect(t.screen()).toMatch(new RegExp(`▸ .*${short('carol')}`))
	})

	it('shows a preview of the selected account beside it from 120 columns on', async () => {
		t = await testApp({ keys: ['alice', 'bob'], columns: 120, rows: 40 })
		t.press('3')
		await t.until('╭─ alice · base')
		t.press('j')
		await t.until('╭─ bob · base')
		expect(t.screen()).toMatch(/balance +1,000 CHAIN +│/)
		expect(t.screen()).toContain('› Accounts  ')
		t.app.set({ columns: 200, rows: 60 })
		await t.until('╭─ bob · base, never signed')
		expect(t.screen()).toContain('generation 8')
		t.app.set({ columns: 100 })
		expect(t.screen()).not.toContain('╭─ bob · base')
	})

	it('reads a balance again after a block that may have changed it', async () => {
		t = await testApp({ keys: ['alice', 'bob'], columns: 80, rows: 24 })
		t.press('3')
		await t.until(() => row('bob').includes('1,000 CHAIN'))
		const coins = [{ denom: 'uchain', amount: '5000000' }]
		t.app.outbox.start({
			kind: 'send',
			label: '5 CHAIN',
			key: 'alice',
			options: {},
			again: () => t.chain.send('alice', addressOf('bob'), coins),
		})
		await t.until(() => t.app.outbox.entries[0]?.progress.state === 'in-mempool')
		t.chain.makeBlock()
		await t.until(() => row('bob').includes('1,005 CHAIN'))
	})

	it('says that the node no longer keeps the state of a height, not that there is no account', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		for (let blocks = 0; blocks < 9; blocks++) t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 10)
		t.chain.earliest = 5
		t.press('3', 'enter', 'h')
		t.type('3')
		t.press('enter')
		await t.until('✗ the node no longer keeps the state of block 3')
		expect(t.screen()).toContain('h chooses another height')
		expect(t.screen()).not.toContain('balance 0 CHAIN')
		t.press('h', 'ctrl+u')
		t.type('99')
		t.press('enter')
		await t.until('✗ block 99 does not exist yet: the latest is 10')
		t.press('h', 'ctrl+u')
		t.type('7')
		t.press('enter')
		await t.until('balance 1,000 CHAIN')
	})

	it('finds the accounts everybody knows by their names', async () => {
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24 })
		t.press('3', '/')
		t.type('faucet')
		t.press('enter')
		await t.until('› Accounts › faucet')
	})

	const names = (): readonly string[] =>
		t
			.screen()
			.split('\n')
			.flatMap((line) => /│ [▸ ] (\S.*?) +chain1/.exec(line)?.slice(1) ?? [])

	it('sorts by any column, by key or by a click on its title, and tells which', async () => {
		t = await testApp({
			keys: ['bob', 'alice'],
			columns: 99,
			rows: 30,
			preferences: { labels: [`${addressOf('dave')}\tzoe`] },
		})
		t.press('3')
		await t.until('number')
		expect(names()).toEqual(['bob', 'alice', '◇zoe', 'faucet'])
		t.press('s')
		expect(names()).toEqual(['alice', 'bob', 'faucet', '◇zoe'])
		expect(t.screen()).toMatch(/name ▴/)
		t.press('s')
		expect(names()).toEqual(['◇zoe', 'faucet', 'bob', 'alice'])
		t.press('s', 's', 's', 's', 's')
		await t.until('balance ▴')
		await t.until(() => names().slice(0, 2).join() === '◇zoe,faucet')
	})

	it('filters by name, label, address and kind while one types, marks what was found, and keeps the selection', async () => {
		const labels = [`${addressOf('dave')}\texchange, hot`]
		t = await testApp({ keys: ['alice', 'bob'], columns: 99, rows: 30, preferences: { labels }, colorLevel: 3 })
		t.press('3', '/')
		t.type('exch')
		await t.until('1 of 4')
		expect(names()).toEqual(['◇exchange, hot'])
		expect(t.lines().join('')).toContain(t.app.theme.match('exch'))
		t.press('enter')
		expect(t.screen()).toContain('/exch · 1 of 4')
		t.press('esc')
		expect(names()).toHaveLength(4)
		t.press('/')
		t.type(addressOf('bob').slice(8, 14))
		t.press('enter')
		expect(t.screen()).toContain('1 of 4')
		t.press('/')
		t.press('ctrl+u')
		t.type('exchange, hot')
		t.press('enter')
		await t.until('chain-tui › Accounts › ◇')
	})

	it('shows a label with its sign and never without the address; the label of a key’s name is refused', async () => {
		t = await testApp({ keys: ['alice'], columns: 100, rows: 30 })
		await sign('carol')
		const short = addressOf('carol').slice(-5)
		t.press('3')
		await t.until(short)
		t.press('end', 'b')
		t.type('Alice')
		t.press('enter')
		await t.until('“alice” already means somebody else')
		t.press('b')
		t.type('carol of accounting')
		t.press('enter')
		await t.until(() => new RegExp(`◇carol.* +chain1.*…${short}`).test(t.screen()))
		t.press('2')
		await t.until(() => new RegExp(`◇c.*·${short}`).test(t.screen()))
		t.press('3', 'b')
		t.press('ctrl+u')
		t.press('enter')
		await t.until(() => !t.screen().includes('◇'))
	})
})
