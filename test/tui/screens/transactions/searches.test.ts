import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TxDetail } from '../../../../src/client/ChainClient.ts'
import { ethereumMessageType } from '../../../../src/codec/tx/outlineTx.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

/** The Transactions screen over a chain with these greetings of alice, a block each. */
async function transactions(texts: readonly string[], columns = 120, rows = 40): Promise<void> {
	t = await testApp({ keys: ['alice'], columns, rows })
	for (const text of texts) {
		await t.chain.greet('alice', text)
		t.chain.makeBlock()
	}
	t.press(digitOf('transactions'))
	if (texts.length > 0) await t.until(`“${texts.at(-1)}”`)
}

async function search(text: string): Promise<void> {
	t.press('/', 'ctrl+u')
	t.type(text)
	t.press('enter')
}

describe('a search in the language of the node', () => {
	it('a search in the language of the node is answered by its index, in pages, and asked again after new transactions', async () => {
		await transactions(['one', 'two'])
		const asked: string[] = []
		const list = t.chain.listTxs.bind(t.chain)
		t.chain.listTxs = async (query, page, perPage) => {
			asked.push(`${query} ${page}`)
			return list('tx.height > 0', page, perPage)
		}
		t.press('/')
		t.type("message.action = 'greet'")
		await t.until('⏎ asks the index of the node')
		t.press('enter')
		await t.until("/message.action = 'greet' · 2 transactions")
		expect(asked).toEqual(["message.action = 'greet' 1"])
		await t.chain.greet('alice', 'three')
		t.chain.makeBlock()
		await t.until('“three”')
		expect(asked.length).toBeGreaterThan(1)
		t.press('esc')
		await t.until('3 transactions')
	})

	it('a search is not asked again, and ends nothing, while a place is being connected', async () => {
		await transactions(['one'])
		await search("message.action = 'greet'")
		await t.until('1 transaction')
		const delivered = vi.spyOn(t.app, 'deliver')
		await t.chain.greet('alice', 'two')
		t.chain.makeBlock()
		await t.until('“two”')
		const events = delivered.mock.calls.flatMap(([told]) => told)
		const asked = vi.spyOn(t.chain, 'listTxs')
		const { client } = t.app
		t.app.client = undefined
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		try {
			t.app.screens.find(({ id }) => id === 'transactions')!.model.events!(events)
			expect(() => vi.runAllTimers()).not.toThrow()
			expect(asked).not.toHaveBeenCalled()
		} finally {
			vi.useRealTimers()
		}
		t.press('/')
		t.type('tx.height = 1')
		t.press('enter')
		t.app.client = client
		await said('No place is connected.')
	})

	it('says why the index does not answer, and stops', async () => {
		await transactions(['one'])
		t.chain.listTxs = async () => {
			throw new UserError('The query is not understood.', { next: 'Write key = value.' })
		}
		await search('tx.foo EXISTS')
		await t.until('The query is not understood.')
		expect(t.screen()).toContain('Write key = value.')
	})

	it('a search in the language of the node is not asked again once one moved away from the newest', async () => {
		await transactions(['one', 'two'])
		await search('tx.height > 0')
		await t.until('/tx.height > 0')
		t.press('j')
		await t.chain.greet('alice', 'three')
		t.chain.makeBlock()
		await t.until('3 transactions')
		expect(t.screen()).toContain('▸')
		expect(t.screen()).toContain('/tx.height > 0 · 2 transactions')
	})
})

describe('an address', () => {
	it.each([
		['alice', '“alice”'],
		[addressOf('alice'), '“alice”'],
		[`0x${'12'.repeat(20)}`, 'No transaction matches.'],
	])('%s lists what it sent and received', async (text, wanted) => {
		await transactions(['one'])
		const asked: string[] = []
		const list = t.chain.listTxs.bind(t.chain)
		t.chain.listTxs = async (query, page, perPage) => {
			asked.push(query)
			return text.startsWith('0x') ? { txs: [], total: 0 } : list('tx.height > 0', page, perPage)
		}
		await search(text)
		await t.until(wanted)
		expect(asked.some((query) => query.startsWith("message.sender='chain1"))).toBe(true)
		// The EVM's events name accounts in its own form.
		expect(asked.some((query) => query.startsWith("ethereum_tx.recipient='0x"))).toBe(true)
	})

	it('an address that a link leads to leads back with one Esc', async () => {
		await transactions(['one'])
		t.press('3', 'o')
		await t.until('› Transactions › “alice”')
		t.press('esc')
		await t.until(() => t.app.state.screen === 'accounts')
	})
})

describe('words', () => {
	it('find nothing in a chain that ends', async () => {
		await transactions(['one'])
		await search('nothing such')
		await t.until('No transaction matches.')
		expect(t.screen()).toContain('Esc shows all again, / changes the search.')
	})

	it('words are gone when the line is empty again', async () => {
		await transactions(['one', 'two'])
		t.press('/')
		t.type('one')
		await t.until('1 of 2')
		t.press('ctrl+u')
		await t.until('“two”')
		await t.until('2 transactions')
	})

	it('say so when the node cannot look through its blocks', async () => {
		await transactions(['one'])
		t.chain.searchTxs = async () => {
			throw new UserError('The node is busy.')
		}
		await search('one')
		await t.until('The node is busy.')
	})
})

