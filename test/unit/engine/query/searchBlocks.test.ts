import { expect, it } from 'vitest'
import { parseQuery } from '../../../../src/engine/query/parseQuery.ts'
import { searchBlocks } from '../../../../src/engine/query/searchBlocks.ts'
import { blockIndexKey } from '../../../../src/engine/store/keys.ts'
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

it('a search by the height of the only block finds it', async () => {
	expect(await heights('block.height=1', { earliest: 1, latest: 1 })).toEqual([1])
})

it.each(['block.height=0', 'block.height=1', 'block.height EXISTS', 'block.height>=0', 'block.height<5'])(
	'a search by %s finds nothing before the first block',
	async (query) => {
		expect(await heights(query, { earliest: 0, latest: 0 })).toEqual([])
	},
)

it.each([
	['a.n>5', [4]],
	['a.n>=5', [3, 4]],
	['a.n<=5', [3]],
	['a.n=15', [4]],
	["a.n='5'", [3]],
	// The value alone is compared, without the bytes that end it.
	["a.n CONTAINS '5'", [3, 4]],
	["a.n CONTAINS 'x\0y'", [5]],
	["a.n CONTAINS '\u0001'", []],
	["a.n='x\0y'", [5]],
	['a.n EXISTS', [3, 4, 5]],
	['a EXISTS', []],
	['a.n>5 AND block.height<4', []],
	["a.n CONTAINS '5' AND a.n CONTAINS '1'", [4]],
])('a search by %j finds of the values 5, 15 and one with a zero byte: %o', async (query, found) => {
	const db = createMemoryDb()
	const batch = db.batch()
	for (const [value, height] of [
		['5', 3],
		['15', 4],
		['x\0y', 5],
	] as const) {
		batch.put(blockIndexKey('a.n', value, height), new Uint8Array(0))
	}
	await db.write(batch, { sync: false })
	const heightsFound = await searchBlocks(db, { earliest: 3, latest: 5 }, parseQuery(query))
	expect([...heightsFound].sort((a, b) => a - b)).toEqual(found)
})
