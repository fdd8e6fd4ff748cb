import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { feeMethods } from '../../../../../src/api/eth/methods/ethFeeMethods.ts'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

const accounts = ['11', '22', '33'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))
const gwei = 10n ** 9n
/** Gas of the transfers, which no other one shares. */
const transferGas = 21_000

let chain: Awaited<ReturnType<typeof createEthBench>>
/** Base fees by height. */
const fees: string[] = []

beforeAll(async () => {
	chain = await createEthBench({
		maxGas: 1_000_000n,
		funded: accounts.map(({ address }) => [fromHex(address.slice(2))!, 1_000_000n]),
	})
	await chain.mine()
	// Tips of 3 and 1 gwei, and one that its cap makes less than 3.
	for (const [at, tip] of [3n, 1n, 3n].entries()) {
		const tx = {
			type: 'eip1559',
			chainId: 2222,
			gas: 50_000n,
			maxPriorityFeePerGas: tip * gwei,
			maxFeePerGas: at === 2 ? 3n * gwei : 100n * gwei,
			to: `0x${'bb'.repeat(20)}`,
		} as const
		await chain.ask('eth_sendRawTransaction', await accounts[at]!.signTransaction({ ...tx, nonce: 0 }))
	}
	await chain.mine(...chain.waiting())
	await chain.mine()
	for (let height = 1; height <= 4; height++) {
		fees[height] = (await chain.ask('eth_getBlockByNumber', `0x${height}`, false)).baseFeePerGas
	}
	fees[5] = await chain.ask('eth_baseFee')
})

/** What is asked of the history, and what it begins with. */
const history = (count: unknown, newest: string, ...more: readonly unknown[]) =>
	chain.ask('eth_feeHistory', count, newest, ...more)

describe('a history of fees', () => {
	test('the base fees of blocks of one chain differ from one to the next', () => {
		expect(new Set(fees.slice(1)).size).toBe(5)
	})

	test.each([
		[1, 'latest', 4, 4],
		['0x2', '0x2', 1, 2],
		['2', '0x3', 2, 3],
		[9, '0x3', 1, 3],
		[4, 'latest', 1, 4],
		[1_025, 'latest', 1, 4],
	])('a history of %s blocks to %s has the fee of the block after it too', async (count, newest, from, to) => {
		const length = to - from + 1
		const used = [0, 0, 0, 3 * transferGas, 0].map((gas) => gas / 1_000_000)
		expect(await history(count, newest)).toEqual({
			oldestBlock: `0x${from}`,
			baseFeePerGas: fees.slice(from, to + 2),
			gasUsedRatio: used.slice(from, to + 1),
			baseFeePerBlobGas: Array(length + 1).fill('0x0'),
			blobGasUsedRatio: Array(length).fill(0),
		})
	})

	test('rewards are the tips at shares of a block’s gas, and nothing where it has no transaction', async () => {
		const { reward } = await history(2, '0x4', [0, 33, 33.333, 34, 66, 67, 100])
		const base = BigInt(fees[3]!)
		const [first, second, third] = [gwei, 3n * gwei - base, 3n * gwei].map((tip) => `0x${tip.toString(16)}`)
		expect(reward).toEqual([[first, first, first, second, second, third, third], Array(7).fill('0x0')])
	})

	test.each([
		['0x0', 'latest', [], { oldestBlock: '0x0', gasUsedRatio: null }],
		[1, '0x5', [], 'request beyond head block: requested 5, head 4'],
		['x', 'latest', [], 'invalid argument 0: invalid hex or decimal integer "x"'],
		['12345678901234567890', 'latest', [], 'invalid argument 0: invalid hex or decimal integer "12345678901234567890"'],
		[1, 'latest', [-0.5], 'invalid reward percentile: -0.500000'],
		[1, 'latest', [100.5], 'invalid reward percentile: 100.500000'],
		[1, 'latest', [0, 50, 50], 'invalid reward percentile: #1:50.000000 >= #2:50.000000'],
		[1, 'latest', [60, 50], 'invalid reward percentile: #0:60.000000 >= #1:50.000000'],
	])('a history of %s blocks to %s with the shares %j is refused or empty', async (count, newest, shares, reply) => {
		expect(await history(count, newest, shares)).toEqual(reply)
	})

	test('shares of gas are as many as are taken, and no more', async () => {
		const shares = (count: number) => Array.from({ length: count }, (_, at) => at / 2)
		expect((await history(1, 'latest', shares(100))).reward[0]).toHaveLength(100)
		expect(await history(1, 'latest', shares(101))).toBe('invalid reward percentile: over the query limit 100')
	})
})

test.each([
	['within', 3, { oldestBlock: '0x5', baseFeePerGas: [1, 2, 3], gasUsedRatio: [4, 5] }],
	['at its begin', 5, { oldestBlock: '0x5', baseFeePerGas: [1, 2, 3], gasUsedRatio: [4, 5] }],
	['after its first block', 6, { oldestBlock: '0x6', baseFeePerGas: [2, 3], gasUsedRatio: [5] }],
	['after its last block', 7, { oldestBlock: '0x7', baseFeePerGas: [3], gasUsedRatio: [] }],
])('a history for a caller whose window begins %s has what is in the window', (_, from, clipped) => {
	const { clip } = feeMethods.find(({ name }) => name === 'eth_feeHistory')!
	const whole = { oldestBlock: '0x5', baseFeePerGas: [1, 2, 3], gasUsedRatio: [4, 5] }
	expect(clip!(whole, { from, to: 9 })).toEqual(clipped)
	const none = { oldestBlock: '0x0', gasUsedRatio: null }
	expect(clip!(none, { from, to: 9 })).toEqual(none)
})

test('a block without any gas has used no part of it', async () => {
	const empty = await createEthBench({ maxGas: 0n, feeMarket: { noBaseFee: true } })
	expect((await empty.ask('eth_feeHistory', 1, 'latest')).gasUsedRatio).toEqual([0])
})
