import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import type { TraceOptions } from '../../../modules/evm/trace/TraceOptions.ts'
import type { ValueParam } from '../rpc/EthMethod.ts'

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
	optional: false,
	read: (node) => {
		const member = (name: string): JsonNode | undefined => (node.kind === 'object' ? node.members.get(name) : undefined)
		const own = member('tracerConfig')
		const isOn = (name: string, members = node): boolean => {
			const value = members.kind === 'object' ? members.members.get(name) : undefined
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
			onlyTopCall: own !== undefined && isOn('onlyTopCall', own),
			withLog: own !== undefined && isOn('withLog', own),
		}
	},
}
