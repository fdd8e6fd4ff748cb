import { beforeAll, describe, expect, test } from 'vitest'
import { estimateGas } from '../../../../../src/modules/evm/queries/estimateGas.ts'
import { ethCall } from '../../../../../src/modules/evm/queries/ethCall.ts'
import { createAddress } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex, toHex, utf8 } from '../../../../../src/util/bytes.ts'
import { addressOf, createEvmBench } from '../evmBench.ts'

const user = addressOf(0x11)
const word = (value: number): string => value.toString(16).padStart(64, '0')
const hex = (byte: number): string => `0x${toHex(addressOf(byte))}`
const no = `08c379a0${word(32)}${word(2)}6e6f${'00'.repeat(30)}`

const contracts = {
	/** Fails unless 50,000 gas are left when it begins. */
	170: '61c3505a11600b575f5ffd5b00',
	187: `6064600b5f3960645ffd00${no}`,
	204: 'fe',
	221: '5b5f56',
	238: '60075f5260205ff3',
	/** Logs of a byte each: one that is kept, and its number in the block. */
	239: '600760015fa160015fa0',
	240: '5f5ffd',
}

let bench: ReturnType<typeof createEvmBench>
beforeAll(async () => {
	bench = createEvmBench({ accountRule: 'base', funded: [[user, 1_000n]] })
	bench.app.editNextBlock((ctx) => {
		for (const [byte, code] of Object.entries(contracts)) bench.deploy(ctx, addressOf(Number(byte)), fromHex(code)!)
	})
	await bench.block()
})

const estimate = (args: object, gasCap = 1_000_000n, maxGas?: bigint) =>
	estimateGas(
		bench.keeper,
		bench.context({
			consensusParams: maxGas === undefined ? undefined : { block: { maxBytes: 1n, maxGas } },
		}),
		utf8(JSON.stringify(args)),
		gasCap,
	)

// ethermint v0.14.1 x/evm/keeper/grpc_query.go EstimateGas.
describe('the least gas of a call', () => {
	test('the least gas is that of a transfer, of data, of a deployment', async () => {
		expect(await estimate({ to: hex(0x99) })).toBe(21_000n)
		expect(await estimate({ to: hex(0x99) }, 21_000n)).toBe(21_000n)
		// From Prague on data costs at least 10 a byte of zero.
		expect(await estimate({ to: hex(0x99), data: '0x0001' })).toBe(21_050n)
		expect(await estimate({ data: '0x00' })).toBe(53_006n)
	})

	test('the least gas of a deployment of an unknown sender is that of its first contract', async () => {
		// The code fails at any other address.
		const first = toHex(createAddress(addressOf(0x98), 0n))
		expect(await estimate({ from: hex(0x98), data: `0x3073${first}14601b57fe5b5f5ff3` })).toBeGreaterThan(53_000n)
	})

	test('the least gas is found to the unit for code that asks for more than it uses', async () => {
		const least = await estimate({ to: hex(0xaa) })
		// PUSH2, GAS and GT see 50,000: PUSH2 and GAS cost 5.
		expect(least).toBe(21_000n + 50_001n + 5n)
	})

	test.each<[string, object, bigint, bigint | undefined, string]>([
		[
			'a cap below a transfer',
			{ to: hex(0x99) },
			20_999n,
			undefined,
			'InvalidArgument desc = gas cap cannot be lower than 21,000',
		],
		[
			'arguments that are none',
			{ gas: 5 },
			30_000n,
			undefined,
			'InvalidArgument desc = json: cannot unmarshal non-string into Go struct field TransactionArgs.gas of type hexutil.Uint64',
		],
		[
			'an endless loop',
			{ to: hex(0xdd) },
			100_000n,
			undefined,
			'Internal desc = gas required exceeds allowance (100000)',
		],
		['an opcode that is none', { to: hex(0xcc) }, 100_000n, undefined, 'Internal desc = invalid opcode: INVALID'],
		[
			'too little to begin',
			{ data: '0x00' },
			53_005n,
			undefined,
			'Internal desc = gas required exceeds allowance (53005)',
		],
		[
			'less than it needs',
			{ to: hex(0xaa), gas: '0x5208' },
			100_000n,
			undefined,
			'Internal desc = gas required exceeds allowance (21000)',
		],
		[
			'both kinds of prices',
			{ to: hex(0x99), gasPrice: '0x1', maxFeePerGas: '0x1' },
			30_000n,
			undefined,
			'Internal desc = both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
		],
	])('the least gas of a call with %s is refused', async (_name, args, gasCap, maxGas, reason) => {
		await expect(estimate(args, gasCap, maxGas)).rejects.toMatchObject({ message: `rpc error: code = ${reason}` })
	})

	test('the least gas of a call that reverts is its reason without a status', async () => {
		await expect(estimate({ to: hex(0xbb) })).rejects.toMatchObject({
			codespace: 'undefined',
			code: 1,
			message: 'execution reverted: no',
		})
		await expect(estimate({ to: hex(0xf0) })).rejects.toMatchObject({
			codespace: 'undefined',
			code: 1,
			message: 'execution reverted',
		})
	})

	test.each<[string, object, bigint, bigint | undefined, bigint]>([
		['what the call names', { gas: '0x186a0' }, 1_000_000n, 90_000n, 100_000n],
		['the cap where the call names more', { gas: '0x186a1' }, 100_000n, undefined, 100_000n],
		['that of a block where the call names less than a transfer', { gas: '0x5207' }, 1_000_000n, 90_000n, 90_000n],
		['that of a block where the call names none', {}, 1_000_000n, 90_000n, 90_000n],
		['the cap where it is below that of a block', {}, 80_000n, 90_000n, 80_000n],
		['the cap where a block has no limit', {}, 80_000n, -1n, 80_000n],
		['that of a block of one gas', {}, 80_000n, 1n, 1n],
		['the cap where a block allows none', {}, 80_000n, 0n, 80_000n],
	])('the most gas that an estimate tries is %s', async (_name, args, gasCap, maxGas, most) => {
		await expect(estimate({ to: hex(0xdd), ...args }, gasCap, maxGas)).rejects.toThrow(`allowance (${most})`)
	})
})

