import { type Hex, numberToHex, padHex, sha256 } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { account, askEth, type EthReply } from './evmTools.ts'

const one = `0xc1${'00'.repeat(19)}` as const
const two = `0xc2${'00'.repeat(19)}` as const
const shaAt = padHex('0x2', { size: 20 })
const identityAt = padHex('0x4', { size: 20 })
const input = '0x1234'

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)
const call = async (to: Hex, overrides: object) => (await ask('eth_call', { to, input }, 'latest', overrides)).result
const moved = { [shaAt]: { movePrecompileToAddress: one } }
/** Calls an address with what it was called with, and answers by what that returns. */
const forwardTo = (to: Hex): Hex => `0x3660006000376020600036600073${to.slice(2)}5afa5060206000f3`

test('a transfer that would give an account more than 2^256 - 1 coins fails, one up to that sum does not', async () => {
	const from = one
	const send = (held: bigint) =>
		ask('eth_call', { from, to: two, value: '0x2' }, 'latest', {
			[from]: { balance: '0x9' },
			[two]: { balance: numberToHex(held) },
		})
	expect((await send(2n ** 256n - 3n)).result).toBe('0x')
	expect((await send(2n ** 256n - 2n)).error).toMatchObject({ message: 'value overflow' })
})

describe('a precompiled contract that is moved', () => {
	test('a precompiled contract that is moved is called at its new address, from contracts too, and at the old one there is nothing', async () => {
		expect(await call(one, moved)).toBe(sha256(input))
		expect(await call(shaAt, moved)).toBe('0x')
		expect(await call(two, { ...moved, [two]: { code: forwardTo(one) } })).toBe(sha256(input))
		expect(await call(shaAt, { [shaAt]: { ...moved[shaAt], code: '0x600760005260206000f3' } })).toBe(padHex('0x7'))
		// The next call finds all in its place.
		expect(await call(one, { [two]: { balance: '0x1' } })).toBe('0x')
		expect(await call(shaAt, { [two]: { balance: '0x1' } })).toBe(sha256(input))
	})

	test('replaces another one at that address; one that is only overridden gives way to its account', async () => {
		expect(await call(identityAt, { [shaAt]: { movePrecompileToAddress: identityAt } })).toBe(sha256(input))
		expect(await call(identityAt, { [identityAt]: { balance: '0x1' } })).toBe('0x')
		const both = { [shaAt]: { movePrecompileToAddress: one }, [identityAt]: { movePrecompileToAddress: one } }
		expect(await call(one, both)).toBe(input)
	})

	test('costs there what it costs, in estimates too, and fails as it does', async () => {
		const usual = await ask('eth_estimateGas', { to: shaAt, input })
		expect((await ask('eth_estimateGas', { to: one, input }, 'latest', moved)).result).toBe(usual.result)
		const curveAt = padHex('0x6', { size: 20 })
		const bad = { to: one, input: `0x${'ff'.repeat(64)}` }
		const wanted = (await ask('eth_call', { ...bad, to: curveAt }, 'latest')).error
		const overrides = { [curveAt]: { movePrecompileToAddress: one } }
		expect(wanted?.message).toBe('bn256: coordinate exceeds modulus')
		expect((await ask('eth_call', bad, 'latest', overrides)).error).toEqual(wanted)
	})

	test('a precompiled contract that is moved is at its new address for traces too', async () => {
		const options = { tracer: 'callTracer', stateOverrides: { ...moved, [two]: { code: forwardTo(one) } } }
		const { result } = await ask('debug_traceCall', { to: two, input }, 'latest', options)
		expect(result).toMatchObject({ to: two, output: sha256(input), calls: [{ to: one, output: sha256(input) }] })
	})

	test('stays where it was in the next block of a simulation', async () => {
		const calls = [
			{ to: one, input },
			{ to: shaAt, input },
		]
		const { result } = await ask('eth_simulateV1', { blockStateCalls: [{ stateOverrides: moved, calls }, { calls }] })
		const returned = result.map((block: { calls: { returnData: Hex }[] }) =>
			block.calls.map(({ returnData }) => returnData),
		)
		expect(returned).toEqual([
			[sha256(input), '0x'],
			['0x', sha256(input)],
		])
	})

	test.each<[string, object, string]>([
		['of an account that is none', { [one]: { movePrecompileToAddress: two } }, `account ${one} is not a precompile`],
		['to itself', { [shaAt]: { movePrecompileToAddress: shaAt } }, `account ${shaAt} is already overridden`],
		[
			'to an account that is overridden',
			{ [shaAt]: { movePrecompileToAddress: one }, [one]: { balance: '0x1' } },
			`account ${one} is already overridden`,
		],
	])('cannot be a move %s', async (_name, overrides, message) => {
		const refusal = { code: -32000, message }
		expect((await ask('eth_call', { to: one }, 'latest', overrides)).error).toEqual(refusal)
		expect((await ask('eth_estimateGas', { to: one }, 'latest', overrides)).error).toEqual(refusal)
		expect((await ask('debug_traceCall', { to: one }, 'latest', { stateOverrides: overrides })).error).toEqual(refusal)
		const simulation = { blockStateCalls: [{ stateOverrides: overrides }] }
		expect((await ask('eth_simulateV1', simulation)).error).toEqual(refusal)
	})

	test('a precompiled contract that is moved is no matter of access lists, which know only the usual ones', async () => {
		const { error } = await ask('eth_createAccessList', { to: one, input }, 'latest', moved)
		expect(error).toEqual({ code: -32000, message: `account ${shaAt} is not a precompile` })
	})
})

