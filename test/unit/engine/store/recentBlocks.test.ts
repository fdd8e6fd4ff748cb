import { describe, expect, it } from 'vitest'
import type { Block, BlockMeta } from '../../../../src/chain/blockTypes.ts'
import { RecentBlocks } from '../../../../src/engine/store/RecentBlocks.ts'
import { utf8 } from '../../../../src/util/bytes.ts'

const meta = {} as BlockMeta

function block(...txs: readonly Uint8Array[]): Block {
	return { header: {}, txs, lastCommit: {} } as unknown as Block
}

describe('blocks that were read a moment ago', () => {
	it('blocks that were read a moment ago are known by the record of their header: another block of the same height is not taken for them', () => {
		const recent = new RecentBlocks()
		const kept = block(utf8('tx'))
		recent.put(7, utf8('record'), meta, kept)
		expect(recent.get(7, utf8('record'))?.block).toBe(kept)
		expect(recent.get(7, utf8('rewound'))).toBeUndefined()
		expect(recent.get(8, utf8('record'))).toBeUndefined()
	})

	it('blocks that were read a moment ago are few, and none of them is large', () => {
		const recent = new RecentBlocks()
		const known = () => {
			const heights = Array.from({ length: 20 }, (_, height) => height)
			return heights.filter((height) => recent.get(height, utf8('record')) !== undefined).join()
		}
		for (const height of [1, 2, 3, 4, 5, 6, 7, 1, 8]) recent.put(height, utf8('record'), meta, block())
		expect(known()).toBe('1,2,3,4,5,6,7,8')
		recent.put(9, utf8('record'), meta, block())
		expect(known()).toBe('1,3,4,5,6,7,8,9')
		recent.put(10, utf8('record'), meta, block(new Uint8Array(40_000), new Uint8Array(25_537)))
		expect(known()).toBe('1,3,4,5,6,7,8,9')
		recent.put(10, utf8('record'), meta, block(new Uint8Array(40_000), new Uint8Array(25_536)))
		expect(known()).toBe('1,4,5,6,7,8,9,10')
	})
})
