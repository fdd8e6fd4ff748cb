import type { Json } from '../../../app/AppModule.ts'
import type { Context } from '../../../app/Context.ts'
import {
	applyMessage,
	type EvmConfig,
	type EvmMessage,
	evmConfigOf,
	messageOfTx,
} from '../../../modules/evm/applyMessage.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import type { TracePlace } from '../../../modules/evm/trace/flatCalls.ts'
import type { TraceOptions } from '../../../modules/evm/trace/Tracer.ts'
import { traceMessage } from '../../../modules/evm/trace/traceMessage.ts'
import type { Asker } from '../../../util/schedule/Scheduler.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import type { EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'

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
export type BlockTrace = TraceOptions & { readonly asker: Asker | undefined }

/** Follows one transaction of a block, behind those before it. */
export async function traceTx(
	{ block, tx }: { readonly block: EthBlock; readonly tx: EthBlockTx },
	options: BlockTrace,
	context: EthContext,
): Promise<Json> {
	const { asker } = options
	const run = await prepare(block, context)
	for (const earlier of block.txs.slice(0, block.txs.indexOf(tx))) {
		const message = messageOf(earlier, run)
		await applyMessage(run.keeper, run.ctx, message, run.config, { commit: true, asker, block: run.seen })
	}
	return follow(tx, options, run, false)
}

/** Follows every transaction of a block; each result is beside the hash. */
export async function traceBlock(
	block: EthBlock,
	options: BlockTrace,
	context: EthContext,
): Promise<{ readonly txHash: string; readonly result: Json }[]> {
	const run = await prepare(block, context)
	const traced: { readonly txHash: string; readonly result: Json }[] = []
	for (const tx of block.txs) {
		traced.push({ txHash: hexBytes(tx.hash), result: await follow(tx, options, run, true) })
	}
	return traced
}

async function follow(tx: EthBlockTx, options: BlockTrace, run: BlockRun, commit: boolean): Promise<Json> {
	const { keeper, ctx, config, seen } = run
	const place = placeOf(tx, run)
	return traceMessage(keeper, ctx, messageOf(tx, run), config, { ...options, place, block: seen, commit })
}

function placeOf({ hash, index }: EthBlockTx, { block }: BlockRun): TracePlace {
	return { blockHash: block.hash, blockNumber: block.height, txHash: hash, position: index }
}

async function prepare(block: EthBlock, { evm }: EthContext): Promise<BlockRun> {
	if (block.height <= 1) throw new EthFault('genesis is not traceable')
	const { ctx: before, keeper } = await evm.at(block.height - 1)
	const ctx = before.branch().ctx.withHeader(block.header, block.hash)
	keeper.deps.feeMarket.beginBlock(ctx)
	keeper.beginBlock(ctx)
	const gasLimit = await evm.gasLimitAt(block.height)
	return { block, ctx, keeper, config: evmConfigOf(keeper, ctx), seen: { gasLimit } }
}

function messageOf({ tx, from }: EthBlockTx, { config }: BlockRun): EvmMessage {
	return messageOfTx(tx, from, config.baseFee)
}
