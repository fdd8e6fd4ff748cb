import type { Json } from '../../../app/AppModule.ts'
import { revertOrPanicReason } from '../queries/revertReason.ts'
import { hexOf, type TraceFrame } from './TraceRecorder.ts'

/** What the outermost call costs as a transaction, beside what its code does. */
export interface CallCost {
	/** The gas limit of the transaction. */
	readonly gas: bigint
	/** As in its receipt. */
	readonly gasUsed: bigint
}

type Members = { readonly [member: string]: Json }
type MoreMembers = (frame: TraceFrame) => Members

const reverted = 'execution reverted'

/** A call and those under it as the callTracer of go-ethereum v1.10.16 writes them: gas is what the code gets and uses. */
export function callTree(frame: TraceFrame): Json {
	return oldFrameJson(frame, true)
}

/**
 * A call and those under it as geth's callTracer writes them today (go-ethereum v1.16 eth/tracers/native/call.go): the
 * outermost call has the gas of the transaction, each reverted call its reason, and the logs of failed calls are left out.
 *
 * @param more Members that each call has besides.
 */
export function todaysCallTree(frame: TraceFrame, cost: CallCost, more: MoreMembers = () => ({})): Json {
	return {
		...frameJson(frame, { isUndone: false, value: undefined }, more),
		gas: quantity(cost.gas),
		gasUsed: quantity(cost.gasUsed),
	}
}

/** Only the outermost call has the revert reason. */
function oldFrameJson(frame: TraceFrame, outermost: boolean): Json {
	const failed = frame.error !== ''
	const says = outermost && frame.error === reverted && frame.output.length > 0
	return {
		...callJson(frame),
		...(!failed || says ? { output: hexOf(frame.output) } : {}),
		...(failed ? { error: frame.error } : {}),
		...(frame.calls.length === 0 ? {} : { calls: frame.calls.map((call) => oldFrameJson(call, false)) }),
	}
}

/** @param above Whether a call above failed, and the value that it came with, which a DELEGATECALL keeps. */
function frameJson(
	frame: TraceFrame,
	above: { readonly isUndone: boolean; readonly value: bigint | undefined },
	more: MoreMembers,
): Members {
	const failed = frame.error !== ''
	const value = frame.type === 'DELEGATECALL' ? above.value : frame.value
	const isUndone = failed || above.isUndone
	const says = !failed || frame.error === reverted
	const reason = frame.error === reverted ? revertOrPanicReason(frame.output) : undefined
	const logs = isUndone ? [] : frame.logs
	return {
		...callJson({ ...frame, value }),
		...(says && frame.output.length > 0 ? { output: hexOf(frame.output) } : {}),
		...(failed ? { error: frame.error } : {}),
		...(reason === undefined ? {} : { revertReason: reason }),
		...(frame.calls.length === 0
			? {}
			: { calls: frame.calls.map((call) => frameJson(call, { isUndone, value }, more)) }),
		...(logs.length === 0
			? {}
			: {
					logs: logs.map(({ address, topics, data, position }) => ({
						address: hexOf(address),
						topics: topics.map(hexOf),
						data: hexOf(data),
						position: quantity(BigInt(position)),
					})),
				}),
		...more(frame),
	}
}

function callJson(frame: TraceFrame): Members {
	return {
		type: frame.type,
		from: hexOf(frame.from),
		...(frame.to === undefined ? {} : { to: hexOf(frame.to) }),
		...(frame.value === undefined ? {} : { value: quantity(frame.value) }),
		gas: quantity(frame.gas),
		gasUsed: quantity(frame.gasUsed),
		input: hexOf(frame.input),
	}
}

function quantity(value: bigint): string {
	return `0x${value.toString(16)}`
}
