import type { ChainEvent } from '../../chain/ChainEvent.ts'
import type { ChainSource } from '../../chain/ChainSource.ts'
import { QueryPanic } from '../../chain/faults.ts'
import { type JsonNode, parseJson } from '../../codec/goJson/parseJson.ts'
import { RawJson } from '../../codec/goJson/writeJson.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import type { NodeIdentity } from '../services/NodeIdentity.ts'
import type { AdminMethods, ExtraMethod } from './AdminMethods.ts'
import type { ArgList } from './args/ArgType.ts'
import { getArgs, postArgs } from './args/readArgs.ts'
import type { RpcJson } from './json/RpcJson.ts'
import { type ErrorReply, MethodPanic, rpcErrors } from './MethodFault.ts'
import { adminMethods } from './methods/adminMethods.ts'
import { blockMethods } from './methods/blockMethods.ts'
import { consensusMethods } from './methods/consensusMethods.ts'
import { infoMethods } from './methods/infoMethods.ts'
import { txMethods } from './methods/txMethods.ts'
import type { RpcMethod, TendermintMethod } from './RpcMethod.ts'

/** A reply without its envelope. `panic`: the whole request failed, see MethodPanic. */
export type RpcOutcome =
	| { readonly result: RpcJson; readonly panic?: never }
	| { readonly error: ErrorReply; readonly panic?: boolean }

/** Methods of a handler besides Tendermint's. */
export interface RpcHandlerOptions {
	readonly identity: NodeIdentity
	/** The admin namespace; absent is off. */
	readonly admin?: AdminMethods
	/** Further methods by name that only a developer's own tools may call. */
	readonly extra?: { readonly [name: string]: ExtraMethod }
	/** Further methods by name that anyone may call: they change nothing and take little time. */
	readonly open?: { readonly [name: string]: ExtraMethod }
}

/** Tendermint's JSON-RPC, independent of how requests come in. Nothing here throws: every fault is an outcome. */
export interface RpcHandler {
	/** Names and arguments, for the list of endpoints; `subscribe` and its like included. */
	readonly methods: ReadonlyMap<string, ArgList>
	/** Whether only a developer's own tools may call it: no web page. */
	isPrivileged(method: string): boolean
	/** A request with JSON parameters; undefined when it has none at all. */
	call(method: string, params: JsonNode | undefined): Promise<RpcOutcome>
	/** A request with the parameters of a URL, by name. */
	callUrl(method: string, parameters: ReadonlyMap<string, string>): Promise<RpcOutcome>
	/** Events of a query. Rejects with QueryError. */
	subscribe(query: string, listener: (event: ChainEvent) => void): Promise<() => void>
}

/** Methods that only a connection can answer. */
export const subscriptionMethods: ReadonlyMap<string, ArgList> = new Map([
	['subscribe', [['query', 'string']]],
	['unsubscribe', [['query', 'string']]],
	['unsubscribe_all', []],
])

/** Builds the handler over a chain. */
export function createRpcHandler(source: ChainSource, options: RpcHandlerOptions): RpcHandler {
	const tendermint: { readonly [M in TendermintMethod]: RpcMethod } = {
		...infoMethods,
		...blockMethods,
		...txMethods,
		...consensusMethods,
	}
	const methods = new Map<string, RpcMethod>(Object.entries(tendermint))
	const admin = options.admin === undefined ? {} : adminMethods(options.admin)
	const privileged = new Map<string, ExtraMethod>(Object.entries({ ...admin, ...options.extra }))
	const extra = new Map([...privileged, ...Object.entries(options.open ?? {})])
	const context = { ...source, identity: options.identity }
	const run = async (
		method: RpcMethod,
		read: () => Parameters<RpcMethod['run']>[0],
		from: string,
	): Promise<RpcOutcome> => {
		let args: Parameters<RpcMethod['run']>[0]
		try {
			args = read()
		} catch (fault) {
			return { error: rpcErrors.invalidParams(`error converting ${from} params to arguments: ${textOf(fault)}`) }
		}
		return outcomeOf(() => method.run(args, context))
	}
	return {
		methods: new Map([...[...methods].map(([name, { args }]) => [name, args] as const), ...subscriptionMethods]),
		isPrivileged: (method) => privileged.has(method),
		async call(name, params) {
			const method = methods.get(name)
			if (method === undefined) {
				const added = extra.get(name)
				if (added === undefined) return { error: rpcErrors.methodNotFound() }
				return outcomeOf(async () => resultJson(await added(plainParams(params))))
			}
			if (params !== undefined) return run(method, () => postArgs(method.args, params), 'json')
			if (method.args.length === 0) return outcomeOf(() => method.run({}, context))
			return { error: rpcErrors.internal('reflect: Call with too few input arguments'), panic: true }
		},
		async callUrl(name, parameters) {
			const method = methods.get(name)
			if (method === undefined) return { error: rpcErrors.methodNotFound() }
			return run(method, () => getArgs(method.args, parameters), 'http')
		},
		subscribe: (query, listener) => source.chain.subscribe(query, listener),
	}
}

async function outcomeOf(run: () => RpcJson | Promise<RpcJson>): Promise<RpcOutcome> {
	try {
		return { result: await run() }
	} catch (fault) {
		const panic = fault instanceof MethodPanic || fault instanceof QueryPanic
		return { error: rpcErrors.internal(textOf(fault)), panic }
	}
}

function textOf(fault: unknown): string {
	return fault instanceof UserError ? fault.text : thrownText(fault)
}

function plainParams(params: JsonNode | undefined): { readonly [name: string]: unknown } {
	if (params === undefined || params.kind === 'null') return {}
	if (params.kind === 'object') return JSON.parse(params.raw) as { readonly [name: string]: unknown }
	throw new UserError('The parameters of this method are the members of an object.')
}

function resultJson(value: unknown): RpcJson {
	return new RawJson(parseJson(JSON.stringify(value) ?? 'null'))
}
