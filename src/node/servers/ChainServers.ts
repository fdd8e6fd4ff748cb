import type { MessagePort } from 'node:worker_threads'
import { createLegacyHandler8 } from '../../api/legacy/generation8/createLegacyHandler8.ts'
import { createLegacyHandler9 } from '../../api/legacy/generation9/createLegacyHandler9.ts'
import { createGatewayHandler } from '../../api/rest/createGatewayHandler.ts'
import type { RestHandler } from '../../api/rest/RestHandler.ts'
import type { ExtraMethod, ServedMethods } from '../../api/rpc/AdminMethods.ts'
import { createRpcHandler, type RpcHandler } from '../../api/rpc/RpcHandler.ts'
import { serveRpcOverPort } from '../../api/rpc/serveRpcOverPort.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import { utf8 } from '../../util/bytes.ts'
import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import type { AdminSchema, ListenerName } from '../../wire/AdminSchema.ts'
import type { ReplyOf } from '../../wire/NodeSchema.ts'
import type { RequestsSchema } from '../../wire/RequestsSchema.ts'
import type { SummarySchema } from '../../wire/SummarySchema.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { ServedChain } from '../ServedChain.ts'
import { chainSummaries } from './chainSummaries.ts'
import { createGate, gateHandler, readinessOf, readyWithin } from './health.ts'
import { type ListenerParts, type Listening, NodeListeners, usualPorts } from './NodeListeners.ts'
import { requestMethods } from './requestMethods.ts'
import { traceGas } from './traceGas.ts'

/** Dependencies of a node's servers besides the chain. */
export interface ChainServersParts {
	/** The admin methods by name, whichever thread runs them. */
	readonly powers: { readonly [name: string]: ExtraMethod }
	/** Measurements of the node, from the thread that makes the blocks. */
	readonly history: ServedMethods<SummarySchema>['chain_history']
	readonly ethPowers?: ListenerParts['ethPowers']
	readonly clock: Clock
	readonly log: Log
	/** Called after a listener was switched. */
	readonly onListening: (listening: Listening) => void
	/** Listeners of another thread: their addresses, and how to switch them. */
	readonly others?: {
		listening(): Listening
		/** Undefined for a listener of this thread. */
		set(name: ListenerName, on: boolean): Promise<void> | undefined
		/** Whether they note requests, which `RequestJournal.adopt` then gets. */
		record(on: boolean): Promise<void>
	}
}

/** All servers of a node, over a chain of this thread or of another. */
export class ChainServers {
	/** JSON-RPC with all admin methods, for the app in the same process. */
	readonly rpc: RpcHandler
	readonly listeners: NodeListeners
	/** Requests of the clients; recorded from the start for the app of the same process. */
	readonly journal = new RequestJournal()
	readonly #others: ChainServersParts['others']

