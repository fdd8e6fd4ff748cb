import { describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../src/client/index.ts'
import { FoldedBlocks } from '../../../../src/tui/screens/blocks/FoldedBlocks.ts'

/** A chain whose index knows one transaction at each height. */
function chainWith(heights: readonly number[]): ChainClient {
	const newestFirst = heights.toSorted((a, b) => b - a)
	return {
		listTxs: async (query: string, page: number, perPage: number) => {
			const below = newestFirst.filter((height) => height <= Number(/\d+$/.exec(query)?.[0]))
			const txs = below.slice((page - 1) * perPage, page * perPage).map((height) => ({ height }))
			return { txs, total: below.length }
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

	it('shows the blocks of a run each in its row and folds them again', async () => {
		const blocks = new FoldedBlocks(chainWith([5]), 9)
		await blocks.near(0)
		expect(blocks.toggle(blocks.at(0, 9)!)).toBe(true)
		expect(rowsOf(blocks, 9)).toEqual(['9', '8', '7', '6', '5', '1-4'])
		expect([blocks.placeOf(8, 9), blocks.placeOf(2, 9)]).toEqual([1, 5])
		expect(blocks.toggle(blocks.at(4, 9)!)).toBe(false)
	})

	it('reads on until there are rows enough, also of blocks full of transactions', async () => {
		const full = Array.from({ length: 950 }, (_, index) => 1 + Math.floor(index / 50))
		const blocks = new FoldedBlocks(chainWith(full), 19)
		await blocks.near(0)
		expect(blocks.complete).toBe(true)
		expect(rowsOf(blocks, 19)).toHaveLength(19)
	})
})
