import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { beforeAll, describe, expect, test } from 'vitest'
import { schemaOf } from '../../../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import type { Json } from '../../../../../src/app/AppModule.ts'
import { encodeMessage } from '../../../../../src/codec/proto/encodeMessage.ts'
import type { TraceConfigSchema } from '../../../../../src/gen/ethermint/evm/v1/evm_pb.js'
import {
	QueryTraceBlockRequestSchema,
	QueryTraceTxRequestSchema,
} from '../../../../../src/gen/ethermint/evm/v1/query_pb.js'
import { type MsgEthereumTx, MsgEthereumTxSchema } from '../../../../../src/gen/ethermint/evm/v1/tx_pb.js'
import { traceBlock, traceTx } from '../../../../../src/modules/evm/queries/traceTransactions.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'
import { addressOf, createEvmBench, evmRegistry } from '../evmBench.ts'
import { key } from '../tx/signedTxs.ts'

type Config = MessageInitShape<typeof TraceConfigSchema>
type Tree = Readonly<Record<string, Json>>

const sender = fromHex(key.address.slice(2))!
const hex = (byte: number) => `0x${toHex(addressOf(byte))}` as const
/** Answers by what a slot holds, and raises it; asks for number and time. */
const counter = '5f54805f52600101 5f55 43602052 42604052 60605ff3'

let bench: ReturnType<typeof createEvmBench>
const messages: MsgEthereumTx[] = []
beforeAll(async () => {
	bench = createEvmBench({ accountRule: 'base', funded: [[sender, 10n ** 9n]] })
	bench.app.editNextBlock((ctx) => {
		bench.deploy(ctx, addressOf(0xaa), fromHex(counter.replaceAll(' ', ''))!)
		bench.deploy(ctx, addressOf(0xbb), fromHex('5b5f56')!)
	})
	await bench.block()
	for (const [nonce, to, chainId] of [
		[0, 0xaa, 2222],
		[1, 0xaa, 2222],
		[2, 0xaa, 1],
		[3, 0xbb, 2222],
		// With less gas than a transfer takes.
		[4, 0xcc, 2222],
	] as const) {
		const gas = to === 0xbb ? 40_000n : to === 0xcc ? 20_999n : 100_000n
		const raw = await key.signTransaction({ type: 'legacy', chainId, nonce, to: hex(to), gas, gasPrice: 10n ** 9n })
		const data = parseRawTx(fromHex(raw.slice(2))!)
		messages.push(
			create(MsgEthereumTxSchema, {
				data: { typeUrl: `/${data.$typeName}`, value: encodeMessage(schemaOf(data.$typeName), data) },
			}),
		)
	}
})

const deps = () => ({ keeper: bench.keeper, registry: evmRegistry })
const place = { blockNumber: 9n, blockTime: { seconds: 77n, nanos: 0 }, blockHash: '' }
const one = (
	msg: MsgEthereumTx | undefined,
	before: readonly MsgEthereumTx[] = [],
	config?: Config,
	more: object = {},
) =>
	traceTx(
		deps(),
		bench.context(),
		create(QueryTraceTxRequestSchema, {
			...place,
			...(msg === undefined ? {} : { msg }),
			predecessors: [...before],
			...(config === undefined ? {} : { traceConfig: config }),
			...more,
		}),
	) as Promise<Tree>
const words = (text: Json): string[] => String(text).replace(/^0x/, '').match(/.{64}/g) ?? []
const numbers = (text: Json): number[] => words(text).map((hexWord) => Number(`0x${hexWord}`))

