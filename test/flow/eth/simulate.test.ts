import { encodeFunctionData, getContractAddress, type Hex, numberToHex, padHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, askEth, type EthReply, evmTools } from './evmTools.ts'

const one = `0xc1${'00'.repeat(19)}` as const
const two = `0xc2${'00'.repeat(19)}` as const
const poor = `0xc0${'00'.repeat(19)}` as const
const coins = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const token = compile('Token')

let chain: Chain
let base: { readonly number: bigint; readonly hash: Hex; readonly timestamp: bigint }

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

beforeEach(async () => {
	const block = await evmTools(chain.ethUrl!).reader.getBlock()
	base = { number: block.number, hash: block.hash, timestamp: block.timestamp }
})

afterAll(async () => {
	await chain.stop()
})

const simulate = (blockStateCalls: readonly unknown[], options = {}, block = 'latest'): Promise<EthReply> =>
	askEth(chain.ethUrl!, 'eth_simulateV1', [{ blockStateCalls, ...options }, block])
const rich = (balance = '0x7d0') => ({ [poor]: { balance } })

describe('blocks that are only simulated', () => {
	test('follow the newest one, each with the hash of the one before, and leave no trace', async () => {
		const send = { from: poor, to: one, value: '0x3e8' }
		const { result } = await simulate([
			{ stateOverrides: rich(), calls: [send] },
			{ calls: [{ from: one, to: two, value: '0x3e8' }] },
			{},
		])
		expect(result).toHaveLength(3)
		expect(result[0]).toMatchObject({
			number: numberToHex(base.number + 1n),
			parentHash: base.hash,
			timestamp: numberToHex(base.timestamp + 12n),
			baseFeePerGas: '0x0',
			gasUsed: '0x5208',
			calls: [{ returnData: '0x', logs: [], gasUsed: '0x5208', status: '0x1' }],
		})
		expect(result[1]).toMatchObject({ parentHash: result[0].hash, calls: [{ status: '0x1' }] })
		expect(result[2]).toMatchObject({ parentHash: result[1].hash, transactions: [], calls: [] })
		expect(new Set(result.map(({ hash }: { hash: Hex }) => hash)).size).toBe(3)
		expect((await askEth(chain.ethUrl!, 'eth_getBalance', [two, 'latest'])).result).toBe('0x0')
	})

	test('share their state: a contract is deployed, written and read, and its logs stand in their block', async () => {
		const from = account(0).address
		const nonce = await evmTools(chain.ethUrl!).reader.getTransactionCount({ address: from })
		const deploy = { from, input: `${token.bytecode}${padHex('0x64').slice(2)}` }
		const first = await simulate([{ calls: [deploy] }], { returnFullTransactions: true })
		expect(first.result[0].transactions[0]).toMatchObject({
			nonce: numberToHex(nonce),
			type: '0x2',
			from: from.toLowerCase(),
		})
		const { reader } = evmTools(chain.ethUrl!)
		const { getContractAddress } = await import('viem')
		const to = getContractAddress({ from, nonce: BigInt(nonce) })
		const call = (functionName: string, args: readonly unknown[]) => ({
			from,
			to,
			input: encodeFunctionData({ abi: token.abi, functionName, args }),
		})
		const { result } = await simulate([
			{ calls: [deploy, call('transfer', [two, 30n])] },
			{ calls: [call('balanceOf', [two]), call('transfer', [two, 1_000n])] },
		])
		expect(result[0].calls[1].logs).toMatchObject([
			{ address: to.toLowerCase(), blockHash: result[0].hash, logIndex: '0x1', transactionIndex: '0x1' },
		])
		expect(BigInt(result[1].calls[0].returnData)).toBe(30n)
		expect(result[1].calls[1]).toMatchObject({ status: '0x0', logs: [], error: { code: 3 } })
		expect(await reader.getCode({ address: to })).toBeUndefined()
	})

	test('blocks that are only simulated have the number, time, coinbase, limit, base fee and random value that are asked for', async () => {
		// NUMBER, TIMESTAMP, COINBASE, GASLIMIT, BASEFEE, PREVRANDAO, each as 32 bytes.
		const ops = ['43', '42', '41', '45', '48', '44']
		const code = `0x${ops.map((op, at) => `${op}60${(at * 32).toString(16).padStart(2, '0')}52`).join('')}60c06000f3`
		const block = {
			number: numberToHex(base.number + 3n),
			time: numberToHex(base.timestamp + 500n),
			feeRecipient: two,
			gasLimit: '0x5b8d80',
			baseFeePerGas: '0x9',
			prevRandao: padHex('0x4d'),
		}
		const { result } = await simulate([
			{ blockOverrides: block, stateOverrides: { [one]: { code } }, calls: [{ from: poor, to: one }] },
		])
		// The gap is filled with empty blocks.
		expect(result.map(({ number }: { number: Hex }) => BigInt(number) - base.number)).toEqual([1n, 2n, 3n])
		const seen = result[2].calls[0].returnData.slice(2).match(/.{64}/g)
		expect(seen.map((word: string) => BigInt(`0x${word}`))).toEqual([
			base.number + 3n,
			base.timestamp + 500n,
			BigInt(two),
			6_000_000n,
			9n,
			77n,
		])
		expect(result[2]).toMatchObject({ miner: two, gasLimit: '0x5b8d80', baseFeePerGas: '0x9' })
	})

	test('know the hashes of simulated blocks and of the one they began from', async () => {
		// BLOCKHASH of the number in the calldata.
		const code = '0x6000354060005260206000f3'
		const ask = (height: bigint) => ({ from: poor, to: one, input: padHex(numberToHex(height), { size: 32 }) })
		const { result } = await simulate([
			{},
			{ stateOverrides: { [one]: { code } }, calls: [ask(base.number), ask(base.number + 1n), ask(base.number + 2n)] },
		])
		const told = result[1].calls.map(({ returnData }: { returnData: Hex }) => returnData)
		expect(told).toEqual([base.hash, result[0].hash, padHex('0x')])
	})

	test('show moved coins as logs, but not those of what failed', async () => {
		// CALL of the second with 5 of the coins, then STOP; and the same with a REVERT.
		const forward = `0x6000600060006000600573${two.slice(2)}61fffff1`
		const state = { ...rich(), [one]: { code: `${forward}00` } }
		const call = { from: poor, to: one, value: '0x3e8' }
		const { result } = await simulate([{ stateOverrides: state, calls: [call] }], { traceTransfers: true })
		const shown = (from: Hex, to: Hex, value: bigint) => ({
			address: coins,
			topics: [transferTopic, padHex(from), padHex(to)],
			data: padHex(numberToHex(value)),
		})
		expect(result[0].calls[0].logs).toMatchObject([shown(poor, one, 1_000n), shown(one, two, 5n)])
		expect(result[0].calls[0].logs.map(({ logIndex }: { logIndex: Hex }) => logIndex)).toEqual(['0x0', '0x1'])
		const failing = { ...rich(), [one]: { code: `${forward}60006000fd` } }
		const failed = await simulate([{ stateOverrides: failing, calls: [call] }], { traceTransfers: true })
		expect(failed.result[0].calls).toMatchObject([{ status: '0x0', logs: [], error: { code: 3 } }])
		const quiet = await simulate([{ stateOverrides: state, calls: [call] }])
		expect(quiet.result[0].calls[0].logs).toEqual([])
	})

	test('blocks that are only simulated show the coins of new and destroyed contracts among the logs of the code, in their order', async () => {
		// LOG0; CREATE of an empty contract with 7 of the coins; SELFDESTRUCT in favour of the second.
		const log = '60006000a0'
		const make = '600060006007f050'
		const destroy = `73${two.slice(2)}ff`
		const logsOf = async (code: string, value: string) => {
			const stateOverrides = { ...rich(), [one]: { code: `0x${code}` } }
			const calls = [{ from: poor, to: one, value }]
			return (await simulate([{ stateOverrides, calls }], { traceTransfers: true })).result[0].calls[0].logs
		}
		const made = getContractAddress({ from: one, nonce: 0n }).toLowerCase() as Hex
		const shown = (from: Hex, to: Hex, value: bigint) => ({
			address: coins,
			topics: [transferTopic, padHex(from), padHex(to)],
			data: padHex(numberToHex(value)),
		})
		expect(await logsOf(`${log}${make}${destroy}`, '0x3e8')).toMatchObject([
			shown(poor, one, 1_000n),
			{ address: one, topics: [], data: '0x' },
			shown(one, made, 7n),
			shown(one, two, 993n),
		])
		expect(await logsOf(`${make}${destroy}`, '0x1')).toMatchObject([shown(poor, one, 1n), shown(one, two, 1n)])
		expect(await logsOf(`600060006000f050${destroy}`, '0x0')).toEqual([])
	})

	test('take fees and count nonces when they are validated', async () => {
		const to = one
		const validation = { validation: true }
		const blockOverrides = { baseFeePerGas: '0x9' }
		const calls = [0, 1].map((nonce) => ({ from: poor, to, maxFeePerGas: '0xf', nonce: numberToHex(nonce) }))
		// BALANCE of the sender.
		const code = `0x73${poor.slice(2)}3160005260206000f3`
		const { result } = await simulate(
			[
				{ blockOverrides, stateOverrides: rich('0x4a817c800'), calls },
				{
					blockOverrides: { baseFeePerGas: '0x0' },
					stateOverrides: { [two]: { code } },
					calls: [{ from: one, to: two }],
				},
			],
			validation,
		)
		expect(result[0].gasUsed).toBe('0xa410')
		expect(BigInt(result[1].calls[0].returnData)).toBe(0x4a817c800n - 9n * 0xa410n)
	})

	test.each<[string, readonly unknown[], object, number, RegExp]>([
		['a sender without coins', [{ calls: [{ from: poor, to: one, value: '0x3e8' }] }], {}, -38014, /have 0 want 1000/],
		['too little gas', [{ calls: [{ from: poor, to: one, gas: '0x0' }] }], {}, -38013, /have 0, want 21000/],
		[
			'too little gas for its data',
			[{ calls: [{ from: poor, to: one, gas: numberToHex(21_000 + 16 * 1_000), input: `0x${'11'.repeat(1_000)}` }] }],
			{},
			-38013,
			/insufficient gas for floor data gas cost: have 37000, want 61000/,
		],
		[
			'init code of more than 49,152 bytes',
			[{ calls: [{ from: poor, input: `0x${'00'.repeat(49_153)}` }] }],
			{},
			-38025,
			/max initcode size exceeded: code size 49153 limit 49152/,
		],
		[
			'a price below the base fee',
			[{ blockOverrides: { baseFeePerGas: '0xa' }, calls: [{ from: poor, to: one }] }],
			{ validation: true },
			-38012,
			/maxFeePerGas: 0, baseFee: 10/,
		],
		[
			'a nonce of later',
			[{ calls: [{ from: poor, to: one, nonce: '0x5' }] }],
			{ validation: true },
			-38011,
			/nonce too high/,
		],
		[
			'a nonce of before',
			[{ stateOverrides: { [poor]: { nonce: '0x5' } }, calls: [{ from: poor, to: one, nonce: '0x1' }] }],
			{ validation: true },
			-38010,
			/nonce too low/,
		],
		[
			'more gas than the block has',
			[{ blockOverrides: { gasLimit: '0x7530' }, calls: [{ from: poor, to: one, gas: '0x7531' }] }],
			{},
			-38015,
			/^block gas limit reached: remaining: 30000, required: 30001$/,
		],
		['a block of the past', [{ blockOverrides: { number: '0x0' } }], {}, -38020, /must be in order/],
		['a time of the past', [{ blockOverrides: { time: '0x1' } }], {}, -38021, /must be in order/],
		['a block too far away', [{ blockOverrides: { number: '0xffffff' } }], {}, -38026, /too many blocks/],
		['too many blocks', Array.from({ length: 257 }, () => ({})), {}, -38026, /too many blocks/],
		[
			'a nonce that cannot be raised',
			[{ stateOverrides: { [poor]: { nonce: '0xffffffffffffffff' } }, calls: [{ from: poor, to: one }] }],
			{ validation: true },
			-32603,
			/^err: nonce has max value: address 0xC0.+, nonce: 18446744073709551615 \(supplied gas \d+\)$/,
		],
		[
			'a difficulty',
			[{ blockOverrides: { difficulty: '0x1' } }],
			{},
			-32602,
			/^block \d+: difficulty override is not allowed after the merge$/,
		],
		['withdrawals', [{ blockOverrides: { withdrawals: [] } }], {}, -32602, /withdrawals override is not supported/],
		[
			'a member of block overrides that does not exist',
			[{ blockOverrides: { coinbase: one } }],
			{},
			-32602,
			/^invalid argument 0: unknown field "coinbase" in block override$/,
		],
		[
			'a member of account overrides that does not exist',
			[{ stateOverrides: { [poor]: { slots: {} } } }],
			{},
			-32602,
			/^invalid argument 0: unknown field "slots" in state override for 0xC0/,
		],
		[
			'a member twice',
			[{ blockOverrides: { gasLimit: '0x7530', GASLIMIT: '0x7530' } }],
			{},
			-32602,
			/^invalid argument 0: keys "GASLIMIT" and "gasLimit" in block override name the same field$/,
		],
		[
			'too many calls in a block',
			[{ calls: Array(5001).fill({}) }],
			{},
			-38026,
			/^too many calls in block: 5001 > 5000$/,
		],
		['too many calls', Array(3).fill({ calls: Array(5000).fill({}) }), {}, -38026, /^too many calls: 15000 > 10000$/],
		['nothing', [], {}, -32602, /empty input/],
	])('%s is refused', async (_name, blocks, options, code, text) => {
		expect((await simulate(blocks, options)).error).toMatchObject({ code, message: expect.stringMatching(text) })
	})

	test('blocks that are only simulated have no more gas in all than one call, and no block that is not there to begin from', async () => {
		const endless = { from: poor, input: '0x5b600056' }
		const { result, error } = await simulate([
			{ blockOverrides: { gasLimit: '0xbebc200' }, calls: [{ ...endless, gas: '0x1c9c380' }, endless] },
		])
		expect(error).toBeUndefined()
		expect(result?.[0].calls).toMatchObject([
			{ error: { code: -32015, message: 'out of gas' } },
			{ error: { message: "out of gas (gas limit was capped by the RPC server's global gas cap)" } },
		])
		expect(BigInt(result[0].gasUsed)).toBe(50_000_000n)
		const none = await simulate([{}], {}, numberToHex(base.number + 9n))
		expect(none.error).toMatchObject({ code: -32000, message: 'header not found' })
	})
})
