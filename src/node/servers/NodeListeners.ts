import { readFileSync } from 'node:fs'
import type { EthPowers } from '../../api/eth/powers/EthPowers.ts'
import { startGrpcServer } from '../../api/grpc/startGrpcServer.ts'
import type { RestHandler } from '../../api/rest/RestHandler.ts'
import { startRestServer } from '../../api/rest/startRestServer.ts'
import type { RpcHandler } from '../../api/rpc/RpcHandler.ts'
import { startRpcServer } from '../../api/rpc/startRpcServer.ts'
import { UserError } from '../../errors/UserError.ts'
import { allowedOrigins } from '../../serve/allowedOrigins.ts'
import type { Gate } from '../../serve/Gate.ts'
import { reachableHost } from '../../serve/isFromThisMachine.ts'
import type { RunningServer } from '../../serve/listen.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import type { Clock } from '../../util/Clock.ts'
import { Lock } from '../../util/Lock.ts'
import type { Log } from '../../util/Log.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { ListenerAddresses, ListenerName, MovedPorts } from '../../wire/AdminSchema.ts'
import { homePaths } from '../home/home.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { ServedChain } from '../ServedChain.ts'
import { endpointUpstream } from './endpointUpstream.ts'
import { readinessOf, readyWithin } from './health.ts'
import { openEth, openEvmMethods } from './openEth.ts'
import { type OpenListener, openListener } from './openListener.ts'

/** What the listeners serve. */
export interface ListenerParts {
	readonly chain: ServedChain
	readonly rpc: RpcHandler
	/** Handlers of the generation 9 REST server, in order. */
	readonly rest: readonly RestHandler[]
	/** Handlers of the generation 8 dialect, in order. */
	readonly legacy8: readonly RestHandler[]
	/** Health paths and heights that a client waits for, before JSON-RPC and calls. */
	readonly gate: Gate
	readonly clock: Clock
	readonly log: Log
	/** Records requests while it is on. */
	readonly journal: RequestJournal
	/** Admin methods of a developer chain with an EVM. */
	readonly ethPowers?: EthPowers | undefined
}

/** Addresses of open listeners. */
export interface Listening {
	readonly listeners: ListenerAddresses
	readonly moved: MovedPorts
}

/** Default ports of listeners that are switched on later. */
export const usualPorts: Readonly<Record<ListenerName, number>> = {
	rpc: 26_657,
	grpc: 9_090,
	rest: 1_317,
	legacy8: 1_316,
	endpoints: 8_545,
	eth: 8_546,
}

/** Opens and closes the servers of a node by name. Each can be switched while the node runs. */
export class NodeListeners {
	readonly #config: NodeConfig
	readonly #open: Readonly<Partial<Record<ListenerName, (host: string, port: number) => Promise<RunningServer>>>>
	readonly #log: Log
	readonly #servers = new Map<ListenerName, RunningServer>()
	/** Requested ports that open listeners did not get. */
	readonly #movedFrom = new Map<ListenerName, number>()
	/** One is switched at a time: the last call decides, whichever takes longer. */
	readonly #switching = new Lock()

	constructor(config: NodeConfig, parts: ListenerParts) {
		this.#config = config
		this.#log = parts.log
		this.#open = openers(config, parts)
	}

	/** Opens all configured listeners but another thread's. @throws {UserError} if an address the user named is taken. */
	async openAll(others: readonly ListenerName[] = []): Promise<void> {
		for (const name of Object.keys(this.#open) as ListenerName[]) {
			const listener = this.#config.listeners[name]
			if (listener?.on && !others.includes(name)) await this.#openOne(name, listener)
		}
	}

	/** Switches a listener on or off. @throws {UserError} if it cannot listen. */
	set(name: ListenerName, on: boolean): Promise<void> {
		return this.#switching.run(async () => {
			if (!on) {
				await this.#servers.get(name)?.close()
				this.#servers.delete(name)
			} else if (!this.#servers.has(name)) {
				const configured = this.#config.listeners[name]
				const port = usualPorts[name]
				await this.#openOne(name, configured?.on ? configured : { host: '127.0.0.1', port, asked: false })
			}
		})
	}

	/** URLs of the open listeners; gRPC as `host:port`. */
	get addresses(): Readonly<Partial<Record<ListenerName, string>>> {
		return Object.fromEntries(
			[...this.#servers].map(([name, { host, port, url }]) => {
				const shown = `${reachableHost(host)}:${port}`
				return [name, name === 'grpc' ? shown : (url ?? `http://${shown}`)]
			}),
		)
	}

	/** Listeners that use another port because the requested one was taken. */
	get moved(): MovedPorts {
		return Object.fromEntries(
			[...this.#servers].flatMap(([name, { port }]) => {
				const asked = this.#movedFrom.get(name)
				return asked === undefined ? [] : [[name, { asked, used: port }]]
			}),
		)
	}

	/** Addresses and moved ports. */
	get listening(): Listening {
		return { listeners: this.addresses, moved: this.moved }
	}

	async closeAll(): Promise<void> {
		await Promise.all([...this.#servers.values()].map((server) => server.close()))
		this.#servers.clear()
	}

	async #openOne(name: ListenerName, listener: OpenListener): Promise<void> {
		const open = this.#open[name]
		if (open === undefined) throw new UserError(`There is no listener ${name}.`)
		const { home } = this.#config
		const remembered = home === undefined ? undefined : readRememberedPorts(home)[name]
		const warn = (text: string): void => this.#log('warn', name, text)
		const { server, movedFrom } = await openListener(name, listener, open, warn, remembered)
		this.#servers.set(name, server)
		if (movedFrom === undefined) this.#movedFrom.delete(name)
		else {
			this.#movedFrom.set(name, movedFrom)
			if (home !== undefined && remembered !== server.port) rememberPort(home, name, server.port)
		}
		this.#log('info', name, `listening on ${server.host}:${server.port}`)
	}
}