// ethermint v0.14.1 x/evm/keeper/grpc_query.go TraceTx and TraceBlock.
describe('a trace of a transaction', () => {
	test('a transaction is traced behind those before it, one block early', async () => {
		expect(numbers((await one(messages[0])).returnValue!)).toEqual([0, 8, 77])
		expect(numbers((await one(messages[1], [messages[0]!])).returnValue!)).toEqual([1, 8, 77])
		expect(numbers((await one(messages[1], [messages[0]!, messages[0]!])).returnValue!)).toEqual([2, 8, 77])
		// Those that cannot be run are passed over.
		expect(numbers((await one(messages[1], [messages[2]!, messages[4]!, messages[0]!])).returnValue!)).toEqual([
			1, 8, 77,
		])
		// What is traced changes nothing.
		expect(numbers((await one(messages[0])).returnValue!)).toEqual([0, 8, 77])
	})

	test.each([
		[0n, 1],
		[1n, 1],
		[2n, 1],
		[3n, 2],
	])('a transaction of block %s is traced in block %s', async (blockNumber, height) => {
		expect(numbers((await one(messages[0], [], undefined, { blockNumber })).returnValue!)[1]).toBe(height)
	})

	test('a transaction of no time is traced at the first second', async () => {
		const request = create(QueryTraceTxRequestSchema, { msg: messages[0]!, blockNumber: 9n })
		expect(numbers(((await traceTx(deps(), bench.context(), request)) as Tree).returnValue!)).toEqual([0, 8, 0])
	})

	test('the trace of nothing, and of a transaction of another chain, is refused', async () => {
		await expect(one(undefined)).rejects.toThrow('rpc error: code = InvalidArgument desc = empty request')
		await expect(one(messages[2])).rejects.toThrow('rpc error: code = Internal desc = invalid chain id for signer')
	})

	test('all transactions of a block are traced one after the other, but for those that cannot be run', async () => {
		const request = create(QueryTraceBlockRequestSchema, { ...place, txs: messages.slice(0, 3) })
		const traces = (await traceBlock(deps(), bench.context(), request)) as { result: Tree }[]
		expect(traces.map(({ result }) => numbers(result.returnValue!)[0])).toEqual([0, 1])
	})
})

describe('the options of a trace', () => {
	const steps = async (config?: Config) => (await one(messages[0], [], config)).structLogs as Tree[]

	test('a trace without options shows stacks and slots of every step, and no memory', async () => {
		const all = await steps()
		expect(all).toHaveLength(18)
		expect(all[1]).toMatchObject({ op: 'SLOAD', stack: ['[0 0 0 0]'] })
		expect(all[1]).toHaveProperty('storage')
		expect(all.at(-1)).not.toHaveProperty('memory')
		expect(await steps({})).toEqual(all)
	})

	test('each option of a trace has its effect', async () => {
		expect((await steps({ disableStack: true }))[1]).not.toHaveProperty('stack')
		expect((await steps({ disableStorage: true }))[1]).not.toHaveProperty('storage')
		expect((await steps({ enableMemory: true })).at(-1)!.memory).toHaveLength(3)
		expect(await steps({ limit: 2 })).toHaveLength(2)
		expect((await one(messages[0], [], { tracer: 'callTracer' })).type).toBe('CALL')
	})

	const refusal = (config: Config, msg = messages[0]!) => expect(one(msg, [], config)).rejects

	test('options of a trace that are none are refused', async () => {
		await refusal({ limit: -1 }).toThrow(
			'rpc error: code = InvalidArgument desc = output limit cannot be negative, got -1',
		)
		await refusal({ tracer: 'callTracer', timeout: 'x' }).toThrow(
			/^rpc error: code = InvalidArgument desc = timeout value: (?!bad Duration).*x/,
		)
		await refusal({ tracer: 'other' }).toThrow('rpc error: code = Internal desc = tracer not found')
	})

	test('the time limit of a trace counts for a named tracer alone', async () => {
		await refusal({ tracer: 'callTracer', timeout: '1ns' }, messages[3]!).toThrow(
			'rpc error: code = Internal desc = execution timeout',
		)
		expect(await one(messages[3]!, [], { timeout: '1ns', limit: 1 })).toMatchObject({ failed: true })
		expect(await one(messages[0]!, [], { tracer: 'callTracer', timeout: '1m' })).toMatchObject({ type: 'CALL' })
		expect(await one(messages[3]!, [], { tracer: 'noopTracer', timeout: '9s' })).toEqual({})
	})
})
