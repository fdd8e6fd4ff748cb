import { expect, it } from 'vitest'
import type { TxSummary } from '../../../../src/client/index.ts'
import { TxPages } from '../../../../src/tui/screens/transactions/TxPages.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Pages over a chain of so many transactions, ten a block. */
function pagesOf(total: number) {
	const asked: number[] = []
	const chain = { total }
	const tx = (number: number): TxSummary => ({ hash: `${number}`, height: Math.floor(number / 10) + 1 }) as TxSummary
	const pages = new TxPages({
		read: async (page, size) => {
			asked.push(page)
			const newest = chain.total - 1 - (page - 1) * size
			const numbers = Array.from({ length: Math.max(0, Math.min(size, newest + 1)) }, (_, index) => newest - index)
			return { txs: numbers.map(tx), total: chain.total }
		},
		loaded: () => {},
		failed: (error) => {
			throw error
		},
	})
	const hash = async (place: number): Promise<string | undefined> => {
		pages.at(place)
		await settled()
		return pages.at(place)?.hash
	}
	return { pages, asked, chain, tx, hash }
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
	expect([await hash(0), asked.length]).toEqual(['2099', 22])
})

it('new transactions are counted once, also those that come before the first page', async () => {
	const { pages, chain, tx, hash } = pagesOf(100)
	const started = pages.start()
	chain.total = 100
	expect(pages.add([tx(99), tx(100), tx(101)])).toBe(0)
	await started
	expect([pages.total, await hash(0), await hash(1), await hash(2)]).toEqual([102, '101', '100', '99'])
	expect([pages.add([tx(101), tx(110), tx(111)]), pages.total, pages.at(0)?.hash]).toEqual([2, 104, '111'])
	expect([pages.add([]), pages.add([tx(111)])]).toEqual([0, 0])
})