	constructor(config: NodeConfig, chain: ServedChain, parts: ChainServersParts) {
		const { source, identity, registry, backend } = chain
		this.#others = parts.others
		const { admin_actAs: actAs } = parts.powers
		const legacy = {
			...source,
			registry,
			settings: config.settings,
			identity,
			...(actAs && { acting: async () => ((await actAs({})) as ReplyOf<'admin_actAs'>).addresses }),
		}
		const gate = createGate(() =>
			readinessOf(source.chain, parts.clock, readyWithin(config, chain.engineRpc === undefined)),
		)
		const health = gateHandler(gate)
		const rest: readonly RestHandler[] = [
			health,
			createLegacyHandler9(legacy),
			createGatewayHandler({ ...source, services: backend.queryServices, registry }),
		]
		const legacy8: readonly RestHandler[] = [health, createLegacyHandler8(legacy)]
		const { journal } = this
		const record = async (on: boolean): Promise<void> => {
			journal.set(on)
			await parts.others?.record(on)
		}
		if (config.inApp === true)
			void record(true).catch((cause: unknown) => parts.log('warn', 'requests', thrownText(cause)))
		const own: Pick<ServedMethods<AdminSchema>, 'admin_setListener' | 'rest_request'> & ServedMethods<RequestsSchema> =
			{
				...requestMethods(journal, record, () => this.listening.listeners),
				admin_setListener: async ({ name, on }) => {
					const known = listenerName(name)
					await (this.#others?.set(known, on === true) ?? this.listeners.set(known, on === true))
					parts.onListening(this.listening)
					return this.listening.listeners
				},
				rest_request: async ({ generation, method, path, body }) =>
					restRequest(generation === 8 ? legacy8 : rest, {
						method: String(method ?? 'GET'),
						path: String(path),
						...(body === undefined ? {} : { body: String(body) }),
					}),
			}
		const open: ServedMethods<SummarySchema> = {
			...chainSummaries(source.chain, registry),
			chain_history: parts.history,
			chain_traceGas: async ({ hash }) => traceGas(source.chain, chain.app(), String(hash)),
		}
		this.rpc = createRpcHandler(source, { identity, extra: { ...parts.powers, ...own }, open })
		this.listeners = new NodeListeners(config, {
			chain,
			rpc: config.admin ? this.rpc : createRpcHandler(source, { identity, open }),
			rest,
			legacy8,
			gate,
			clock: parts.clock,
			log: parts.log,
			journal,
			ethPowers: parts.ethPowers,
		})
	}

	/** Current addresses of the listeners. */
	get listening(): Listening {
		const { listeners, moved } = this.listeners.listening
		const others = this.#others?.listening()
		return { listeners: { ...others?.listeners, ...listeners }, moved: { ...others?.moved, ...moved } }
	}
}

/** The servers of a node, in this thread or in others. */
export interface Servers {
	/** Absent where other threads serve. */
	readonly rpc?: RpcHandler
	readonly listening: Listening
	open(): Promise<void>
	serveApp(port: MessagePort): void
	close(): Promise<void>
}

/** Prepares the servers in this thread. */
export function serversHere(config: NodeConfig, chain: ServedChain, parts: ChainServersParts): Servers {
	const { rpc, listeners } = new ChainServers(config, chain, parts)
	const ends: (() => void)[] = []
	return {
		rpc,
		get listening() {
			return listeners.listening
		},
		open: () => listeners.openAll(),
		serveApp(port) {
			const stop = serveRpcOverPort(port, rpc)
			ends.push(() => {
				stop()
				port.close()
			})
		},
		async close() {
			for (const end of ends.splice(0)) end()
			await listeners.closeAll()
		},
	}
}

function listenerName(name: unknown): ListenerName {
	const known = Object.keys(usualPorts) as ListenerName[]
	const found = known.find((other) => other === name)
	if (found !== undefined) return found
	throw new UserError(`There is no listener ${String(name)}.`, {
		next: 'Use rpc, grpc, rest, legacy8, endpoints or eth.',
	})
}

/** A request to REST handlers without a socket. */
interface InnerRestRequest {
	readonly method: string
	/** Includes the query. */
	readonly path: string
	readonly body?: string
}

/** Calls REST handlers in the same process, so that the app can use them while the listener is off. */
async function restRequest(
	handlers: readonly RestHandler[],
	{ method, path, body }: InnerRestRequest,
): Promise<{ readonly status: number; readonly body: string }> {
	const url = new URL(path, 'http://localhost')
	let answer = { status: 404, body: '' }
	for (const handler of handlers) {
		const done = await handler(
			{
				method,
				path: decodeURIComponent(url.pathname),
				rawQuery: url.search.slice(1),
				headers: {},
				body: async () => utf8(body ?? ''),
			},
			{
				send: (status, _headers, sent) => {
					answer = { status, body: typeof sent === 'string' ? sent : new TextDecoder().decode(sent) }
				},
			},
		)
		if (done) return answer
	}
	return answer
}
