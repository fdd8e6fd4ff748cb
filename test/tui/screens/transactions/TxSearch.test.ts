import { describe, expect, it } from 'vitest'
import type { ChainClient, TxDetail } from '../../../../src/client/index.ts'
import { Amounts } from '../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../src/tui/app/Preferences.ts'
import {
	type SearchKind,
	searchKind,
	TxSearch,
	type TxSearchOptions,
} from '../../../../src/tui/screens/transactions/TxSearch.ts'

const alice = 'chain1alice'
const bob = 'chain1bob'

/** A transaction of a block; its hash is told by height and index. */
function tx(height: number, index: number, more: Partial<TxDetail> = {}): TxDetail {
	return {
		...{ hash: `H${height}I${index}`, height, index, time: '2026-01-02T03:04:05Z', code: 0, codespace: '', log: '' },
		...{ gasWanted: 2n, gasUsed: 1n, fee: [], memo: '', messageTypes: ['/x.Msg'], signers: [alice], first: {} },
		...{ json: {}, raw: new Uint8Array(), data: new Uint8Array(), events: [], ...more },
	}
}

/** A node that gives these of a range of heights, newest first in pages; `asked` has each question. */
function search(txs: readonly TxDetail[], options: Partial<TxSearchOptions> = {}) {
	const asked: string[] = []
	const page = (query: string, number: number, perPage: number) => {
		asked.push(`${query} #${number}`)
		const [from = 0, to = Number.MAX_SAFE_INTEGER] = ['>=?', '<=?'].map((sign) => {
			const found = new RegExp(`tx\\.height ${sign} ?(\\d+)`).exec(query.replace('tx.height = ', `tx.height ${sign} `))
			return found === null ? undefined : Number(found[1])
		})
		const all = txs.filter(({ height }) => height >= from && height <= to)
		return { txs: all.slice((number - 1) * perPage, number * perPage), total: all.length }
	}
	const client = {
		listTxs: async (query: string, number: number, perPage: number) => page(query, number, perPage),
		searchTxs: async (query: string, number: number, perPage: number) => page(query, number, perPage),
	} as unknown as ChainClient
	const nameOf = (address: string) => (address === alice ? 'Alice' : address)
	// Somebody's name is empty.
	const addressOf = (name: string) => ({ alice, '0xb0b': bob, '': bob })[name]
	const made = new TxSearch({
		...{ client, query: '', kind: 'text', height: 1_000, prefix: 'chain', changed: () => {} },
		names: { amounts: new Amounts(memoryPreferences(), () => 'uchain'), nameOf, addressOf },
		...options,
	})
	return { made, asked, hashes: () => made.txs.map(({ hash }) => hash) }
}

