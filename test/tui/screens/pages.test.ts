import { describe, expect, it } from 'vitest'
import type { BlockSummary, TxSummary } from '../../../src/client/ChainClient.ts'
import { BlockPages } from '../../../src/tui/screens/blocks/BlockPages.ts'
import { TxPages } from '../../../src/tui/screens/transactions/TxPages.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('pages of blocks', () => {
	it('pages of blocks are asked for again after the node did not answer, and no more often than they are drawn', async () => {
		let asked = 0
		let isAway = true
		const failures: unknown[] = []
		let loaded = 0
		const pages = new BlockPages({
			read: async (from, to) => {
				asked++
				if (isAway) throw new Error('away')
				return Array.from({ length: to - from + 1 }, (_, index) => ({ height: from + index }) as BlockSummary)
			},
			loaded: () => loaded++,
			failed: (error) => failures.push(error),
		})
		expect(pages.get(7, 250)).toBeUndefined()
		expect(pages.get(8, 250)).toBeUndefined()
		await settled()
		expect([asked, failures.length, loaded]).toEqual([1, 1, 0])
		isAway = false
		expect(pages.get(7, 250)).toBeUndefined()
		await settled()
		expect(pages.get(7, 250)?.height).toBe(7)
		expect([asked, loaded]).toEqual([2, 1])
	})
})

describe('pages of transactions', () => {
	const tx = (number: number): TxSummary => ({ hash: String(number), height: number + 1 }) as TxSummary

	/** A chain of so many transactions, one a block. */
	function chain(count: number) {
		const state = { count, asked: 0, isAway: false, loaded: 0, failed: 0 }
		const pages = new TxPages({
			read: async (page, perPage) => {
				state.asked++
				if (state.isAway) throw new Error('away')
				const newest = Array.from({ length: state.count }, (_, index) => tx(state.count - 1 - index))
				return { txs: newest.slice((page - 1) * perPage, page * perPage), total: state.count }
			},
			loaded: () => state.loaded++,
			failed: () => state.failed++,
		})
		return { state, pages }
	}

	it('keep each transaction at its place while new ones come between asking and answer', async () => {
		const { state, pages } = chain(350)
		await pages.start()
		expect(pages.at(0)?.hash).toBe('349')
		expect(pages.at(120)).toBeUndefined()
		// Another one is made before the answer is there, and told of after it.
		state.count = 351
		await settled()
		pages.add([tx(350)])
		expect(pages.total).toBe(351)
		expect(pages.at(0)?.hash).toBe('350')
		expect(pages.at(121)?.hash).toBe('229')
		pages.add([tx(350)])
		expect(pages.total, 'told twice').toBe(351)
	})

	it('count what is told before the first page is there once', async () => {
		const { state, pages } = chain(5)
		const starting = pages.start()
		pages.add([tx(4), tx(5)])
		await starting
		expect(pages.total).toBe(6)
		expect(pages.at(0)?.hash).toBe('5')
		expect(state.asked).toBe(1)
	})

	it('pages of transactions are asked for again after the node did not answer, and no more often than they are drawn', async () => {
		const { state, pages } = chain(300)
		await pages.start()
		state.isAway = true
		pages.at(299)
		await settled()
		expect([state.asked, state.failed, state.loaded]).toEqual([2, 1, 0])
		state.isAway = false
		pages.at(299)
		await settled()
		expect(pages.at(299)?.hash).toBe('0')
	})

	it('do not ask for ever for what the node does not give', async () => {
		const { state, pages } = chain(300)
		await pages.start()
		state.count = 0
		for (let drawing = 0; drawing < 5; drawing++) {
			expect(pages.at(250)).toBeUndefined()
			await settled()
		}
		expect(state.asked).toBe(2)
	})
})