function openers(
	config: NodeConfig,
	parts: ListenerParts,
): Partial<Record<ListenerName, (host: string, port: number) => Promise<RunningServer>>> {
	const { chain, rpc, clock, journal } = parts
	const { scheduler } = chain
	const origins = allowedOrigins(config.allowedOrigins ?? 'same-machine')
	const rest =
		(listener: 'rest' | 'legacy8', handlers: readonly RestHandler[]) =>
		(host: string, port: number): Promise<RunningServer> =>
			startRestServer({ host, port, handlers, clock, origins, scheduler, journal: { journal, listener } })
	return {
		rpc: (host, port) =>
			startRpcServer({ handler: rpc, host, port, clock, origins, gate: parts.gate, scheduler, journal }),
		grpc: async (host, port) => {
			const { backend } = chain
			const { prefix } = config.settings
			const { chainId } = chain.head()
			return startGrpcServer({ host, port, backend, chainId, prefix, gate: parts.gate, scheduler, journal })
		},
		...(chain.evm() === undefined ? {} : { eth: (host: string, port: number) => openEth(config, parts, host, port) }),
		rest: rest('rest', parts.rest),
		...(parts.legacy8.length === 0 ? {} : { legacy8: rest('legacy8', parts.legacy8) }),
		endpoints: async (host, port) => {
			// Imported here, because most of it waits for the first request.
			const { startEndpoints } = await import('../../endpoints/startEndpoints.ts')
			const { home, database } = config
			const methods = await openEvmMethods(config, parts)
			const { address, url, close } = await startEndpoints({
				...(methods === undefined ? {} : { methods }),
				listener: { host, port },
				manage: config.manage,
				gate: parts.gate,
				...(chain.engineRpc === undefined ? {} : { isFresh: () => isReady(config, parts) }),
				databaseUrl: database ?? `sqlite:${home === undefined ? ':memory:' : homePaths(home).endpoints}`,
				upstream: endpointUpstream(rpc, chain, config),
				home,
				log: parts.log,
				clock,
				eager: database !== undefined,
				scheduler,
				journal,
			})
			return { ...address, url, close }
		},
	}
}

async function isReady(config: NodeConfig, { chain, clock }: ListenerParts): Promise<boolean> {
	return (await readinessOf(chain.source.chain, clock, readyWithin(config, false))).status === 'ready'
}

/** Ports that listeners of a home use in place of taken ones, in `<home>/ports.json`. */
type RememberedPorts = { readonly [Name in ListenerName]?: number }

/** Ports the home's listeners moved to earlier, tried first so that addresses stay; empty if the file is unreadable. */
function readRememberedPorts(home: string): RememberedPorts {
	try {
		const ports = JSON.parse(readFileSync(homePaths(home).ports, 'utf8')) as Readonly<Record<string, unknown>>
		return Object.fromEntries(
			Object.entries(ports).filter(([, port]) => Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536),
		)
	} catch {
		return {}
	}
}

/** Stores the port that a listener moved to. @throws {UserError} if the home is not writable. */
function rememberPort(home: string, name: ListenerName, port: number): void {
	const ports = { ...readRememberedPorts(home), [name]: port }
	writeFileAtomic(homePaths(home).ports, `${JSON.stringify(ports)}\n`, { check: JSON.parse })
}
