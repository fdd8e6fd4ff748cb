import { EthFault, errorReply, ethCodes, resultReply } from '../../api/eth/rpc/EthFault.ts'
import { type EthCall, isLong } from '../../api/eth/rpc/EthMethod.ts'
import { type EthMethodSet, knownFault, unknownMethod } from '../../api/eth/rpc/EthMethodSet.ts'
import type { EthRequest } from '../../api/eth/rpc/readRequests.ts'
import { Caller } from '../../util/schedule/Caller.ts'
import type { Outcome, Usage } from '../metering/UsageBatch.ts'

/** A call that has been run: its reply and what is counted of it. */
export interface RanCall extends Usage {
	/** Reply as JSON; undefined for a notification. */
	readonly reply: string | undefined
}

/** What calls are run with. */
export interface CallPolicy {
	readonly methods: EthMethodSet
	readonly call: EthCall
	/** Longest time of a call, in milliseconds. */
	readonly timeoutMs: number
	/** Receives faults of this program. */
	fail(method: string, cause: unknown): void
}

type ValidRequest = Extract<EthRequest, { valid: true }>

/** Longest name of a method in an error text. */
const shownName = 100

/**
 * Runs one call; synchronously if its method needs nothing else. Never throws nor rejects.
 * @param whenLeft tells when its client has left, for a call that may take long
 */
export function runCall(
	request: EthRequest,
	policy: CallPolicy,
	whenLeft?: (left: () => void) => void,
): RanCall | Promise<RanCall> {
	if (!request.valid) {
		const reply = errorReply(request.id, new EthFault('Invalid Request', ethCodes.invalidRequest))
		return { reply, method: 'invalid', outcome: '4xx', micros: undefined, billed: false }
	}
	const from = performance.now()
	const { id, method, params } = request
	const { methods, call, timeoutMs } = policy
	const name = methods.methods.has(method) ? method : 'other'
	const failed = (cause: unknown): RanCall => {
		const known = knownFault(cause)
		if (known === undefined) policy.fail(method, cause)
		const fault = known ?? new EthFault('Internal error', ethCodes.internal)
		const isOurs = fault.code === ethCodes.internal || fault.code === ethCodes.unavailable
		return ran(request, name, isOurs ? '5xx' : '4xx', from, () => errorReply(id ?? 'null', fault))
	}
	const answered = (result: unknown): RanCall => ran(request, name, 'ok', from, () => resultReply(id ?? 'null', result))
	try {
		if (name === 'other') throw unknownMethod(method.slice(0, shownName))
		// What is refused for its time ends, and so does a call whose client has left: nobody takes its answer.
		const caller = isLong(methods.methods.get(method)?.cost) ? new Caller() : undefined
		const own = caller === undefined ? call : { ...call, asker: { bytes: params?.raw.length ?? 0, caller } }
		const result = methods.call(method, params, own)
		if (!(result instanceof Promise)) return answered(result)
		if (caller !== undefined) whenLeft?.(() => caller.leave())
		return withTimeout(result, timeoutMs, () => caller?.leave())
			.then(answered)
			.catch(failed)
	} catch (cause) {
		return failed(cause)
	}
}

function ran({ id }: ValidRequest, method: string, outcome: Outcome, from: number, reply: () => string): RanCall {
	return {
		reply: id === undefined ? undefined : reply(),
		method,
		outcome,
		micros: Math.max(1, Math.round((performance.now() - from) * 1_000)),
		billed: true,
	}
}

function withTimeout<Result>(work: Promise<Result>, ms: number, onTimeout: () => void): Promise<Result> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			reject(new EthFault('request timed out', ethCodes.unavailable))
			onTimeout()
		}, ms)
		work.then(resolve, reject).finally(() => clearTimeout(timer))
	})
}
