import { afterEach, describe, expect, it } from 'vitest'
import type { TxDetail } from '../../../../src/client/index.ts'
import type { TransactionsModel } from '../../../../src/tui/screens/transactions/TransactionsModel.ts'
import { toBase64 } from '../../../../src/util/bytes.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { offeredKeys, refusedKeys } from '../../support/keyWords.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const model = (): TransactionsModel => t.app.screens.find(({ id }) => id === 'transactions')!.model as TransactionsModel
const refused = (): readonly string[] => refusedKeys(t, 'transactions')
const notOpen = [
	...['-', '+'].map((key) => `${key}: no transaction of the list is open`),
	...['x', 'z', 'Z', 'n', 'N'].map((key) => `${key}: no transaction is open`),
]
const notSelected = [
	'b: no transaction is selected',
	'o: no transaction with a known signer is selected',
	'y: no transaction is selected',
	'U: no transaction is selected, or the node has no listener',
	'Y: no transaction is selected',
	'J: no transaction is selected',
]

/** The Transactions screen over a chain with these greetings of alice, a block each. */
async function transactions(...texts: readonly string[]): Promise<void> {
	t = await testApp({ keys: ['alice'] })
	for (const text of texts) {
		await t.chain.greet('alice', text)
		t.chain.makeBlock()
	}
	t.press('0')
	await t.until(() => model().pages.ready && model().pages.total === texts.length)
}

describe('the keys of the transactions', () => {
	it('the keys of the transactions say what is missing on a chain without one', async () => {
		await transactions()
		expect(offeredKeys(t)).toBe('/ search, F failed only, f hold')
		expect(refused()).toEqual(['enter: no transaction is selected', ...notOpen, ...notSelected])
	})

	it('the keys of the transactions are those of the selected one of a list, of all or of the failed ones', async () => {
		await transactions('one', 'two')
		const keys = 'Enter open, / search, b its block, o signer, F failed only, f hold, y copy hash'
		expect([offeredKeys(t), refused()]).toEqual([keys, notOpen])
		t.press('f')
		expect(offeredKeys(t)).toBe(keys.replace('hold', 'follow'))
		t.press('F')
		await t.until(() => model().search?.complete === true)
		expect(offeredKeys(t)).toBe('/ search, F all, f hold')
		expect(refused()).toEqual(['enter: no transaction is selected', ...notOpen, ...notSelected])
		t.press('F')
		expect([model().query, offeredKeys(t)]).toEqual(['', keys])
	})

	it('the keys of the transactions are those of the opened one, and lead to others only from the list', async () => {
		await transactions('one', 'two')
		t.press('enter')
		await t.until('› Transactions › tx')
		const keys = 'x raw bytes, / search, z fold, b its block, o signer, y copy hash'
		const open = ['enter: it is already open', 'f: a transaction is open: Esc closes it']
		expect([offeredKeys(t), refused()]).toEqual([keys, open])
		const headings = ['transaction', 'n', 'n', 'n', 'N', 'N'].map((key) => {
			if (key.length === 1) t.press(key)
			return model().sections.current
		})
		expect(headings).toEqual(['transaction', 'gas', 'events', 'events', 'gas', 'transaction'])
		t.press('x')
		expect([model().raw, offeredKeys(t)]).toEqual([true, keys.replace('raw bytes', 'decoded')])
		t.press('-')
		await t.until(() => model().stack.top?.tx.hash === t.chain.txs[0]?.hash)
		expect(refused()).toEqual(open)
		model().openHash(t.chain.txs[1]?.hash ?? '')
		await t.until(() => model().stack.items.length === 2)
		expect([offeredKeys(t), refused()]).toEqual([keys, [...open, ...notOpen.slice(0, 2)]])
		t.app.set({ status: { ...t.app.state.status!, listeners: {} } })
		expect(refused()).toContain('U: no transaction is selected, or the node has no listener')
	})

	it('the keys of the transactions copy hash, URL, bytes and document, and open block and signer', async () => {
		await transactions('one', 'two')
		t.press('j')
		const [tx] = t.chain.txs as [TxDetail]
		for (const [key, text] of [
			['y', tx.hash],
			['Y', toBase64(tx.raw)],
			['J', JSON.stringify(tx.json, null, 2)],
			['U', `http://127.0.0.1:1317/cosmos/tx/v1beta1/txs/${tx.hash}`],
		] as const) {
			t.press(key)
			await t.until(() => t.asked.at(-1) === `copy ${text}`)
		}
		expect(t.asked).toHaveLength(4)
		t.press('b')
		await t.until('› Blocks › 2')
		t.press('0', 'o')
		await t.until('› Accounts › alice')
	})
})

