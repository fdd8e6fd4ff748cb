import { afterEach, expect, it } from 'vitest'
import type { TxDetail } from '../../../../src/client/ChainClient.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TransactionsModel } from '../../../../src/tui/screens/transactions/TransactionsModel.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const modelOf = (): TransactionsModel =>
	t.app.screens.find(({ id }) => id === 'transactions')!.model as TransactionsModel

/** The Transactions screen over a chain with these greetings of alice, a block each. */
async function transactions(...texts: readonly string[]): Promise<TransactionsModel> {
	t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
	for (const text of texts) {
		await t.chain.greet('alice', text)
		t.chain.makeBlock()
	}
	t.press(digitOf('transactions'))
	await t.until(`“${texts.at(-1)}”`)
	return modelOf()
}

it('the next page of a search is read when fifty rows are left before its end', async () => {
	const model = await transactions('one')
	const [tx] = t.chain.txs as [TxDetail]
	const asked: number[] = []
	t.chain.listTxs = async (_query, page) => {
		asked.push(page)
		const txs =
			page > 2
				? []
				: Array.from({ length: 100 }, (_, index) => ({
						...tx,
						hash: `${page}-${index}`,
						height: 1_000 - 100 * page - index,
					}))
		return { txs, total: 250 }
	}
	model.find("message.action = 'greet'")
	await t.until(() => model.search?.txs.length === 100)
	expect(asked).toEqual([1])
	model.list.move(49)
	expect([model.list.cursor.selected, asked]).toEqual([49, [1]])
	model.list.move(1)
	await t.until(() => model.search?.txs.length === 200)
	expect(asked).toEqual([1, 2])
})

it('a selected transaction of a search stays selected while others that match are made', async () => {
	const model = await transactions('a word', 'other', 'a word more')
	model.find('word')
	await t.until(() => model.search?.complete === true)
	expect(model.search?.txs).toHaveLength(2)
	model.list.move(1)
	const selected = model.list.selected?.hash
	await t.chain.greet('alice', 'the newest word')
	t.chain.makeBlock()
	await t.until(() => model.search?.txs.length === 3)
	expect([model.list.selected?.hash, model.list.cursor.selected]).toEqual([selected, 2])
	expect([model.list.select(model.search!.txs[0]!.hash), model.list.cursor.selected]).toEqual([true, 0])
	expect([model.list.select('none'), model.list.cursor.selected]).toEqual([false, 0])
})

it('a search of words that is under way goes on when it is asked for once more, and one that ended begins anew', async () => {
	const model = await transactions('a word')
	let answer = (): void => {}
	const search = t.chain.searchTxs.bind(t.chain)
	t.chain.searchTxs = async (...asked) => {
		await new Promise<void>((resolve) => {
			answer = resolve
		})
		return search(...asked)
	}
	model.find('word')
	await t.until(() => model.search !== undefined)
	const first = model.search
	model.find('word')
	await t.until(() => model.search?.reading === true)
	expect(model.search).toBe(first)
	expect(model.matchRemark).toBe('0 of 1 · looked at 0 …')
	model.find('words')
	await t.until(() => model.search !== first)
	expect([first?.complete, model.query]).toEqual([true, 'words'])
	const second = model.search
	answer()
	await t.until(() => model.search?.complete === true)
	expect(model.matchRemark).toBe('0 of 1')
	model.find('words')
	await t.until(() => model.search !== second)
	answer()
	model.find('')
	expect([model.search, model.matchRemark]).toEqual([undefined, ''])
})

it('a search of words that is under way begins anew at the place that is connected', async () => {
	const model = await transactions('a word')
	const left = t.chain.searchTxs
	t.chain.searchTxs = () => new Promise(() => {})
	model.find('word')
	await t.until(() => model.search?.reading === true)
	const first = model.search
	t.chain.searchTxs = left
	t.app.reconnect()
	await t.until(() => model.search?.txs.length === 1)
	expect([model.search === first, first?.complete, model.query, model.matchRemark]).toEqual([
		false,
		true,
		'word',
		'1 of 1',
	])
})

it('Esc leaves a transaction of a search that another screen opened, then the search with its screen', async () => {
	const model = await transactions('a word', 'other')
	t.press(digitOf('blocks'))
	await t.until('Blocks')
	t.app.open('transactions', 'word')
	await t.until(() => model.search?.complete === true)
	t.press('enter')
	await t.until(() => model.inside !== undefined)
	t.press('esc')
	expect([t.app.state.screen, model.inside, model.query]).toEqual(['transactions', undefined, 'word'])
	t.press('esc')
	expect([t.app.state.screen, model.query]).toEqual(['blocks', ''])
})

it('the transactions of the place in use are not faulty because one that was left fails late', async () => {
	const model = await transactions('one')
	let fail = (_error: Error): void => {}
	t.chain.listTxs = () =>
		new Promise((_, reject) => {
			fail = reject
		})
	model.connected()
	const late = fail
	t.app.client = { ...t.chain, listTxs: async () => ({ txs: [], total: 0 }) } as never
	model.connected()
	late(new UserError('It was closed.'))
	await new Promise(setImmediate)
	expect([model.fault, model.pages.total]).toEqual([undefined, 0])
	t.app.client = t.chain
	model.connected()
	fail(new UserError('It has no index.'))
	await t.until(() => model.fault?.message === 'It has no index.')
})
