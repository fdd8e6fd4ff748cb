import { beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

const from = `0x${'11'.repeat(20)}` as const
/** Returns the base fee that it sees. */
const watcher = `0x${'aa'.repeat(20)}` as const
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
const checksummed = '0x1111111111111111111111111111111111111111'

let chain: Awaited<ReturnType<typeof createEthBench>>
let baseFee: bigint
beforeAll(async () => {
	chain = await createEthBench({
		funded: [[fromHex(from.slice(2))!, 300_000_000n]],
		codes: { 170: '48 5f 52 6020 5f f3' },
	})
	await chain.mine()
	baseFee = BigInt((await chain.ask('eth_getBlockByNumber', 'latest', false)).baseFeePerGas)
})
const call = (args: object, ...others: readonly unknown[]) =>
	chain.ask('eth_call', { from, to: watcher, ...args }, 'latest', ...others)
const hex = (value: bigint): string => `0x${value.toString(16)}`

describe('a call that is not sent', () => {
	test('a call sees the base fee if it pays for gas, and none if it does not', async () => {
		expect(baseFee).toBeGreaterThan(0n)
		const price = { gas: '0x186a0', gasPrice: hex(baseFee) }
		expect(await call({})).toBe(word(0n))
		expect(await call(price)).toBe(word(baseFee))
		expect(await call({ gas: '0x186a0', maxFeePerGas: hex(baseFee) })).toBe(word(baseFee))
		expect(await call({}, {}, { baseFeePerGas: '0x5' })).toBe(word(0n))
		expect(await call({ ...price, gasPrice: '0x5' }, {}, { baseFeePerGas: '0x5' })).toBe(word(5n))
	})

	test.each([
		[
			'prices of both kinds',
			{ gasPrice: '0x1', maxFeePerGas: '0x1' },
			'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
		],
		[
			'authorizations for a contract that it makes',
			{ to: null, authorizationList: [] },
			`EIP-7702 transaction cannot be used to create contract (sender ${checksummed})`,
		],
		[
			'a list of no authorizations',
			{ authorizationList: [] },
			`EIP-7702 transaction with empty auth list (sender ${checksummed})`,
		],
	])('a call with %s is refused as a transaction would be', async (_name, args, text) => {
		expect(await call(args)).toBe(text)
	})

	test('a call that offers the least price or tip has to pay the base fee', async () => {
		const gas = '0x186a0'
		expect(await call({ gas, maxFeePerGas: '0x1' })).toBe(
			`err: max fee per gas less than block base fee: address ${checksummed}, maxFeePerGas: 1, baseFee: ${baseFee} (supplied gas 100000)`,
		)
		expect(await call({ gas, maxPriorityFeePerGas: '0x1' })).toBe(
			`err: max priority fee per gas higher than max fee per gas: address ${checksummed}, maxPriorityFeePerGas: 1, maxFeePerGas: 0 (supplied gas 100000)`,
		)
		expect(await call({ gas, maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' })).toBe(word(0n))
	})
})