describe('the surroundings of a call', () => {
	test('a traced call has the block and the accounts that it overrides', async () => {
		// TIMESTAMP and SELFBALANCE.
		const code = '0x426000524760205260406000f3'
		const overrides = {
			tracer: 'callTracer',
			stateOverrides: { [one]: { code, balance: '0x9' } },
			blockOverrides: { time: '0x77' },
		}
		const { result } = await ask('debug_traceCall', { to: one }, 'latest', overrides)
		expect(result.output).toBe(`${padHex('0x77')}${padHex('0x9').slice(2)}`)
	})

	test('NUMBER is the very number that a call overrides, also beyond 2^53', async () => {
		const code = { [one]: { code: '0x4360005260206000f3' } }
		for (const number of ['0x20000000000001', '0x7fffffffffffffff'] as const) {
			const { result } = await ask('eth_call', { to: one }, 'latest', code, { number })
			expect(result).toBe(padHex(number))
		}
	})

	test('BLOBBASEFEE is 0 unless it is overridden', async () => {
		const code = { [one]: { code: '0x4a60005260206000f3' } }
		expect(await call(one, code)).toBe(padHex('0x0'))
		const { result } = await ask('eth_call', { to: one }, 'latest', code, { blobBaseFee: '0x5' })
		expect(result).toBe(padHex('0x5'))
		const simulated = {
			blockStateCalls: [{ blockOverrides: { blobBaseFee: '0x6' }, stateOverrides: code, calls: [{ to: one }] }],
		}
		expect((await ask('eth_simulateV1', simulated)).result[0].calls[0].returnData).toBe(padHex('0x6'))
	})

	test('BASEFEE is 0 for who pays nothing, else that of the block', async () => {
		const code = { [one]: { code: '0x4860005260206000f3' } }
		const { baseFeePerGas } = (await ask('eth_getBlockByNumber', 'latest', false)).result
		expect(BigInt(baseFeePerGas)).toBeGreaterThan(0n)
		const seen = async (price: object, block: object = {}) =>
			(await ask('eth_call', { from: account(0).address, to: one, gas: '0x10000', ...price }, 'latest', code, block))
				.result
		expect(await seen({})).toBe(padHex('0x0'))
		expect(await seen({}, { baseFeePerGas: '0x7' })).toBe(padHex('0x0'))
		expect(await seen({ gasPrice: baseFeePerGas })).toBe(padHex(baseFeePerGas))
		expect(await seen({ maxFeePerGas: '0x9' }, { baseFeePerGas: '0x7' })).toBe(padHex('0x7'))
	})

	test.each(['beaconRoot', 'withdrawals'])('%s cannot be overridden', async (name) => {
		const value = name === 'withdrawals' ? [] : padHex('0x1')
		expect((await ask('eth_call', { to: one }, 'latest', {}, { [name]: value })).error).toEqual({
			code: -32000,
			message: `block override "${name}" is not supported for this RPC method`,
		})
	})
})

