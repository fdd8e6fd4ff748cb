import type { Json } from '../../../app/AppModule.ts'
import type { Context } from '../../../app/Context.ts'
import { type ApplyOptions, applyMessage, type EvmConfig, type EvmMessage } from '../applyMessage.ts'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { intrinsicGas } from '../tx/intrinsicGas.ts'
import { createTracer } from './createTracer.ts'
import type { TraceOptions } from './Tracer.ts'

const defaultTimeoutMs = 5_000

/**
 * Applies a message to the state of a context and follows it. With `commit` its changes are written into the context,
 * for the messages behind it.
 * @throws {ChainError} for an unknown tracer, and what applying a message throws.
 */
export async function traceMessage(
	keeper: EvmKeeper,
	ctx: Context,
	message: EvmMessage,
	config: EvmConfig,
	options: TraceOptions & Pick<ApplyOptions, 'commit' | 'asker' | 'precompiles' | 'block'>,
): Promise<Json> {
	const outline = { data: message.data, accessList: undefined, creates: message.to === undefined }
	const basePrice = intrinsicGas(outline, config.params.chainConfig, ctx.header.height)
	const tracer = createTracer(options, { message, basePrice })
	const applied = await applyMessage(keeper, ctx, message, config, {
		commit: options.commit,
		observer: tracer.observe,
		asker: options.asker,
		precompiles: options.precompiles,
		block: options.block,
		limit: { ms: options.timeoutMs ?? defaultTimeoutMs, text: 'execution timeout' },
	})
	const pause = keeper.deps.scheduler.steps(options.asker?.caller)
	return tracer.result(applied, pause)
}
