import type { Json } from '../../../app/AppModule.ts'
import { hexOf, type TraceFrame } from './TraceRecorder.ts'

/** A call and those under it as the callTracer of go-ethereum v1.10.16 writes them. */
export function callTree(frame: TraceFrame): Json {
	return frameJson(frame, true)
}

/** Only the outermost call has the revert reason. */
function frameJson(frame: TraceFrame, outermost: boolean): Json {
	const failed = frame.error !== ''
	const says = outermost && frame.error === 'execution reverted' && frame.output.length > 0
	return {
		type: frame.type,
		from: hexOf(frame.from),
		...(frame.to === undefined ? {} : { to: hexOf(frame.to) }),
		...(frame.value === undefined ? {} : { value: quantity(frame.value) }),
		gas: quantity(frame.gas),
		gasUsed: quantity(frame.gasUsed),
		input: hexOf(frame.input),
		...(!failed || says ? { output: hexOf(frame.output) } : {}),
		...(failed ? { error: frame.error } : {}),
		...(frame.calls.length === 0 ? {} : { calls: frame.calls.map((call) => frameJson(call, false)) }),
	}
}

function quantity(value: bigint): string {
	return `0x${value.toString(16)}`
}
