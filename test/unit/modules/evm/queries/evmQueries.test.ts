import { create } from '@bufbuild/protobuf'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppContext } from '../../../../../src/app/AppContext.ts'
import { addressToText } from '../../../../../src/codec/address/address.ts'
import { keccak256 } from '../../../../../src/crypto/keccak256.ts'
import * as api from '../../../../../src/gen/ethermint/evm/v1/query_pb.js'
import type { MsgEthereumTxResponse } from '../../../../../src/gen/ethermint/evm/v1/tx_pb.js'
import { createEvmQueries } from '../../../../../src/modules/evm/queries/evmQueries.ts'
import { emptyCodeHash } from '../../../../../src/modules/evm/state/StateObject.ts'
import { createAddress } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex, toHex, utf8 } from '../../../../../src/util/bytes.ts'
import { addressOf, createEvmBench, evmRegistry } from '../evmBench.ts'

const hex = (byte: number) => `0x${toHex(addressOf(byte))}`
const text = (byte: number, prefix = 'chain') => addressToText(addressOf(byte), prefix)
/** LOG0 of nothing, and an answer of one word: 7. */
const code = fromHex('5f5fa060075f5260205ff3')!

let bench: ReturnType<typeof createEvmBench>
let ctx: AppContext
beforeAll(async () => {
	bench = createEvmBench({ accountRule: 'base', funded: [[addressOf(0x11), 5n]] })
	await bench.block()
})
beforeEach(() => {
	ctx = bench.context({ headerHash: new Uint8Array(32).fill(3) })
	bench.deploy(ctx, addressOf(0xaa), code, 9n)
	bench.keeper.setState(ctx, addressOf(0xaa), new Uint8Array(32).with(31, 1), new Uint8Array(32).fill(8))
})
const ask = (name: string, request: object) =>
	createEvmQueries(bench.keeper, evmRegistry).handlers[name]!(ctx, request as never)
const noAddress = (address: string) =>
	`rpc error: code = InvalidArgument desc = address '${address}' is not a valid ethereum hex address: invalid address`

// ethermint v0.14.1 x/evm/keeper/grpc_query.go.
describe('the queries of the EVM', () => {
	test('an account is told with balance, code hash and nonce, also one that nobody has', () => {
		const account = (byte: number) => ask('Account', create(api.QueryAccountRequestSchema, { address: hex(byte) }))
		expect(account(0xaa)).toMatchObject({ balance: '9', codeHash: `0x${toHex(keccak256(code))}`, nonce: 1n })
		expect(account(0x11)).toMatchObject({ balance: '5000000000000', codeHash: `0x${toHex(emptyCodeHash)}`, nonce: 0n })
		expect(account(0x99)).toMatchObject({ balance: '0', codeHash: `0x${toHex(emptyCodeHash)}`, nonce: 0n })
	})

	test('the account of the framework is told by the address of the EVM and by that of a validator', () => {
		const accounts = bench.keeper.deps.accounts
		const known = accounts.getAccount(ctx, addressOf(0xaa))!
		accounts.setAccount(ctx, { ...known, base: { ...known.base, accountNumber: 77n, sequence: 4n } })
		const cosmos = (byte: number) =>
			ask('CosmosAccount', create(api.QueryCosmosAccountRequestSchema, { address: hex(byte) }))
		const validator = (byte: number) =>
			ask(
				'ValidatorAccount',
				create(api.QueryValidatorAccountRequestSchema, { consAddress: text(byte, 'chainvalcons') }),
			)
		const [there, nobody] = [
			{ sequence: 4n, accountNumber: 77n },
			{ sequence: 0n, accountNumber: 0n },
		]
		expect(cosmos(0xaa)).toMatchObject({ cosmosAddress: text(0xaa), ...there })
		expect(cosmos(0x99)).toMatchObject({ cosmosAddress: text(0x99), ...nobody })
		expect(validator(0xaa)).toMatchObject({ accountAddress: text(0xaa), ...there })
		expect(validator(0x99)).toMatchObject({ accountAddress: text(0x99), ...nobody })
		expect(() =>
			ask('ValidatorAccount', create(api.QueryValidatorAccountRequestSchema, { consAddress: text(0xaa) })),
		).toThrow('rpc error: code = InvalidArgument desc = ')
	})

	test('balance, slot and code are told, of nobody none', () => {
		const of = (byte: number) => [
			(ask('Balance', create(api.QueryBalanceRequestSchema, { address: hex(byte) })) as api.QueryBalanceResponse)
				.balance,
			(
				ask(
					'Storage',
					create(api.QueryStorageRequestSchema, { address: hex(byte), key: '0x1' }),
				) as api.QueryStorageResponse
			).value,
			toHex((ask('Code', create(api.QueryCodeRequestSchema, { address: hex(byte) })) as api.QueryCodeResponse).code),
		]
		expect(of(0xaa)).toEqual(['9', `0x${'08'.repeat(32)}`, toHex(code)])
		expect(of(0x11)).toEqual(['5000000000000', `0x${'00'.repeat(32)}`, ''])
		expect(of(0x99)).toEqual(['0', `0x${'00'.repeat(32)}`, ''])
	})

	test('what is no address is refused, in two ways', () => {
		for (const name of ['Account', 'CosmosAccount']) {
			expect(() => ask(name, { address: '0x12' })).toThrow(noAddress('0x12'))
		}
		for (const name of ['Balance', 'Storage', 'Code']) {
			expect(() => ask(name, { address: '0x12', key: '0x1' })).toThrow(
				'rpc error: code = InvalidArgument desc = invalid zero address',
			)
		}
	})

	test('the parameters are told', () => {
		const { params } = ask('Params', create(api.QueryParamsRequestSchema)) as api.QueryParamsResponse
		expect(params).toMatchObject({ evmDenom: 'achain', enableCreate: true, enableCall: true })
	})
})