describe('a search of transactions', () => {
	it.each([
		['7', 'height'],
		['#1,234', 'height'],
		['7a', 'text'],
		['ab'.repeat(32), 'hash'],
		[`0x${'AB'.repeat(32)}`, 'hash'],
		['ab'.repeat(31), 'text'],
		[`chain1${'q'.repeat(38)}`, 'address'],
		[`chain1${'q'.repeat(37)}`, 'text'],
		[`cosmos1${'q'.repeat(38)}`, 'text'],
		[`0x${'ab'.repeat(20)}`, 'address'],
		[`0x${'ab'.repeat(19)}`, 'text'],
		["message.action = 'greet'", 'index'],
		['tx.height>5', 'index'],
		['a.b<5', 'index'],
		['a.b EXISTS', 'index'],
		["a.b CONTAINS 'x'", 'index'],
		['a.b', 'text'],
		['hello', 'text'],
	] satisfies readonly (readonly [string, SearchKind])[])('the line %j is one of kind %s', (line, kind) => {
		expect(searchKind(line, 'chain')).toBe(kind)
	})

	it.each([
		['is:failed', ['H4I0', 'H3I0']],
		['is:ok', ['H5I0', 'H2I0', 'H1I0']],
		['by:alice', ['H5I0', 'H4I0', 'H3I0', 'H1I0']],
		['by:chain1bob', ['H2I0']],
		['by:0xb0b', ['H2I0']],
		['by:', ['H5I0', 'H4I0', 'H3I0', 'H2I0', 'H1I0']],
		['by:z', []],
		['by:zchain1bob', []],
		['by:alice is:failed', ['H4I0', 'H3I0']],
		['by:alice by:0xb0b', []],
		['hello', ['H5I0']],
		['HELLO memo', []],
		['memo-words', ['H2I0']],
		['out gas', ['H4I0']],
		['h1i0', ['H1I0']],
		['deep', ['H1I0']],
		['is:failed out', ['H4I0']],
	])('the words %j find %j', async (query, wanted) => {
		const { made, hashes } = search(
			[
				tx(5, 0, { json: { body: 'hello' } }),
				tx(4, 0, { code: 11, log: 'out of gas' }),
				tx(3, 0, { evmFault: 'execution reverted' }),
				tx(2, 0, { signers: [bob], memo: 'memo-words' }),
				tx(1, 0, { json: { a: [{ b: 'deep' }] } }),
			],
			{ query },
		)
		await made.more()
		expect(hashes()).toEqual(wanted)
		expect([made.total, made.complete, made.reading, made.looked]).toEqual([wanted.length, true, false, 5])
		expect(
			made.txs.every((found) => !('json' in found || 'raw' in found || 'data' in found || 'events' in found)),
		).toBe(true)
	})

	it('a signer is found by either form of its address, and by a name that only its address tells', async () => {
		const { made, hashes } = search([tx(3, 0, { signers: ['0xb0b'] }), tx(2, 0)], { query: 'by:chain1bob' })
		await made.more()
		expect(hashes()).toEqual(['H3I0'])
		const names: TxSearchOptions['names'] = {
			...{ amounts: new Amounts(memoryPreferences(), () => 'uchain'), addressOf: () => undefined },
			nameOf: (address) => (address === bob ? 'Robert' : address),
		}
		const named = search([tx(3, 0, { signers: [bob] }), tx(2, 0)], { query: 'by:robert', names })
		await named.made.more()
		expect(named.hashes()).toEqual(['H3I0'])
	})

	it('words are looked for until two thousand are found, which is enough, and by one question at a time', async () => {
		// Each range of two hundred blocks has a hundred transactions, so that it stays as wide.
		const many = Array.from({ length: 2_100 }, (_, index) => tx(4_200 - 2 * index, 0))
		const { made, asked } = search(many, { height: 4_200 })
		const reading = made.more()
		await made.more()
		expect(made.reading).toBe(true)
		await reading
		expect([made.txs.length, made.complete, made.reading, asked.length, new Set(asked).size]).toEqual([
			...[2_000, true, false, 20, 20],
		])
	})

	it.each(['text', 'index', 'address'] as const)(
		'a search of kind %s that was stopped asks for nothing more',
		async (kind) => {
			const { made, asked } = search([tx(5, 0)], { kind, query: 'x.y = 1' })
			made.stop()
			await made.more()
			expect([made.complete, made.txs, asked]).toEqual([true, [], []])
		},
	)

	it('words are looked for downwards, in wider ranges while blocks are empty and narrower ones while they are full', async () => {
		const empty = search([], { height: 2_000 })
		await empty.made.more()
		expect(empty.asked).toEqual([
			'tx.height >= 1801 AND tx.height <= 2000 #1',
			'tx.height >= 1401 AND tx.height <= 1800 #1',
			'tx.height >= 601 AND tx.height <= 1400 #1',
			'tx.height >= 1 AND tx.height <= 600 #1',
		])
		const range = ({ asked }: ReturnType<typeof search>) =>
			asked.filter((line) => line.endsWith('#1')).map((line) => line.match(/\d+/g)!.slice(0, 2).join('-'))
		// A transaction in every second block is neither few nor many: 100 of 200.
		const steady = search(
			Array.from({ length: 300 }, (_, at) => tx(600 - 2 * at, 0)),
			{ height: 600, query: 'none' },
		)
		await steady.made.more()
		expect(range(steady)).toEqual(['401-600', '201-400', '1-200'])
		const full = search(
			Array.from({ length: 800 }, (_, at) => tx(400 - Math.floor(at / 2), at % 2)),
			{
				...{ height: 400, query: 'none' },
			},
		)
		await full.made.more()
		expect(range(full)).toEqual(['201-400', '101-200', '1-100'])
		expect(full.made.looked).toBe(800)
		/** The ranges of so many transactions in each two hundred of six hundred blocks. */
		const ranges = async (count: number): Promise<readonly string[]> => {
			const txs = Array.from({ length: 3 * count }, (_, at) => tx(600 - Math.floor((200 * at) / count), at % 200))
			const made = search(txs, { height: 600, query: 'none' })
			await made.made.more()
			return range(made)
		}
		expect([await ranges(40), await ranges(50), (await ranges(250))[1]]).toEqual([
			...[['401-600', '1-400'], ['401-600', '201-400', '1-200'], '301-400'],
		])
		const long = search([], { height: 300_000 })
		await long.made.more()
		// No range is wider than a hundred thousand blocks.
		expect(range(long).at(-2)).toBe('97801-197800')
	})

	it('words are looked for from the newest block to the first one, and stand in that order', async () => {
		const first = search([tx(1, 0)], { height: 1 })
		await first.made.more()
		expect(first.hashes()).toEqual(['H1I0'])
		const txs = Array.from({ length: 150 }, (_, at) => tx(300 - 2 * at, 0))
		const all = search(txs, { height: 300 })
		await all.made.more()
		expect(all.hashes()).toEqual(txs.map(({ hash }) => hash))
		await all.made.addBlock(0)
		expect([all.made.total, all.made.txs.length]).toEqual([150, 150])
	})

	it('a search that is stopped takes over nothing more, and words end with two thousand matches', async () => {
		const many = Array.from({ length: 2_600 }, (_, at) => tx(2_600 - at, 0))
		const whole = search(many, { height: 2_600 })
		await whole.made.more()
		expect(whole.made.txs.length).toBeGreaterThanOrEqual(2_000)
		expect(whole.made.txs.length).toBeLessThan(2_600)
		const stopped = search(many, { height: 2_600, changed: () => stopped.made.stop() })
		await stopped.made.more()
		expect(stopped.made.txs).toHaveLength(100)
		expect([stopped.made.complete, stopped.asked.length]).toEqual([true, 2])
		await stopped.made.more()
		expect(stopped.made.txs).toHaveLength(100)
	})

	it('the index answers an address as sender and as receiver, each transaction once, newest first', async () => {
		const address = `chain1${'q'.repeat(38)}`
		const { made, asked, hashes } = search([tx(3, 1), tx(9, 0), tx(3, 2), tx(9, 1)], {
			query: address,
			kind: 'address',
		})
		await made.more()
		expect(hashes()).toEqual(['H9I1', 'H9I0', 'H3I2', 'H3I1'])
		expect(asked.length).toBeGreaterThan(1)
		expect(asked.every((line) => line.includes(address) && line.endsWith('#1'))).toBe(true)
		expect([made.total, made.complete]).toEqual([4, true])
	})

	it('a query in the language of the node is read page by page and tells how many there are', async () => {
		const many = Array.from({ length: 150 }, (_, at) => tx(150 - at, 0))
		const { made, asked } = search(many, { query: "a.b = 'c'", kind: 'index' })
		await Promise.all([made.more(), made.more()])
		expect([made.txs.length, made.total, made.complete]).toEqual([100, 150, false])
		await made.more()
		expect([made.txs.length, made.total, made.complete]).toEqual([150, 150, true])
		await made.more()
		expect(asked).toEqual(["a.b = 'c' #1", "a.b = 'c' #2"])
		const whole = search(many.slice(50), { query: "a.b = 'c'", kind: 'index' })
		await whole.made.more()
		expect([whole.made.txs.length, whole.made.total, whole.made.complete]).toEqual([100, 100, true])
	})

	it('a new block adds what matches in front, all of its pages, but nothing to a query in the language of the node', async () => {
		const block = Array.from({ length: 130 }, (_, at) => tx(7, at, { memo: at % 2 === 0 ? 'even' : 'odd' }))
		const words = search([...block, tx(3, 0, { memo: 'even' })], { query: 'even', height: 3 })
		await words.made.more()
		expect(words.hashes()).toEqual(['H3I0'])
		await words.made.addBlock(7)
		expect([words.made.txs.length, words.made.total, words.hashes().at(-1)]).toEqual([66, 66, 'H3I0'])
		await words.made.addBlock(7)
		expect(words.made.total).toBe(66)
		const index = search(block, { query: "a.b = 'c'", kind: 'index' })
		await index.made.addBlock(7)
		expect(index.asked).toEqual([])
		const address = search(block, { query: `chain1${'q'.repeat(38)}`, kind: 'address' })
		await address.made.addBlock(7)
		expect([address.made.total, address.hashes()[0]]).toEqual([130, 'H7I129'])
		expect(address.asked.every((line) => / AND tx\.height = 7 #[12]$/.test(line))).toBe(true)
	})
})
