import { getContractAddress, numberToHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../modules/evm/evmBench.ts'
import { createEthBench } from '../ethBench.ts'

const from = `0x${'11'.repeat(20)}` as const
const to = `0x${'22'.repeat(20)}`
const nobody = `0x${'99'.repeat(20)}`
const contract = `0x${'aa'.repeat(20)}`
const name = (address: string) => `address ${address}`
/** The coins of the sender. */
const coins = 100n * 10n ** 12n
const hex = (number: bigint | number) => numberToHex(number)

let chain: Awaited<ReturnType<typeof createEthBench>>
beforeAll(async () => {
	chain = await createEthBench({
		maxGas: 1_000_000n,
		funded: [[addressOf(0x11), 100n]],
		// Answers with the balance of who calls; uses all gas; fails with nothing; logs twice; logs and fails.
		codes: { 170: '33 31 5f 52 6020 5f f3', 177: 'fe', 178: '5f 5f fd', 179: '5f 5f a0 5f 5f a0', 180: '5f 5f a0 fe' },
	})
})

/** The block of calls, or the refusal. */
const simulate = async (
	calls: readonly object[],
	{ block = {}, ...options }: { block?: object; validation?: boolean } = {},
) => {
	const reply = await chain.ask('eth_simulateV1', {
		returnFullTransactions: true,
		blockStateCalls: [{ calls, ...block }],
		...options,
	})
	return typeof reply === 'string' ? reply : reply[0]
}

describe('a simulated call as the next transaction of its block', () => {
	test('calls have the gas that those before them left, and may use all of it', async () => {
		const block = await simulate([
			{ from, to },
			{ from, to, gas: hex(979_000) },
		])
		expect(block.transactions.map(({ gas }: { gas: string }) => Number(gas))).toEqual([1_000_000, 979_000])
		expect(block.gasUsed).toBe(hex(42_000))
		const text = 'block gas limit reached: remaining: 979000, required: 979001'
		expect(
			await simulate([
				{ from, to },
				{ from, to, gas: hex(979_001) },
			]),
		).toBe(text)
	})

	test('nonces and addresses of contracts follow one another', async () => {
		const block = await simulate([
			{ from, to },
			{ from, input: '0x5f5ff3' },
			{ from, to, nonce: '0x9' },
			{ from, to },
		])
		expect(block.transactions.map(({ nonce }: { nonce: string }) => Number(nonce))).toEqual([0, 1, 9, 3])
		const made = getContractAddress({ from, nonce: 1n })
		const { calls } = await simulate([
			{ from, to },
			{ from, input: '0x60fe5f5360015ff3' },
			{ from, to: made },
		])
		expect(calls[1].status).toBe('0x1')
		// Its code is one invalid opcode.
		expect(calls[2].error.message).toMatch(/^invalid opcode/)
	})

	test('the sender pays for its gas, gets back what is left, and pays what it sends', async () => {
		const price = 7n
		const calls = [
			{ from, to: contract, gas: hex(50_000), gasPrice: hex(price) },
			{ from, to, value: '0x5', gas: hex(30_000), gasPrice: hex(price) },
			{ from, to: contract, gas: hex(60_000), gasPrice: hex(price) },
			{ from, to: contract },
		]
		const block = await simulate(calls)
		const [one, , three] = block.calls.map(({ gasUsed }: { gasUsed: string }) => BigInt(gasUsed))
		const told = [0, 2, 3].map((at) => BigInt(block.calls[at].returnData))
		const before = coins - price * (one + 21_000n) - 5n
		expect(told).toEqual([coins - price * 50_000n, before - price * 60_000n, before - price * three])
		expect(block.transactions.map(({ type, gasPrice }: Record<string, string>) => [type, gasPrice])).toEqual([
			...Array(3).fill(['0x0', '0x7']),
			['0x2', '0x0'],
		])
		expect(block.transactions[3]).toMatchObject({ chainId: '0x8ae', maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' })
	})

	test('a sender that is nobody has no nonce and no coins', async () => {
		const block = await simulate([{ from: nobody, to: contract }, { to: contract }])
		const none = `0x${'00'.repeat(32)}`
		expect(block.calls).toMatchObject([{ returnData: none }, { returnData: none }])
		expect(block.transactions).toMatchObject([
			{ from: nobody, nonce: '0x0' },
			{ from: `0x${'00'.repeat(20)}`, nonce: '0x0' },
		])
	})

	test('a call that offers a price pays the base fee, and one that offers none is free', async () => {
		const block = { blockOverrides: { baseFeePerGas: '0x3' } }
		const refused = `err: max fee per gas less than block base fee: ${name(from)}, maxFeePerGas: 1, baseFee: 3 (supplied gas 21000)`
		const call = { from, to, gas: '0x5208' }
		expect(await simulate([{ ...call, maxFeePerGas: '0x1' }], { block })).toBe(refused)
		const tip = `err: max priority fee per gas higher than max fee per gas: ${name(from)}, maxPriorityFeePerGas: 1, maxFeePerGas: 0 (supplied gas 21000)`
		expect(await simulate([{ ...call, maxPriorityFeePerGas: '0x1' }], { block })).toBe(tip)
		expect((await simulate([call, { ...call, maxFeePerGas: '0x3' }], { block })).calls).toMatchObject([
			{ status: '0x1' },
			{ status: '0x1' },
		])
	})

	test('all calls together have the gas of one, and are told where it was less than they asked for', async () => {
		const block = { blockOverrides: { gasLimit: hex(60_000_000) } }
		const wasteful = { from, to: `0x${'b1'.repeat(20)}`, gas: hex(49_970_000) }
		const wasted = (gas: number, why = '') => ({
			status: '0x0',
			returnData: '0x',
			gasUsed: hex(gas),
			error: { message: `invalid opcode: INVALID${why}`, code: -32015 },
		})
		const whole = await simulate([wasteful, { ...wasteful, gas: hex(30_000) }], { block })
		expect(whole.calls).toMatchObject([wasted(49_970_000), wasted(30_000)])
		const capped = await simulate([wasteful, { ...wasteful, gas: hex(30_001) }], { block })
		const why = " (gas limit was capped by the RPC server's global gas cap)"
		expect(capped.calls).toMatchObject([wasted(49_970_000), wasted(30_000, why)])
	})

	test('logs are numbered through the block, and those of a call that fails are none', async () => {
		const of = (byte: string) => ({ from, to: `0x${byte.repeat(20)}`, gas: hex(100_000) })
		const { calls } = await simulate([of('b3'), of('b4'), of('b2'), of('b3')])
		const indices = calls.map(({ logs }: { logs: { logIndex: string; transactionIndex: string }[] }) =>
			logs.map(({ logIndex, transactionIndex }) => `${Number(transactionIndex)} ${Number(logIndex)}`),
		)
		expect(indices).toEqual([['0 0', '0 1'], [], [], ['3 2', '3 3']])
		expect(calls[2].error).toEqual({ message: 'execution reverted', code: 3, data: '0x' })
	})

	const funds = (address: string, have: bigint, want: bigint, gas: number) =>
		`err: insufficient funds for gas * price + value: ${name(address)} have ${have} want ${want} (supplied gas ${gas})`
	test.each([
		[[{ from: nobody, to, gas: '0x5208', value: '0x1' }], funds(nobody, 0n, 1n, 21_000)],
		[[{ from, to, gas: '0x5208', value: hex(coins + 1n) }], funds(from, coins, coins + 1n, 21_000)],
		[
			[{ from, to, gas: '0x5208', value: hex(coins), maxFeePerGas: '0x1' }],
			funds(from, coins, coins + 21_000n, 21_000),
		],
		[[{ from, to, gas: hex(20_999) }], 'err: intrinsic gas too low: have 20999, want 21000 (supplied gas 20999)'],
		[
			[{ from, to, gas: hex(24_999), input: `0x${'11'.repeat(100)}` }],
			'err: insufficient gas for floor data gas cost: have 24999, want 25000 (supplied gas 24999)',
		],
		[
			[{ from, gas: hex(999_999), input: `0x${'00'.repeat(49_153)}` }],
			'err: max initcode size exceeded: code size 49153 limit 49152 (supplied gas 999999)',
		],
		[
			[{ from, to, gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
			`err: max priority fee per gas higher than max fee per gas: ${name(from)}, maxPriorityFeePerGas: 2, maxFeePerGas: 1 (supplied gas 21000)`,
		],
	])('a call that no block can have is refused, number %#', async (calls, text) => {
		expect(await simulate(calls)).toBe(text)
	})

	test.each([
		[[{ from, to, gas: '0x5208', value: hex(coins) }]],
		[[{ from, gas: hex(999_999), input: `0x${'00'.repeat(49_152)}` }]],
		[[{ from, to, gas: hex(25_000), input: `0x${'11'.repeat(100)}` }]],
	])('a call at the bound is run, number %#', async (calls) => {
		expect((await simulate(calls)).calls).toMatchObject([{ status: '0x1' }])
	})
})

describe('a simulated call that is validated', () => {
	const free = { validation: true, block: { blockOverrides: { baseFeePerGas: '0x3' } } }
	const call = { from, to, gas: '0x5208', maxFeePerGas: '0x3' }

	test.each([
		[[{ ...call, nonce: '0x1' }], `err: nonce too high: ${name(from)}, tx: 1 state: 0 (supplied gas 21000)`],
		[[call, { ...call, nonce: '0x0' }], `err: nonce too low: ${name(from)}, tx: 0 state: 1 (supplied gas 21000)`],
		[
			[{ ...call, maxFeePerGas: '0x2' }],
			`err: max fee per gas less than block base fee: ${name(from)}, maxFeePerGas: 2, baseFee: 3 (supplied gas 21000)`,
		],
		[
			[{ from, to, gas: '0x5208' }],
			`err: max fee per gas less than block base fee: ${name(from)}, maxFeePerGas: 0, baseFee: 3 (supplied gas 21000)`,
		],
	])('a call is refused as a transaction would be: %j', async (calls, text) => {
		expect(await simulate(calls, free)).toBe(text)
	})

	test('calls with the next nonces that pay the base fee are run', async () => {
		const block = await simulate([call, { ...call, nonce: '0x1' }], free)
		expect(block).toMatchObject({ baseFeePerGas: '0x3', calls: [{ status: '0x1' }, { status: '0x1' }] })
	})

	test('the greatest nonce has none after it', async () => {
		const block = { ...free.block, stateOverrides: { [from]: { nonce: '0xffffffffffffffff' } } }
		const text = `err: nonce has max value: ${name(from)}, nonce: ${2n ** 64n - 1n} (supplied gas 21000)`
		expect(await simulate([call], { ...free, block })).toBe(text)
		const below = { ...free.block, stateOverrides: { [from]: { nonce: '0xfffffffffffffffe' } } }
		expect((await simulate([call], { ...free, block: below })).calls).toMatchObject([{ status: '0x1' }])
	})
})
