import { expect, it } from 'vitest'
import { parseQuery } from '../../../../src/engine/query/parseQuery.ts'
import { searchBlocks } from '../../../../src/engine/query/searchBlocks.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'

const heights = async (query: string, kept: { readonly earliest: number; readonly latest: number }) =>
	[...(await searchBlocks(createMemoryDb(), kept, parseQuery(query)))].sort((a, b) => a - b)

it.each([
	['block.height=2', []],
	['block.height=3', [3]],
	['block.height=5', [5]],
	['block.height=6', []],
	// The first height that is given exactly is the answer, whatever else is asked.
	['block.height>4 AND block.height=3', [3]],
	['block.height=4 AND block.height=5', [4]],
	['block.height<=3', [3]],
	['block.height<3', []],
	['block.height>=5', [5]],
	['block.height>5', []],
	['block.height>3 AND block.height<5', [4]],
	['block.height EXISTS', [3, 4, 5]],
	['block.height EXISTS AND block.height>3', [4, 5]],
	['a.b EXISTS AND block.height EXISTS', []],
])('a search by %s finds of the blocks 3 to 5 that a node keeps: %o', async (query, found) => {
	expect(await heights(query, { earliest: 3, latest: 5 })).toEqual(found)
})

it.each(['block.height=0', 'block.height=1', 'block.height EXISTS', 'block.height>=0', 'block.height<5'])(
	'a search by %s finds nothing before the first block',
	async (query) => {
		expect(await heights(query, { earliest: 0, latest: 0 })).toEqual([])
	},
)
