import { expect, it } from 'vitest'
import type { TxSummary } from '../../../../src/client/index.ts'
import { TxPages } from '../../../../src/tui/screens/transactions/TxPages.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Pages over a chain of so many transactions, ten a block. */
function pagesOf(total: number) {
	const asked: number[] = []
	const said = { loaded: 0 }
	const chain = { total, mark: '', lost: -1 }
	const tx = (number: number): TxSummary =>
		({ hash: `${chain.mark}${number}`, height: Math.floor(number / 10) + 1 }) as TxSummary
	const pages = new TxPages({
		read: async (page, size) => {
			asked.push(page)
			const newest = chain.total - 1 - (page - 1) * size
			const numbers = Array.from({ length: Math.max(0, Math.min(size, newest + 1)) }, (_, index) => newest - index)
			return { txs: numbers.filter((number) => number !== chain.lost).map(tx), total: chain.total }
		},
		loaded: () => said.loaded++,
		failed: (error) => {
			throw error
		},
	})
	const hash = async (place: number): Promise<string | undefined> => {
		pages.at(place)
		await settled()
		return pages.at(place)?.hash
	}
	return { pages, asked, said, chain, tx, hash }
}

it('transactions are read a page at a time, when one of it is drawn', async () => {
	const { pages, asked, hash } = pagesOf(250)
	expect(pages.ready).toBe(false)
	await pages.start()
	expect([pages.ready, pages.total, await hash(0), await hash(99), asked]).toEqual([true, 250, '249', '150', [1]])
	expect([await hash(100), await hash(249), asked]).toEqual(['149', '0', [1, 2, 3]])
	expect([await hash(250), await hash(-1), asked.length]).toEqual([undefined, undefined, 3])
})

it('2,000 transactions are remembered, and those read longest ago are read again', async () => {
	const { pages, asked, hash } = pagesOf(2_100)
	await pages.start()
	for (let place = 0; place < 2_000; place += 100) await hash(place)
	expect(asked).toHaveLength(20)
	expect([await hash(0), await hash(99), asked.length]).toEqual(['2099', '2000', 20])
	expect([await hash(2_000), asked.length]).toEqual(['99', 21])
	expect([await hash(100), asked.length]).toEqual(['1999', 21])
	// The first page was forgotten to its last one.
	expect([await hash(99), asked.length]).toEqual(['2000', 22])
})

it('new transactions are counted once, also those that come before the first page', async () => {
	const { pages, chain, tx, hash } = pagesOf(100)
	const started = pages.start()
	chain.total = 100
	pages.add([tx(99), tx(100), tx(101)])
	expect(pages.total).toBe(0)
	await started
	expect([pages.total, await hash(0), await hash(1), await hash(2)]).toEqual([102, '101', '100', '99'])
	pages.add([tx(101), tx(110), tx(111)])
	expect([pages.total, pages.at(0)?.hash]).toEqual([104, '111'])
	pages.add([])
	pages.add([tx(111)])
	expect([pages.total, pages.at(0)?.hash]).toEqual([104, '111'])
})

it('transactions of one page after the other are read while a list is drawn, and who draws it is told', async () => {
	const { pages, asked, said, hash } = pagesOf(350)
	expect(pages.total).toBe(0)
	await pages.start()
	for (const place of [199, 200, 349]) expect(pages.at(place)).toBeUndefined()
	expect([asked, said.loaded]).toEqual([[1, 2], 0])
	await settled()
	expect([pages.at(199)?.hash, pages.at(100)?.hash, said.loaded]).toEqual(['150', '249', 1])
	expect([await hash(349), asked]).toEqual(['0', [1, 2, 4]])
})

it('transactions that the node does not give are asked for once, and again after a new start', async () => {
	const { pages, asked, said, chain, hash } = pagesOf(150)
	chain.lost = 0
	await pages.start()
	expect([await hash(149), await hash(149), await hash(149), asked, said.loaded]).toEqual([
		...[undefined, undefined, undefined, [1, 2], 1],
	])
	chain.lost = -1
	chain.mark = 'other '
	await pages.start()
	expect([pages.at(0)?.hash, pages.at(148), await hash(149)]).toEqual(['other 149', undefined, 'other 0'])
	expect(asked).toEqual([1, 2, 1, 2])
})

it('new transactions are counted from the first one of a chain on, and by the height of the newest', async () => {
	const empty = pagesOf(0)
	await empty.pages.start()
	empty.pages.add([empty.tx(0)])
	expect([empty.pages.total, empty.pages.at(0)?.hash]).toEqual([1, '0'])
	const { pages, tx } = pagesOf(101)
	await pages.start()
	// The newest is the only one in its block.
	pages.add([tx(100)])
	expect(pages.total).toBe(101)
	pages.add([tx(110), tx(120)])
	pages.add([tx(120)])
	expect([pages.total, pages.at(0)?.hash]).toEqual([103, '120'])
})

it('a transaction that the node did not return is asked for again once all of them are read again', async () => {
	const { pages, asked, chain, hash } = pagesOf(100)
	chain.lost = 50
	await pages.start()
	expect([await hash(99), await hash(99), asked]).toEqual([undefined, undefined, [1, 1]])
	await pages.start()
	chain.lost = -1
	expect([await hash(99), asked]).toEqual(['0', [1, 1, 1, 1]])
	const newest = pagesOf(1)
	newest.chain.lost = 0
	await newest.pages.start()
	expect([await newest.hash(0), newest.asked]).toEqual([undefined, [1, 1]])
})
