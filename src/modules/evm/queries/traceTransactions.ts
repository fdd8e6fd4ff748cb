import { create } from '@bufbuild/protobuf'
import type { Json } from '../../../app/AppModule.ts'
import type { Context } from '../../../app/Context.ts'
import { parseDuration } from '../../../codec/gatewayJson/parseTime.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import { ChainError, inOtherWords } from '../../../errors/ChainError.ts'
import { GrpcStatusError } from '../../../errors/GrpcStatusError.ts'
import { thrownText } from '../../../errors/UserError.ts'
import { type TraceConfig, TraceConfigSchema } from '../../../gen/ethermint/evm/v1/evm_pb.js'
import type { QueryTraceBlockRequest, QueryTraceTxRequest } from '../../../gen/ethermint/evm/v1/query_pb.js'
import type { MsgEthereumTx } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { fromHex } from '../../../util/bytes.ts'
import { applyMessage, type EvmConfig, type EvmMessage, evmConfigOf, messageOfTx } from '../applyMessage.ts'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { ethTxIn } from '../messages/ethereumTx.ts'
import type { TraceOptions } from '../trace/Tracer.ts'
import { traceMessage } from '../trace/traceMessage.ts'
import { SenderFault, signerRulesAt } from '../tx/recoverSender.ts'

/** Dependencies of tracing. */
export interface TraceDeps {
	readonly keeper: EvmKeeper
	readonly registry: Registry
}

/** Where and how transactions are traced. */
export type TraceRequest = Pick<QueryTraceTxRequest, 'traceConfig' | 'blockNumber' | 'blockHash' | 'blockTime'>

/**
 * Traces one transaction behind those before it in its block. As in the reference, the block number is one less than it
 * was, and fees and nonces of the others are not taken (ethermint v0.14.1 x/evm/keeper TraceTx).
 */
export async function traceTx(deps: TraceDeps, outer: Context, request: QueryTraceTxRequest): Promise<Json> {
	const options = optionsOf(request.traceConfig)
	const { ctx, config } = prepare(deps, outer, request, (text) => `failed to load evm config: ${text}`)
	for (const predecessor of request.predecessors) {
		try {
			await applyMessage(deps.keeper, ctx, messageOf(deps, ctx, predecessor, config), config, { commit: true })
		} catch (error) {
			if (!(error instanceof ChainError || error instanceof GrpcStatusError)) throw error
		}
	}
	if (request.msg === undefined) throw new GrpcStatusError('InvalidArgument', 'empty request')
	return traceOne(deps, ctx, request.msg, config, { ...options, commit: false })
}

/** Traces all transactions of a block; one that cannot be run is left out (ethermint v0.14.1 x/evm/keeper TraceBlock). */
export async function traceBlock(deps: TraceDeps, outer: Context, request: QueryTraceBlockRequest): Promise<Json> {
	const options = optionsOf(request.traceConfig)
	const { ctx, config } = prepare(deps, outer, request, () => 'failed to load evm config')
	const results: Json[] = []
	for (const msg of request.txs) {
		try {
			results.push({ result: await traceOne(deps, ctx, msg, config, { ...options, commit: true }) })
		} catch (error) {
			if (!(error instanceof GrpcStatusError)) throw error
		}
	}
	return results
}

async function traceOne(
	deps: TraceDeps,
	ctx: Context,
	msg: MsgEthereumTx,
	config: EvmConfig,
	options: Parameters<typeof traceMessage>[4],
): Promise<Json> {
	try {
		return await traceMessage(deps.keeper, ctx, messageOf(deps, ctx, msg, config), config, options)
	} catch (error) {
		if (error instanceof ChainError) throw new GrpcStatusError('Internal', error.log)
		throw error
	}
}

function messageOf({ keeper, registry }: TraceDeps, ctx: Context, msg: MsgEthereumTx, config: EvmConfig): EvmMessage {
	const tx = ethTxIn(msg, registry)
	try {
		const rules = signerRulesAt(config.params.chainConfig, ctx.header.height, keeper.chainId)
		return messageOfTx(tx, keeper.senderOf(tx, rules), config.baseFee)
	} catch (error) {
		if (error instanceof SenderFault) throw new GrpcStatusError('Internal', error.message)
		throw error
	}
}

function prepare(
	{ keeper }: TraceDeps,
	outer: Context,
	{ blockNumber, blockTime, blockHash }: TraceRequest,
	describe: (text: string) => string,
): { readonly ctx: Context; readonly config: EvmConfig } {
	const height = Math.max(1, Number(blockNumber) - 1)
	const time = blockTime ?? { seconds: 0n, nanos: 0 }
	const hash = fromHex(blockHash) ?? new Uint8Array(0)
	const ctx = outer.branch().ctx.withHeader({ ...outer.header, height, time }, hash)
	return inOtherWords(
		() => ({ ctx, config: evmConfigOf(keeper, ctx) }),
		(error) => new GrpcStatusError('Internal', describe(error.log)),
	)
}

function optionsOf(config: TraceConfig = create(TraceConfigSchema)): TraceOptions {
	const { tracer, timeout, disableStack, disableStorage, enableMemory, limit } = config
	if (limit < 0) {
		throw new GrpcStatusError('InvalidArgument', `output limit cannot be negative, got ${limit}`)
	}
	return {
		tracer,
		disableStack,
		disableStorage,
		enableMemory,
		limit,
		words: 'limbs',
		...(tracer === '' || timeout === '' ? {} : { timeoutMs: Math.min(timeoutOf(timeout), mostMs) }),
	}
}

/** Longest time limit of a trace, in milliseconds. */
const mostMs = 60_000

function timeoutOf(text: string): number {
	try {
		const { seconds, nanos } = parseDuration(text)
		return Number(seconds) * 1000 + nanos / 1e6
	} catch (error) {
		const reason = thrownText(error).replace(/^bad Duration: /, '')
		throw new GrpcStatusError('InvalidArgument', `timeout value: ${reason}`)
	}
}
