import { expect, test } from 'vitest'
import type { EthContext } from '../../../../../src/api/eth/EthContext.ts'
import { ethermintBlockDumpMethods } from '../../../../../src/api/eth/ethermint/blockDumpMethods.ts'
import { keccak256 } from '../../../../../src/crypto/keccak256.ts'
import { toHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

const first = new Uint8Array(32)
const second = keccak256(first)
const third = keccak256(second)

test.each([
	[0n, first],
	[29_999n, first],
	[30_000n, second],
	[59_999n, second],
	[60_000n, third],
])('the seed of block %d is hashed once for each thirty thousand blocks', async (number, seed) => {
	const method = ethermintBlockDumpMethods.find(({ name }) => name === 'debug_seedHash')!
	const context = { blocks: { at: async () => ({}) } } as unknown as EthContext
	const named = { number, height: Number(number) }
	expect(await method.run([named], context, {} as never)).toBe(`0x${toHex(seed)}`)
})

test('the header of block 0 is that of the first, and of a height to come there is none', async () => {
	const { ask, mine } = await createEthBench({ dialect: 'ethermint' })
	await mine()
	const headers = await Promise.all([0, 1, 2].map((height) => ask('debug_getHeaderRlp', height)))
	expect(headers[0]).toMatch(/^0xf9/)
	expect(headers[0]).toBe(headers[1])
	expect(headers[0]).not.toBe(headers[2])
	expect(await ask('debug_getHeaderRlp', 3)).toBe(
		'height 3 must be less than or equal to the current blockchain height 2',
	)
})