describe('the opened transaction', () => {
	it('the opened transaction has an end in both directions', async () => {
		await transactions(['one', 'two'])
		t.press('enter')
		await t.until('"message": "two"')
		t.press('+')
		await said('there is no newer one')
		t.press('-')
		await t.until('"message": "one"')
		t.press('-')
		await said('there is no older one')
		expect(t.screen()).toContain('"message": "one"')
	})

	it('stays when the next one is gone from the node', async () => {
		await transactions(['one', 'two'])
		t.press('enter')
		await t.until('"message": "two"')
		t.chain.tx = async () => undefined
		t.press('-')
		await t.until(() => t.app.screen.model !== undefined)
		expect(t.screen()).toContain('"message": "two"')
	})

	it('says what its keys need', async () => {
		await transactions(['one'])
		t.press('enter')
		await t.until('"message": "one"')
		for (const [key, words] of [
			['enter', 'open: it is already open'],
			['f', 'a transaction is open: Esc closes it'],
		] as const) {
			t.press(key)
			await said(words)
		}
		t.press('esc')
		for (const key of ['x', 'z', 'Z', 'n', 'N']) {
			t.press(key)
			await said('no transaction is open')
			t.app.toast('info', 'before the next')
		}
		for (const key of ['-', '+']) {
			t.press(key)
			await said('no transaction of the list is open')
			t.app.toast('info', 'before the next')
		}
	})

	it('the opened transaction is not one of an empty chain, and each key says so', async () => {
		await transactions([])
		await t.until('This chain has no transactions yet.')
		for (const [key, words] of [
			['enter', 'no transaction is selected'],
			['b', 'no transaction is selected'],
			['o', 'no transaction with a known signer is selected'],
			['U', 'no transaction is selected, or the node has no listener'],
		] as const) {
			t.press(key)
			await said(words)
		}
	})

	it.each([
		['a page', ['pagedown', 'pageup', 'end', 'home']],
		['half a page', ['ctrl+d', 'ctrl+u', 'G', 'g', 'g']],
	])('the opened transaction is left while the list moves by %s', async (_name, keys) => {
		await transactions(['one', 'two', 'three'])
		t.press(...keys)
		await t.until(/▸ .*“three”/)
		expect(t.screen()).toContain('following')
	})

	it('leaves its room to the list while there is no transaction', async () => {
		await transactions([], 200, 50)
		await t.until('This chain has no transactions yet.')
		expect(t.screen()).not.toContain('╭─ Transaction ')
	})
})

describe('a transaction in one line', () => {
	const tx = (type: string, first: object, change: Partial<TxDetail> = {}): TxDetail =>
		({ ...t.chain.txs[0]!, messageTypes: [type], first: { '@type': type, ...first }, ...change }) as TxDetail
	const to = addressOf('bob')

	it.each([
		[
			'/cosmos.bank.v1beta1.MsgSend',
			{ to_address: to, amount: [{ denom: 'uchain', amount: '5000000' }] },
			/send .*5 CHAIN → chain1/,
		],
		['/cosmos.bank.v1beta1.MsgSend', { to_address: to, amount: 'many' }, /send .*0 CHAIN → chain1/],
		['/cosmos.bank.v1beta1.MsgMultiSend', { outputs: [{ address: to }] }, /multisend .*→ chain1/],
		['/cosmos.bank.v1beta1.MsgMultiSend', { outputs: [{ address: to }, { address: to }] }, /multisend .*→ 2 accounts/],
		['/cosmos.bank.v1beta1.MsgMultiSend', {}, /multisend .*→ 0 accounts/],
		[
			'/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
			{ to_address: to, amount: [{ denom: 'uchain', amount: '1000000' }] },
			/vesting .*1 CHAIN → chain1/,
		],
		[ethereumMessageType, { data: { to: '', value: '0' } }, /contract .*new contract/],
		[
			ethereumMessageType,
			{ data: { to: `0x${'12'.repeat(20)}`, value: '1000000000000000000', data: 'AA==' } },
			/call .*1 CHAIN → 0x1212/,
		],
		[ethereumMessageType, { data: { to: `0x${'12'.repeat(20)}`, value: 'x', data: '' } }, /send .*→ 0x1212/],
		[ethereumMessageType, { data: null }, /contract .*new contract/],
		['/foreign.v1.MsgDance', {}, /Dance/],
		['', {}, /unknown .*bytes that are no/],
	] as const)('a transaction in one line of %s %j', async (type, first, wanted) => {
		await transactions(['one'], 139)
		t.chain.txs[0] = tx(type, first)
		for (const screen of t.app.screens) screen.model.connected?.(t.chain)
		await t.until(wanted)
	})

	it('says how many messages it has before it tells the first, and whether it failed', async () => {
		await transactions(['one'], 139)
		const type = '/chain.greet.v1beta1.MsgCreateGreet'
		t.chain.txs[0] = tx(type, { message: 'first' }, { messageTypes: [type, type], code: 5, signers: [] })
		for (const screen of t.app.screens) screen.model.connected?.(t.chain)
		await t.until(/✗ +greeting +– +2 messages: “first”/)
		t.press('o')
		await said('no transaction with a known signer is selected')
	})
})
