import { type Address, getContractAddress, type Hex, numberToHex, padHex, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { account, askEth } from './evmTools.ts'

/** Counts its calls in slot 0, tells the new count in a log and returns the old one. */
const counterCode = '6000548060010180600055600052600160206000a160005260206000f3'
const init: Hex = `0x601d600c600039601d6000f3${counterCode}`
const counter = getContractAddress({ from: account(0).address, nonce: 0n })
const dave = '0x00000000000000000000000000000000000000d1'

let node: TestNode
/** Heights of a block of four transfers, and of one of three calls. */
let transfers: number
let calls: number
let counted: readonly Hex[]

// biome-ignore lint/suspicious/noExplicitAny: each method's result has a shape of its own, which the tests compare
const ask = async (method: string, ...params: readonly unknown[]): Promise<any> => {
	const { result, error } = await askEth(node.addresses.eth!, method, params)
	if (error !== undefined) throw new Error(error.message)
	return result
}
const blockAt = (height: number) => ask('eth_getBlockByNumber', numberToHex(height), false)

interface Draft {
	readonly nonce?: number
	readonly to?: Address
	readonly data?: Hex
	/** Tip and cap in Gwei. */
	readonly tip?: string
	readonly cap?: string
}

/** Sends a transaction of an account, which the next block has. */
async function send(from: number, { nonce = 0, to, data, tip = '1', cap = '100' }: Draft): Promise<Hex> {
	const raw = await account(from).signTransaction({
		type: 'eip1559',
		chainId: 2222,
		nonce,
		to,
		data,
		gas: to === dave ? 21_000n : 200_000n,
		maxPriorityFeePerGas: parseGwei(tip),
		maxFeePerGas: parseGwei(cap),
	})
	return ask('eth_sendRawTransaction', raw)
}

/** Makes a block; resolves with its height. */
async function mine(): Promise<number> {
	await node.call('admin_mine', {})
	return Number(await ask('eth_blockNumber'))
}

beforeAll(async () => {
	node = await startNode({
		on: ['eth'],
		flags: { chainId: 'chain_2222-1', ethCompat: 'ethermint', admin: 'on', blockMode: 'manual' },
	})
	// The base fee of the first transaction is that of a block.
	await mine()
	await send(0, { data: init })
	await mine()
	await send(1, { to: dave, tip: '3' })
	await send(2, { to: dave, tip: '4', cap: '4' })
	await send(3, { to: dave, tip: '1' })
	await send(1, { to: dave, tip: '2', nonce: 1 })
	transfers = await mine()
	counted = [
		await send(1, { to: counter, nonce: 2 }),
		await send(2, { to: counter, nonce: 1 }),
		await send(3, { to: counter, nonce: 1 }),
	]
	calls = await mine()
})

afterAll(async () => {
	await node.close()
})

describe('the fees that ethermint tells', () => {
	// ethermint v0.14.1 rpc/ethereum/backend FeeHistory: the named block is not in it.
	test('a history ends before the named block, with the tips at percentiles of the gas of each', async () => {
		const { baseFeePerGas, gasLimit } = await blockAt(transfers)
		const percentiles = [0, 25, 25.001, 25.002, 50, 75, 76, 100]
		const one = await ask('eth_feeHistory', '1', numberToHex(transfers + 1), percentiles)
		const capped = parseGwei('4') - BigInt(baseFeePerGas)
		expect(capped > parseGwei('3')).toBe(true)
		const [first, second, third] = ['1', '2', '3'].map((tip) => parseGwei(tip))
		expect(one).toEqual({
			oldestBlock: numberToHex(transfers),
			reward: [[first, first, first, second, second, third, capped, capped].map((tip) => numberToHex(tip!))],
			baseFeePerGas: [baseFeePerGas],
			gasUsedRatio: [84_000 / Number(gasLimit)],
		})
		const two = await ask('eth_feeHistory', '0x2', 'latest', [])
		expect(two).toEqual({
			oldestBlock: numberToHex(calls - 2),
			baseFeePerGas: [(await blockAt(calls - 2)).baseFeePerGas, baseFeePerGas],
			gasUsedRatio: [expect.any(Number), 84_000 / Number(gasLimit)],
		})
		expect(await ask('eth_feeHistory', 0, 'latest', [50])).toEqual({
			oldestBlock: numberToHex(calls),
			gasUsedRatio: [],
		})
		const all = await ask('eth_feeHistory', 100, 'latest', [50])
		expect(all.oldestBlock).toBe('0x0')
		// 0 means the first block, which is there twice.
		expect(all.baseFeePerGas).toHaveLength(calls)
		expect(all.baseFeePerGas[0]).toBe(all.baseFeePerGas[1])
		expect(all.reward[0]).toEqual(['0x0'])
	})

	test.each([
		[[101, 'latest', []], 'FeeHistory user block count 101 higher than 100'],
		[['x', 'latest', []], 'invalid argument 0: hex string without 0x prefix'],
		[[String(2n ** 64n), 'latest', []], 'invalid argument 0: hex string without 0x prefix'],
		[['9'.repeat(50_000), 'latest', []], 'invalid argument 0: hex string without 0x prefix'],
		[[`${'0'.repeat(50)}101`, 'latest', []], 'FeeHistory user block count 101 higher than 100'],
		[
			[1, 'latest', Array.from({ length: 101 }, (_, at) => at / 2)],
			'invalid reward percentile: over the query limit 100',
		],
	])('a history is refused: %j', async (params, text) => {
		await expect(ask('eth_feeHistory', ...params)).rejects.toThrow(text)
	})

	test('the price is the base fee of the newest block and an eighth of it', async () => {
		const base = BigInt((await blockAt(calls)).baseFeePerGas)
		expect(await ask('eth_maxPriorityFeePerGas')).toBe(numberToHex(base / 8n))
		expect(await ask('eth_gasPrice')).toBe(numberToHex(base + base / 8n))
	})
})

describe('a block of calls that build on each other', () => {
	test('each transaction is traced behind those before it', async () => {
		const config = { tracer: 'callTracer' }
		const outputs = [0, 1, 2].map((count) => padHex(numberToHex(count)))
		const one = await Promise.all(counted.map((hash) => ask('debug_traceTransaction', hash, config)))
		expect(one.map(({ output }) => output)).toEqual(outputs)
		const all = await ask('debug_traceBlockByNumber', numberToHex(calls), config)
		expect(all.map(({ result }: { result: { output: Hex } }) => result.output)).toEqual(outputs)
		const { hash } = await blockAt(calls)
		expect(await ask('debug_traceBlockByHash', hash, config)).toEqual(all)
	})

	test('a block of one transaction is traced before that transaction, and a block of none has no traces', async () => {
		const config = { tracer: 'callTracer' }
		const made = numberToHex(transfers - 1)
		const {
			transactions: [hash],
		} = await blockAt(transfers - 1)
		const created = { type: 'CREATE', to: counter.toLowerCase(), output: `0x${counterCode}` }
		expect(await ask('debug_traceBlockByNumber', made, config)).toMatchObject([{ result: created }])
		expect(await ask('debug_traceTransaction', hash, config)).toMatchObject(created)
		expect(await ask('debug_traceBlockByNumber', numberToHex(transfers - 2), config)).toEqual([])
	})

	test('receipts of a block of calls count gas and logs through the block', async () => {
		const receipts = await Promise.all(counted.map((hash) => ask('eth_getTransactionReceipt', hash)))
		expect(receipts.map(({ transactionIndex, logs }) => [transactionIndex, logs[0].logIndex, logs[0].data])).toEqual(
			[0, 1, 2].map((at) => [numberToHex(at), numberToHex(at), padHex(numberToHex(at + 1))]),
		)
		let sum = 0n
		for (const { gasUsed, cumulativeGasUsed } of receipts) {
			sum += BigInt(gasUsed)
			expect(BigInt(cumulativeGasUsed)).toBe(sum)
		}
		expect(BigInt((await blockAt(calls)).gasUsed)).toBe(sum)
	})
})
