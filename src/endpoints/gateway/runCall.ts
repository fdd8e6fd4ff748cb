import { errorReply, type ParsedCall } from '../jsonrpc/parseCalls.ts'
import { RpcFault, rpcCodes } from '../jsonrpc/RpcFault.ts'
import type { Outcome, Usage } from '../metering/Usage.ts'
import type { EthMethod, MethodContext } from '../methods/EthMethod.ts'

/** A call that has been run: its reply and what is counted of it. */
export interface RanCall extends Usage {
	/** Reply as JSON; undefined for a notification. */
	readonly reply: string | undefined
}

type ValidCall = Extract<ParsedCall, { valid: true }>

/**
 * Runs one call; synchronously if its method needs nothing else. Never throws nor rejects. `fail` receives faults of
 * this program.
 */
export function runCall(
	call: ParsedCall,
	methods: ReadonlyMap<string, EthMethod>,
	context: MethodContext,
	fail: (method: string, cause: unknown) => void,
): RanCall | Promise<RanCall> {
	if (!call.valid) {
		const reply = errorReply(call.id, rpcCodes.invalidRequest, call.error)
		return { reply, method: 'invalid', outcome: '4xx', micros: undefined, billed: false }
	}
	const from = performance.now()
	const method = methods.get(call.method)
	const failed = (cause: unknown): RanCall => {
		const fault = cause instanceof RpcFault ? cause : undefined
		if (fault === undefined) fail(call.method, cause)
		const code = fault?.code ?? rpcCodes.internal
		const server = code === rpcCodes.internal || code === rpcCodes.unavailable
		const reply = () => errorReply(call.id ?? 'null', code, fault?.message ?? 'Internal error', fault?.data)
		return ran(call, method, server ? '5xx' : '4xx', from, reply)
	}
	try {
		const result = invoke(call.method, method, call.params, context)
		if (!(result instanceof Promise)) return answered(call, method, result, from)
		const inTime = withTimeout(result, context.config.limits.callTimeoutMs)
		return inTime.then((value) => answered(call, method, value, from)).catch(failed)
	} catch (cause) {
		return failed(cause)
	}
}

function answered(call: ValidCall, method: EthMethod | undefined, result: unknown, from: number): RanCall {
	return ran(call, method, 'ok', from, () => `{"jsonrpc":"2.0","id":${call.id},"result":${JSON.stringify(result)}}`)
}

function ran(
	call: ValidCall,
	method: EthMethod | undefined,
	outcome: Outcome,
	from: number,
	reply: () => string,
): RanCall {
	return {
		reply: call.id === undefined ? undefined : reply(),
		method: method?.name ?? 'other',
		outcome,
		micros: Math.max(1, Math.round((performance.now() - from) * 1_000)),
		billed: true,
	}
}

function invoke(name: string, method: EthMethod | undefined, params: unknown, context: MethodContext): unknown {
	if (method === undefined) {
		throw new RpcFault(rpcCodes.methodNotFound, `the method ${name.slice(0, 100)} does not exist/is not available`)
	}
	if (!Array.isArray(params)) throw new RpcFault(rpcCodes.invalidParams, 'non-array args')
	const { min, max } = method.params
	if (params.length > max) throw new RpcFault(rpcCodes.invalidParams, `too many arguments, want at most ${max}`)
	for (let index = 0; index < min; index++) {
		if (params[index] === undefined || params[index] === null) {
			throw new RpcFault(rpcCodes.invalidParams, `missing value for required argument ${index}`)
		}
	}
	return method.run(params, context)
}

function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new RpcFault(rpcCodes.unavailable, 'request timed out')), ms)
		work.then(resolve, reject).finally(() => clearTimeout(timer))
	})
}
