import type { Context } from '../../../app/Context.ts'
import { applyMessage, type EvmConfig, type EvmMessage, evmConfigOf } from '../../../modules/evm/applyMessage.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import type { TraceOptions } from '../../../modules/evm/trace/TraceOptions.ts'
import { traceMessage } from '../../../modules/evm/trace/traceMessage.ts'
import { effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import type { Asker } from '../../../modules/evm/vm/CallSlots.ts'
import { blockHash, blockNumber, blockOr, txHash } from '../args/blockParams.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { plainTrace, plainTraceCall, traceCall, traceCallConfig, traceConfig } from '../calls/traceCall.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { type EthJson, optional } from '../rpc/EthMethod.ts'

/** Transactions of a block and the state they run on. */
interface BlockRun {
	readonly block: EthBlock
	/** The state before the block, with its header; a discarded branch. */
	readonly ctx: Context
	readonly keeper: EvmKeeper
	readonly config: EvmConfig
	/** What of the block its state does not tell. */
	readonly seen: { readonly gasLimit: bigint }
}

/** Options of a trace and who asks for it. */
type CallTrace = TraceOptions & { readonly asker: Asker | undefined }

const served = { cost: 'code', endpoint: 'serve', dialects: ['geth'] } as const

/** The namespace debug: traces of transactions, calls and blocks, like geth's; those of ethermint are in `ethermint/`. */
export const debugMethods = [
	defineEthMethod({
		...served,
		name: 'debug_traceTransaction',
		params: [txHash, optional(traceConfig)],
		run: async ([{ found }, options = plainTrace], context, { asker }) => {
			if (found === undefined) throw new EthFault('transaction not found')
			const run = await prepare(found.block, context)
			for (const earlier of found.block.txs.slice(0, found.block.txs.indexOf(found.tx))) {
				const message = messageOf(earlier, run)
				await applyMessage(run.keeper, run.ctx, message, run.config, { commit: true, asker, block: run.seen })
			}
			const { result } = await traceMessage(run.keeper, run.ctx, messageOf(found.tx, run), run.config, {
				...options,
				asker,
				block: run.seen,
				commit: false,
			})
			return result
		},
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceCall',
		params: [callArgs, blockOr('latest'), optional(traceCallConfig)],
		run: async ([args, { height }, config = plainTraceCall], { evm }, { asker }) =>
			traceCall(await evm.at(height), args, { ...config, asker }),
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceBlockByNumber',
		params: [blockNumber, optional(traceConfig)],
		run: async ([{ height }, options = plainTrace], context, { asker }) =>
			traceAll(await context.blocks.at(height), `#${height}`, { ...options, asker }, context),
	}),
	defineEthMethod({
		...served,
		name: 'debug_traceBlockByHash',
		params: [blockHash, optional(traceConfig)],
		run: async ([{ hash, height }, options = plainTrace], context, { asker }) => {
			const block = height === undefined ? undefined : await context.blocks.at(height)
			return traceAll(block, hexBytes(hash), { ...options, asker }, context)
		},
	}),
]

async function prepare(block: EthBlock, { evm }: EthContext): Promise<BlockRun> {
	if (block.height <= 1) throw new EthFault('genesis is not traceable')
	const { ctx: before, keeper } = await evm.at(block.height - 1)
	const ctx = before.branch().ctx.withHeader(block.header, block.hash)
	const gasLimit = await evm.gasLimitAt(block.height)
	return { block, ctx, keeper, config: evmConfigOf(keeper, ctx), seen: { gasLimit } }
}

async function traceAll(
	block: EthBlock | undefined,
	name: string,
	options: CallTrace,
	context: EthContext,
): Promise<EthJson> {
	if (block === undefined) throw new EthFault(`block ${name} not found`)
	const run = await prepare(block, context)
	const traced: EthJson[] = []
	for (const tx of block.txs) {
		const { result } = await traceMessage(run.keeper, run.ctx, messageOf(tx, run), run.config, {
			...options,
			block: run.seen,
			commit: true,
		})
		traced.push({ txHash: hexBytes(tx.hash), result })
	}
	return traced
}

function messageOf({ tx, from }: EthBlockTx, { config }: BlockRun): EvmMessage {
	return {
		from,
		to: tx.to,
		nonce: tx.nonce,
		value: tx.value ?? 0n,
		gas: tx.gas,
		gasPrice: effectivePrice(tx, config.baseFee),
		data: tx.data,
		accessList: tx.accessList,
	}
}
