import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { givenMembers, memberOf } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import type { TraceOptions } from '../../../modules/evm/trace/Tracer.ts'
import { traceMessage } from '../../../modules/evm/trace/traceMessage.ts'
import { parseQuantity, texts } from '../args/valueParams.ts'
import type { EthJson, ValueParam } from '../rpc/EthMethod.ts'
import type { EvmView } from '../state/EvmReader.ts'
import type { CallArgs } from './CallArgs.ts'
import { blockOverride, stateOverride } from './overrides.ts'
import { type CallOptions, prepareCall } from './runCall.ts'

/** The options of a trace without options. */
export const plainTrace: TraceOptions = {
	tracer: '',
	disableStack: false,
	disableStorage: false,
	enableMemory: false,
	limit: 0,
	words: 'hex',
	onlyTopCall: false,
	withLog: false,
}

/** What a trace shows (go-ethereum eth/tracers TraceConfig). */
export const traceConfig: ValueParam<TraceOptions> = {
	read: (node) => {
		const own = memberOf(node, 'tracerConfig')
		const isOn = (name: string, members: JsonNode | undefined = node): boolean => {
			const value = memberOf(members, name)
			return value?.kind === 'bool' && value.value
		}
		const tracer = memberOf(node, 'tracer')
		const limit = memberOf(node, 'limit')
		return {
			tracer: tracer?.kind === 'string' ? tracer.value : '',
			disableStack: isOn('disableStack'),
			disableStorage: isOn('disableStorage'),
			enableMemory: isOn('enableMemory'),
			limit: limit?.kind === 'number' ? Math.max(0, Number(limit.raw)) : 0,
			words: 'hex',
			onlyTopCall: own !== undefined && isOn('onlyTopCall', own),
			withLog: own !== undefined && isOn('withLog', own),
			parityErrors: own !== undefined && isOn('convertParityErrors', own),
			withPrecompiles: own !== undefined && isOn('includePrecompiles', own),
			ignoredOpcodes: own === undefined ? undefined : opcodesOf(own),
			tracers: tracer?.kind === 'string' && tracer.value === 'muxTracer' ? tracersOf(own) : [],
		}
	},
}

function opcodesOf(config: JsonNode): readonly number[] | undefined {
	const list = config.kind === 'object' ? config.members.get('ignoredOpcodes') : undefined
	return list === undefined || list.kind === 'null'
		? undefined
		: texts.read(list).map((text) => Number(parseQuantity(text, 64)))
}

/** The tracers that a `muxTracer` is made of: their names with the configuration of each. */
function tracersOf(config: JsonNode | undefined): readonly (readonly [string, TraceOptions])[] {
	if (config?.kind !== 'object') return []
	return [...config.members].map(([name, own]) => {
		if (name === 'muxTracer') throw plainError('a muxTracer cannot be in another one')
		const members = new Map<string, JsonNode>([
			['tracer', { kind: 'string', raw: JSON.stringify(name), value: name }],
			['tracerConfig', own],
		])
		return [name, traceConfig.read({ kind: 'object', raw: '{}', members })] as const
	})
}

/** What a traced call shows, and what it overrides. */
export interface TraceCallConfig extends Pick<CallOptions, 'state' | 'block' | 'asker'> {
	readonly trace: TraceOptions
}

/** A traced call without options. */
export const plainTraceCall: TraceCallConfig = { trace: plainTrace }

/** What `debug_traceCall` is asked (go-ethereum v1.17 eth/tracers TraceCallConfig). */
export const traceCallConfig: ValueParam<TraceCallConfig> = {
	bounds: stateOverride.bounds ?? [],
	read: (node) => {
		const member = givenMembers(node.kind === 'object' ? node.members : new Map())
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
	const options = { ...config.trace, ...apply, asker: config.asker, commit: false }
	return traceMessage(view.keeper, ctx, message, evmConfig, options)
}