describe('a call that changes nothing', () => {
	const call = (args: object, gasCap = 1_000_000n, fields = {}) =>
		ethCall(bench.keeper, bench.context(fields), utf8(JSON.stringify(args)), gasCap)

	test('a read-only call answers by what the code returns, what it costs and its logs', async () => {
		const returned = await call({ to: hex(0xee) })
		expect([toHex(returned.ret), returned.vmError, returned.gasUsed]).toEqual([word(7), '', 21_016n])
		const { logs, hash } = await call({ to: hex(0xef) }, 100_000n, { headerHash: new Uint8Array(32).fill(9) })
		expect(hash).toBe(`0x${'0'.repeat(64)}`)
		expect(logs).toMatchObject([
			{ index: 0n, topics: [`0x${word(7)}`], blockHash: `0x${'09'.repeat(32)}`, blockNumber: 2n, txIndex: 0n },
			{ index: 1n, topics: [], blockHash: `0x${'09'.repeat(32)}` },
		])
		const odd = await call({ to: hex(0xef) }, 100_000n, { headerHash: new Uint8Array(31).fill(9) })
		expect(odd.logs[0]!.blockHash).toBe(`0x${'00'.repeat(32)}`)
	})

	test('a read-only call tells how the code failed, and what it gave back as it reverted', async () => {
		const reverted = await call({ to: hex(0xbb) })
		expect([toHex(reverted.ret), reverted.vmError]).toEqual([no, 'execution reverted'])
		expect((await call({ to: hex(0xcc) }, 30_000n)).vmError).toBe('invalid opcode: INVALID')
		expect((await call({ to: hex(0xcc) }, 30_000n)).gasUsed).toBe(30_000n)
	})

	test('a read-only deployment of an unknown sender is that of its first contract', async () => {
		// The code asks for its own address, and answers by it.
		const { ret } = await call({ from: hex(0x98), data: '0x305f5260205ff3' })
		expect(toHex(ret)).toBe(toHex(createAddress(addressOf(0x98), 0n)).padStart(64, '0'))
	})

	test('a read-only call of faulty arguments, prices or too little gas is refused with a status', async () => {
		await expect(call({ gas: 5 })).rejects.toThrow(/^rpc error: code = InvalidArgument desc = json: cannot unmarshal/)
		await expect(call({ gasPrice: '0x1', maxFeePerGas: '0x1' })).rejects.toThrow(
			/^rpc error: code = InvalidArgument desc = both gasPrice/,
		)
		await expect(call({ to: hex(0xee), gas: '0x5207' })).rejects.toThrow(
			'rpc error: code = Internal desc = apply message: intrinsic gas too low',
		)
	})
})