describe('a call that changes nothing', () => {
	const call = (args: object, gasCap = 100_000n) =>
		ask(
			'EthCall',
			create(api.EthCallRequestSchema, { args: utf8(JSON.stringify(args)), gasCap }),
		) as Promise<MsgEthereumTxResponse>

	test('a call has its answer, its gas and its logs, of no transaction', async () => {
		const place = { blockNumber: 2n, txIndex: 0n, index: 0n, removed: false }
		expect(await call({ to: hex(0xaa) })).toMatchObject({
			hash: `0x${'00'.repeat(32)}`,
			ret: new Uint8Array(32).with(31, 7),
			vmError: '',
			gasUsed: 21_000n + 2n * 2n + 375n + 3n + 2n + 6n + 3n + 2n,
			logs: [{ ...place, txHash: `0x${'00'.repeat(32)}`, blockHash: `0x${'03'.repeat(32)}` }],
		})
		ctx = ctx.withHeader(ctx.header, new Uint8Array(31).fill(3))
		bench.deploy(ctx, addressOf(0xaa), code)
		expect((await call({ to: hex(0xaa) })).logs[0]!.blockHash).toBe(`0x${'00'.repeat(32)}`)
	})

	test('a deployment that is only called has the address of the next nonce, and leaves nobody there', async () => {
		// ADDRESS, which the init code gives back.
		const args = (from: number) => ({ from: hex(from), data: '0x305f5260205ff3' })
		for (const [from, nonce] of [
			[0x99, 0n],
			[0xaa, 1n],
		] as const) {
			const made = createAddress(addressOf(from), nonce)
			expect(toHex((await call(args(from))).ret.slice(12))).toBe(toHex(made))
			expect(bench.keeper.getAccount(ctx, made)).toBeUndefined()
		}
	})

	test('a call is refused for what it is told as, and for what it cannot begin with', async () => {
		await expect(call({ to: '0x12' })).rejects.toThrow('rpc error: code = InvalidArgument desc = ')
		await expect(call({ gasPrice: '0x1', maxFeePerGas: '0x1' })).rejects.toThrow(
			'rpc error: code = InvalidArgument desc = both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
		)
		await expect(call({ to: hex(0xaa) }, 20_999n)).rejects.toThrow(
			'rpc error: code = Internal desc = apply message: intrinsic gas too low',
		)
	})
})
