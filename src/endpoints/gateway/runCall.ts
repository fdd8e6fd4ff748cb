import { errorReply, type ParsedCall } from '../jsonrpc/parseCalls.ts'
import { RpcFault, rpcCodes } from '../jsonrpc/RpcFault.ts'
import type { Outcome } from '../metering/Usage.ts'
import type { EthMethod, MethodContext } from '../methods/EthMethod.ts'

/** A call that has been run: its reply and what statistics keep of it. */
export interface RanCall {
	/** Reply as JSON; undefined for a notification. */
	readonly reply: string | undefined
	readonly method: string
	readonly outcome: Outcome
	/** Microseconds. */
	readonly micros: number
	/** Whether it was a call at all, and so a relay. */
	readonly billed: boolean
}

/** Runs one call to its reply. Never rejects. `fail` hears of faults of our own. */
export async function runCall(
	call: ParsedCall,
	methods: ReadonlyMap<string, EthMethod>,
	context: MethodContext,
	fail: (method: string, cause: unknown) => void,
): Promise<RanCall> {
	if (!call.valid) {
		const reply = errorReply(call.id, rpcCodes.invalidRequest, call.error)
		return { reply, method: 'invalid', outcome: '4xx', micros: 0, billed: false }
	}
	const from = performance.now()
	const method = methods.get(call.method)
	const done = (outcome: Outcome, reply: () => string): RanCall => ({
		reply: call.id === undefined ? undefined : reply(),
		method: method?.name ?? 'other',
		outcome,
		micros: Math.max(1, Math.round((performance.now() - from) * 1_000)),
		billed: true,
	})
	try {
		const result = await withTimeout(
			invoke(call.method, method, call.params, context),
			context.config.limits.callTimeoutMs,
		)
		return done('ok', () => `{"jsonrpc":"2.0","id":${call.id},"result":${JSON.stringify(result)}}`)
	} catch (cause) {
		const fault = cause instanceof RpcFault ? cause : undefined
		if (fault === undefined) fail(call.method, cause)
		const code = fault?.code ?? rpcCodes.internal
		const server = code === rpcCodes.internal || code === rpcCodes.unavailable
		return done(server ? '5xx' : '4xx', () =>
			errorReply(call.id ?? 'null', code, fault?.message ?? 'Internal error', fault?.data),
		)
	}
}

async function invoke(
	name: string,
	method: EthMethod | undefined,
	params: unknown,
	context: MethodContext,
): Promise<unknown> {
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
