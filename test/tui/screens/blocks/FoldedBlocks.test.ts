import { describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../src/client/index.ts'
import { FoldedBlocks, nextFullBlock } from '../../../../src/tui/screens/blocks/FoldedBlocks.ts'

/** A chain whose index knows one transaction at each height; `asked` has the pages it was asked for. */
function chainWith(heights: readonly number[], asked: number[] = []): ChainClient {
	const newestFirst = heights.toSorted((a, b) => b - a)
	return {
		listTxs: async (query: string, page: number, perPage: number) => {
			asked.push(page)
			const [, sign, bound] = /^tx\.height ([<>])= (\d+)$/.exec(query) ?? []
			const found = newestFirst.filter((height) => (sign === '<' ? height <= Number(bound) : height >= Number(bound)))
			const txs = found.slice((page - 1) * perPage, page * perPage).map((height) => ({ height }))
			return { txs, total: found.length }
		},
	} as unknown as ChainClient
}

const rowsOf = (blocks: FoldedBlocks, latest: number): readonly string[] =>
	Array.from({ length: blocks.count(latest) }, (_, row) => {
		const { height, from } = blocks.at(row, latest)!
		return height === from ? String(height) : `${from}-${height}`
	})

describe('FoldedBlocks', () => {
	it('makes one row of three or more empty blocks, and a row of each other block', async () => {
		const blocks = new FoldedBlocks(chainWith([4, 5, 8]), 20)
		await blocks.near(0)
		expect(rowsOf(blocks, 20)).toEqual(['9-20', '8', '7', '6', '5', '4', '1-3'])
	})

	it('lets the newest run grow and ends it at the next block with transactions', async () => {
		const blocks = new FoldedBlocks(chainWith([2]), 5)
		await blocks.near(0)
		expect(rowsOf(blocks, 9)[0]).toBe('3-9')
		const block = { height: 10, txCount: 1 }
		blocks.add([{ type: 'block', block, txs: [] } as never])
		expect(rowsOf(blocks, 10)).toEqual(['10', '3-9', '2', '1'])
	})

	it('FoldedBlocks shows the blocks of a run each in its row, and leaves the other runs', async () => {
		const blocks = new FoldedBlocks(chainWith([5]), 9)
		await blocks.near(0)
		blocks.unfold(blocks.at(0, 9)!)
		expect(rowsOf(blocks, 9)).toEqual(['9', '8', '7', '6', '5', '1-4'])
		expect([blocks.placeOf(8, 9), blocks.placeOf(2, 9)]).toEqual([1, 5])
		blocks.unfold(blocks.at(5, 9)!)
		expect(rowsOf(blocks, 9)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1'])
	})

	it('FoldedBlocks takes over blocks with transactions that are above what it asked for, each once', async () => {
		const blocks = new FoldedBlocks(chainWith([2]), 5)
		await blocks.near(0)
		const block = (height: number, txCount: number) => ({ type: 'block', block: { height, txCount }, txs: [] }) as never
		blocks.add([{ type: 'log', entry: {} } as never, block(5, 1), block(6, 1), block(7, 0), block(6, 1)])
		expect(blocks.heights).toEqual([6, 2])
	})

	it('FoldedBlocks asks no further once a page is empty, whatever a node says of how many there are', async () => {
		let asked = 0
		const listTxs = async () => ({ txs: asked++ === 0 ? [{ height: 3 }] : [], total: 1_000 })
		const blocks = new FoldedBlocks({ listTxs } as never, 5)
		await blocks.near(0)
		await blocks.near(0)
		expect([asked, blocks.complete, rowsOf(blocks, 5)]).toEqual([2, true, ['5', '4', '3', '2', '1']])
	})

	it('FoldedBlocks reads the next page when a row is less than sixty above the end, one at a time', async () => {
		const asked: number[] = []
		const blocks = new FoldedBlocks(
			chainWith(
				Array.from({ length: 250 }, (_, index) => index + 1),
				asked,
			),
			250,
		)
		await Promise.all([blocks.near(0), blocks.near(0)])
		await blocks.near(39)
		expect(asked).toEqual([1])
		await blocks.near(40)
		expect([asked, blocks.count(250)]).toEqual([[1, 2], 200])
		await blocks.near(199)
		await blocks.near(249)
		expect([asked, blocks.complete]).toEqual([[1, 2, 3], true])
	})

	it('FoldedBlocks reads ten pages at one look at most, and is complete with the last one', async () => {
		const asked: number[] = []
		const heights = Array.from({ length: 1_100 }, () => 3)
		const blocks = new FoldedBlocks(chainWith(heights, asked), 4)
		await blocks.near(0)
		expect([asked.length, blocks.complete]).toEqual([10, false])
		await blocks.near(0)
		await blocks.near(0)
		expect([asked.length, blocks.complete, rowsOf(blocks, 4)]).toEqual([11, true, ['4', '3', '2', '1']])
		// A node that counts more than it gives has no more.
		const empty = new FoldedBlocks({ listTxs: async () => ({ txs: [], total: 500 }) } as unknown as ChainClient, 4)
		await empty.near(0)
		expect([empty.complete, rowsOf(empty, 4)]).toEqual([true, ['1-4']])
	})

	it('reads on until there are rows enough, also of blocks full of transactions', async () => {
		const full = Array.from({ length: 950 }, (_, index) => 1 + Math.floor(index / 50))
		const blocks = new FoldedBlocks(chainWith(full), 19)
		await blocks.near(0)
		expect(blocks.complete).toBe(true)
		expect(rowsOf(blocks, 19)).toHaveLength(19)
	})

	it('finds a height that is older than what it has read in its last row', async () => {
		const blocks = new FoldedBlocks(chainWith(Array.from({ length: 300 }, (_, index) => index + 1)), 300)
		await blocks.near(0)
		expect(blocks.complete).toBe(false)
		expect([blocks.count(300), blocks.at(99, 300)?.height]).toEqual([100, 201])
		expect([201, 200, 5].map((height) => blocks.placeOf(height, 300))).toEqual([99, 99, 99])
	})

	it('FoldedBlocks has a row for each height of its runs, and none before the first and behind the last', async () => {
		const blocks = new FoldedBlocks(chainWith([4, 5]), 9)
		await blocks.near(0)
		expect(rowsOf(blocks, 9)).toEqual(['6-9', '5', '4', '1-3'])
		expect([9, 6, 5, 4, 3, 1].map((height) => blocks.placeOf(height, 9))).toEqual([0, 0, 1, 2, 3, 3])
		expect([blocks.at(-1, 9), blocks.at(4, 9)]).toEqual([undefined, undefined])
		// Above the chain is its newest row.
		expect(blocks.placeOf(12, 9)).toBe(0)
	})
})

describe('the nearest block with transactions', () => {
	it.each([
		[5, -1, 3],
		[4, -1, 3],
		[3, -1, undefined],
		[5, 1, 7],
		[6, 1, 7],
		[7, 1, 9],
		[9, 1, 20],
		[19, 1, 20],
		[20, 1, undefined],
	] as const)('the nearest block with transactions from block %i by %i is %s', async (from, by, expected) => {
		expect(await nextFullBlock(chainWith([3, 7, 9, 9, 20]), from, by)).toBe(expected)
	})

	it('the nearest block with transactions is found by one question, or two where there are several after it', async () => {
		const asked = async (heights: readonly number[], from: number, by: -1 | 1): Promise<readonly unknown[]> => {
			const calls: unknown[] = []
			const chain = chainWith(heights)
			const listTxs = (...args: [string, number, number]) => {
				calls.push(args)
				return chain.listTxs(...args)
			}
			await nextFullBlock({ listTxs } as never, from, by)
			return calls
		}
		expect(await asked([3, 7], 9, -1)).toEqual([['tx.height <= 8', 1, 1]])
		expect(await asked([3, 7], 5, 1)).toEqual([['tx.height >= 6', 1, 1]])
		expect(await asked([3], 5, 1)).toEqual([['tx.height >= 6', 1, 1]])
		expect(await asked([7, 8, 9], 5, 1)).toEqual([
			['tx.height >= 6', 1, 1],
			['tx.height >= 6', 3, 1],
		])
	})

	it('the nearest block with transactions is the nearer one of two', async () => {
		expect(await nextFullBlock(chainWith([9, 20]), 5, 1)).toBe(9)
	})
})