test('what a simulated call reverts with is in its error alone', async () => {
	// REVERT of 7 as a word.
	const state = { [one]: { code: '0x600760005260206000fd' } }
	const { result } = await ask('eth_simulateV1', { blockStateCalls: [{ stateOverrides: state, calls: [{ to: one }] }] })
	expect(result[0].calls[0]).toMatchObject({
		status: '0x0',
		returnData: '0x',
		error: { code: 3, message: 'execution reverted', data: padHex('0x7') },
	})
})

test('a simulated call tells the most gas that it held, before a refund', async () => {
	// Empties its slot 0.
	const state = { [one]: { code: '0x6000600055', state: { [padHex('0x0')]: padHex('0x1') } } }
	const { result } = await ask('eth_simulateV1', { blockStateCalls: [{ stateOverrides: state, calls: [{ to: one }] }] })
	// 21000 for the call, 6 for the numbers, 5000 for the slot; 4800 are given back.
	expect(result[0].calls[0]).toMatchObject({ maxUsedGas: numberToHex(26_006), gasUsed: numberToHex(21_206) })
})

describe('a call that could be no transaction', () => {
	let node: TestNode
	const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> =>
		askEth(node.addresses.eth!, method, params)

	// One without powers speaks as geth, with them as anvil.
	beforeAll(async () => {
		node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1' } })
		await vi.waitFor(async () => expect((await ask('eth_blockNumber')).result).not.toBe('0x0'), { timeout: 20_000 })
	})

	afterAll(() => node.close())

	const poor = `0xc0${'00'.repeat(19)}`
	const from = '0xC000000000000000000000000000000000000000'
	const funds = (want: bigint | number) =>
		`insufficient funds for gas * price + value: address ${from} have 0 want ${want}`

	test('says what its sender has and needs', async () => {
		const call = { from: poor, to: one, value: '0x5' }
		const refusal = (message: string) => ({ code: -32000, message })
		expect((await ask('eth_call', call)).error).toEqual(refusal(`err: ${funds(5)} (supplied gas 50000000)`))
		expect((await ask('eth_estimateGas', call)).error).toEqual(refusal(`failed with 30000000 gas: ${funds(5)}`))
		expect((await ask('debug_traceCall', call)).error).toEqual(refusal(`tracing failed: ${funds(5)}`))
		const priced = { from: poor, to: one, gas: '0x5208', gasPrice: '0x77359400' }
		const want = 21_000n * 2_000_000_000n
		expect((await ask('eth_call', priced)).error).toEqual(refusal(`err: ${funds(want)} (supplied gas 21000)`))
		const rich = { [poor]: { balance: numberToHex(want) } }
		expect((await ask('eth_call', priced, 'latest', rich)).result).toBe('0x')
		expect((await ask('eth_estimateGas', priced, 'latest', rich)).result).toBe('0x5208')
	})

	test('says what base fee it does not pay, and that its tip is above its price', async () => {
		const cheap = await ask('eth_call', { from: poor, to: one, gasPrice: '0x1' })
		expect(cheap.error?.message?.replace(/baseFee: \d+/, 'baseFee: N')).toBe(
			`err: max fee per gas less than block base fee: address ${from}, maxFeePerGas: 1, baseFee: N (supplied gas 50000000)`,
		)
		const tip = await ask('eth_call', { from: poor, to: one, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' })
		expect(tip.error?.message).toBe(
			`err: max priority fee per gas higher than max fee per gas: address ${from}, maxPriorityFeePerGas: 2, maxFeePerGas: 1 (supplied gas 50000000)`,
		)
	})

	test('a transaction whose fee can only be a mistake is refused', async () => {
		const plain = { to: one, gas: 21_000n, nonce: 0, chainId: 2222, type: 'legacy' } as const
		const raw = await account(0).signTransaction({ ...plain, gasPrice: 10n ** 16n })
		expect((await ask('eth_sendRawTransaction', raw)).error?.message).toBe(
			'tx fee (210.00 coins) exceeds the configured cap (100.00 coins)',
		)
	})
})