describe('the search line of the transactions', () => {
	it('the search line of the transactions says what Enter will do with what was typed', async () => {
		await transactions('one', 'two')
		const opens = '⏎ opens the transaction'
		const lists = '⏎ lists what it sent and received'
		for (const [text, remark] of [
			['', '2 transactions'],
			['  ', '2 transactions'],
			[' 2 ', '⏎ opens block 2'],
			['#1,234', '⏎ opens block 1,234'],
			['ab'.repeat(32), opens],
			[` 0x${'AB'.repeat(32)}`, opens],
			[addressOf('alice'), lists],
			['alice', lists],
			["message.action = 'greet'", '⏎ asks the index of the node'],
			['two', ''],
		] as const) {
			expect([text, model().remark(text)]).toEqual([text, remark])
		}
		model().find('two')
		await t.until(() => model().search?.complete === true)
		expect(model().remark('two')).toBe('1 of 2')
		expect(model().list.filter).toBe('two')
		model().find('alice')
		await t.until(() => model().search?.complete === true)
		expect([model().query, model().list.filter]).toEqual([addressOf('alice'), 'alice'])
		expect(model().remark('none such')).toBe('2 transactions')
	})

	it('the search line of the transactions opens a hash in any form, and a block by its height', async () => {
		await transactions('one', 'two')
		const [first] = t.chain.txs as [TxDetail]
		model().find('two')
		model().find(` 0x${first.hash.toLowerCase()} `)
		await t.until(() => model().stack.top?.tx.hash === first.hash)
		expect(model().search).toBeUndefined()
		t.app.open('transactions', 'two')
		expect([model().query, model().inside]).toEqual(['two', undefined])
		model().find('#2')
		await t.until('› Blocks › 2')
		expect(model().search).toBeUndefined()
	})

	it('the words of the search line of the transactions are marked, signer and outcome are not', async () => {
		await transactions('one')
		model().find('One by:alice is:ok more')
		expect(model().list.words).toEqual(['one', 'more'])
		model().find(addressOf('alice'))
		expect(model().list.words).toEqual([])
	})
})

describe('the opened transactions', () => {
	it('the opened transactions stay when the chain goes back to their height, and go when they are gone', async () => {
		await transactions('one', 'two', 'three')
		for (const tx of [...t.chain.txs]) {
			model().openHash(tx.hash)
			await t.until(() => model().stack.top?.tx.hash === tx.hash)
		}
		expect(model().stack.items.map(({ tx }) => tx.height)).toEqual([2, 3, 4])
		t.app.set({ status: { ...t.app.state.status!, height: 3 } })
		model().connected()
		expect(model().stack.items.map(({ tx }) => tx.height)).toEqual([2, 3])
	})

	it('the opened transactions are read from what the selection rested on, and each is asked for once', async () => {
		await transactions('one', 'two')
		await t.until(() => model().preview?.hash === t.chain.txs[1]?.hash)
		expect(model().detail?.hash).toBe(t.chain.txs[1]?.hash)
		const { tx } = t.chain
		const asked: string[] = []
		t.chain.tx = async (hash) => {
			asked.push(hash)
			return tx.call(t.chain, hash)
		}
		const seen: string[] = []
		model().withDetail(({ hash }) => seen.push(hash))
		await t.until(() => seen.length === 1)
		expect([seen, asked]).toEqual([[t.chain.txs[1]?.hash], []])
		t.press('j')
		expect(model().detail).toBeUndefined()
		model().withDetail(({ hash }) => seen.push(hash))
		await t.until(() => seen.length === 2)
		expect(seen[1]).toBe(t.chain.txs[0]?.hash)
		await t.until(() => model().detail !== undefined)
		t.chain.tx = async () => undefined
		t.press('k')
		model().withDetail(({ hash }) => seen.push(hash))
		await t.until(() => model().preview === undefined)
		expect([seen.length, model().detail]).toEqual([2, undefined])
	})
})
