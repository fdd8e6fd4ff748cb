import type { Context } from '../../../app/Context.ts'
import { applyMessage, type EvmConfig, type EvmMessage, evmConfigOf } from '../../../modules/evm/applyMessage.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import type { TraceOptions } from '../../../modules/evm/trace/TraceOptions.ts'
import { traceMessage } from '../../../modules/evm/trace/traceMessage.ts'
import { effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import type { Asker } from '../../../modules/evm/vm/CallSlots.ts'
import { latest } from '../args/blockParams.ts'
import { optional } from '../args/EthParam.ts'
import { plainTrace, traceConfig } from '../args/traceConfig.ts'
import { hash } from '../args/valueParams.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { callArgs } from '../calls/CallArgs.ts'
import { plainTraceCall, traceCall, traceCallConfig } from '../calls/traceCall.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'

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

/** The namespace debug: traces of transactions, calls and blocks, like geth's. */
export function ethDebugMethods(context: EthContext): EthMethods {
	const { blocks, dialect, evm } = context
	const { number, numberOrHash } = dialect
	const prepare = async (block: EthBlock): Promise<BlockRun> => {
		if (block.height <= 1) throw new EthFault('genesis is not traceable')
		const { ctx: before, keeper } = await evm.at(block.height - 1)
		const ctx = before.branch().ctx.withHeader(block.header, block.hash)
		const gasLimit = await evm.gasLimitAt(block.height)
		return { block, ctx, keeper, config: evmConfigOf(keeper, ctx), seen: { gasLimit } }
	}
	const traceAll = async (block: EthBlock | undefined, name: string, options: CallTrace): Promise<EthJson> => {
		if (block === undefined) throw new EthFault(`block ${name} not found`)
		const run = await prepare(block)
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
	return {
		debug_traceTransaction: defineEthMethod([hash, optional(traceConfig)], async (id, options = plainTrace, asker) => {
			const found = await blocks.byTxHash(id)
			if (found === undefined) throw new EthFault('transaction not found')
			const run = await prepare(found.block)
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
		}),
		debug_traceCall: defineEthMethod(
			[callArgs, optional(numberOrHash), optional(traceCallConfig)],
			async (args, ref = latest, config = plainTraceCall, asker) =>
				traceCall(await evm.at(await heightOf(ref, context)), args, { ...config, asker }),
		),
		debug_traceBlockByNumber: defineEthMethod(
			[number, optional(traceConfig)],
			async (ref, options = plainTrace, asker) => {
				const height = await heightOf(ref, context)
				return traceAll(await blocks.at(height), `#${height}`, { ...options, asker })
			},
		),
		debug_traceBlockByHash: defineEthMethod([hash, optional(traceConfig)], async (id, options = plainTrace, asker) => {
			const height = await blocks.heightByHash(id)
			const block = height === undefined ? undefined : await blocks.at(height)
			return traceAll(block, hexBytes(id), { ...options, asker })
		}),
	}
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
