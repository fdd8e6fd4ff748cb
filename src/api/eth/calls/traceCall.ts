import type { TraceOptions } from '../../../modules/evm/trace/TraceOptions.ts'
import { traceMessage } from '../../../modules/evm/trace/traceMessage.ts'
import { plainTrace, traceConfig } from '../args/traceConfig.ts'
import type { EthJson, ValueParam } from '../rpc/EthMethod.ts'
import type { EvmView } from '../state/EvmReader.ts'
import type { CallArgs } from './CallArgs.ts'
import { blockOverride, stateOverride } from './overrides.ts'
import { type CallOptions, prepareCall } from './runCall.ts'

/** What a traced call shows, and what it overrides. */
export interface TraceCallConfig extends Pick<CallOptions, 'state' | 'block' | 'asker'> {
	readonly trace: TraceOptions
}

/** A traced call without options. */
export const plainTraceCall: TraceCallConfig = { trace: plainTrace }

/** What `debug_traceCall` is asked (go-ethereum v1.17 eth/tracers TraceCallConfig). */
export const traceCallConfig: ValueParam<TraceCallConfig> = {
	optional: false,
	bounds: stateOverride.bounds ?? [],
	read: (node) => {
		const member = (name: string) => {
			const value = node.kind === 'object' ? node.members.get(name) : undefined
			return value?.kind === 'null' ? undefined : value
		}
		const state = member('stateOverrides')
		const block = member('blockOverrides')
		return {
			trace: traceConfig.read(node),
			state: state && stateOverride.read(state),
			block: block && blockOverride.read(block),
		}
	},
}

/** Runs a call as `eth_call` does and follows it. */
export async function traceCall(view: EvmView, args: CallArgs, config: TraceCallConfig): Promise<EthJson> {
	const {
		ctx,
		message,
		config: evmConfig,
		apply,
	} = await prepareCall(view, args, {
		...config,
		refusal: (reason) => `tracing failed: ${reason}`,
	})
	const { result } = await traceMessage(view.keeper, ctx, message, evmConfig, {
		...config.trace,
		...apply,
		asker: config.asker,
		commit: false,
	})
	return result
}
