import type { Context } from '../../../app/Context.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { applyMessage, type EvmConfig, type EvmMessage, evmConfigOf } from '../../../modules/evm/applyMessage.ts'
import type { EvmKeeper } from '../../../modules/evm/index.ts'
import type { TraceOptions } from '../../../modules/evm/trace/TraceOptions.ts'
import { traceMessage } from '../../../modules/evm/trace/traceMessage.ts'
import { effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import type { Asker } from '../../../modules/evm/vm/CallSlots.ts'
import { latest } from '../args/blockParams.ts'
import { type EthParam, optional } from '../args/EthParam.ts'
import { hash } from '../args/valueParams.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { callArgs, inputOf } from '../calls/CallArgs.ts'
import { callGasCap } from '../calls/runCall.ts'
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
		return { block, ctx, keeper, config: evmConfigOf(keeper, ctx) }
	}
	const traceAll = async (block: EthBlock | undefined, name: string, options: CallTrace): Promise<EthJson> => {
		if (block === undefined) throw new EthFault(`block ${name} not found`)
		const run = await prepare(block)
		const traced: EthJson[] = []
		for (const tx of block.txs) {
			const { result } = await traceMessage(run.keeper, run.ctx, messageOf(tx, run), run.config, {
				...options,
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
				await applyMessage(run.keeper, run.ctx, messageOf(earlier, run), run.config, { commit: true, asker })
			}
			const { result } = await traceMessage(run.keeper, run.ctx, messageOf(found.tx, run), run.config, {
				...options,
				asker,
				commit: false,
			})
			return result
		}),
		debug_traceCall: defineEthMethod(
			[callArgs, optional(numberOrHash), optional(traceConfig)],
			async (args, ref = latest, options = plainTrace, asker) => {
				const { ctx: state, keeper } = await evm.at(await heightOf(ref, context))
				const { ctx } = state.branch()
				const config = evmConfigOf(keeper, ctx)
				const from = args.from ?? new Uint8Array(20)
				const message: EvmMessage = {
					from,
					to: args.to,
					nonce: keeper.getAccountWithoutBalance(ctx, from)?.nonce ?? 0n,
					value: args.value ?? 0n,
					gas: args.gas !== undefined && args.gas < callGasCap ? args.gas : callGasCap,
					gasPrice: args.gasPrice ?? args.maxFeePerGas ?? 0n,
					data: inputOf(args),
					accessList: args.accessList,
				}
				const { result } = await traceMessage(keeper, ctx, message, config, { ...options, asker, commit: false })
				return result
			},
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

const plainTrace: TraceOptions = {
	tracer: '',
	disableStack: false,
	disableStorage: false,
	enableMemory: false,
	limit: 0,
	words: 'hex',
}

/** What a trace shows (go-ethereum eth/tracers TraceConfig). */
const traceConfig: EthParam<TraceOptions> = {
	optional: false,
	read: (node) => {
		const member = (name: string): JsonNode | undefined => (node.kind === 'object' ? node.members.get(name) : undefined)
		const isOn = (name: string): boolean => {
			const value = member(name)
			return value?.kind === 'bool' && value.value
		}
		const tracer = member('tracer')
		const limit = member('limit')
		return {
			tracer: tracer?.kind === 'string' ? tracer.value : '',
			disableStack: isOn('disableStack'),
			disableStorage: isOn('disableStorage'),
			enableMemory: isOn('enableMemory'),
			limit: limit?.kind === 'number' ? Math.max(0, Number(limit.raw)) : 0,
			words: 'hex',
		}
	},
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
