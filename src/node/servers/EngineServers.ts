import { setTimeout as wait } from 'node:timers/promises'
import type { QueryApplication } from '../../abci/Application.ts'
import { startGrpcServer } from '../../api/grpc/startGrpcServer.ts'
import { createLegacyHandler8 } from '../../api/legacy/generation8/createLegacyHandler8.ts'
import { createLegacyHandler9 } from '../../api/legacy/generation9/createLegacyHandler9.ts'
import { createGatewayHandler } from '../../api/rest/createGatewayHandler.ts'
import type { RestHandler } from '../../api/rest/RestHandler.ts'
import { startRestServer } from '../../api/rest/startRestServer.ts'
import { createQueryBackend } from '../../api/services/createQueryBackend.ts'
import type { NodeIdentity } from '../../api/services/NodeIdentity.ts'
import type { BaseApp } from '../../app/BaseApp.ts'
import type { ChainReader } from '../../chain/ChainReader.ts'
import type { ChainSource } from '../../chain/ChainSource.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { createEngineReader } from '../../engineRpc/createEngineReader.ts'
import { createEngineTxPool } from '../../engineRpc/createEngineTxPool.ts'
import { EngineClient } from '../../engineRpc/EngineClient.ts'
import { UserError } from '../../errors/UserError.ts'
import type { EvmKeeper } from '../../modules/evm/index.ts'
import { allowedOrigins } from '../../serve/allowedOrigins.ts'
import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import { homePaths } from '../home/home.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { engineIdentity } from '../nodeIdentity.ts'
import { engineUpstream } from './endpointUpstream.ts'
import { createGate, gateHandler, readinessOf, readyWithin } from './health.ts'
import { openEth, openEvmMethods } from './openEth.ts'
import { type OpenServer, openListener } from './openListener.ts'

/** Servers that a real engine does not have itself. */
const names = ['rest', 'legacy8', 'grpc', 'eth', 'endpoints'] as const
type ServerName = (typeof names)[number]

/** Time an engine may take to start before its silence is told, in milliseconds. */
const startMs = 5_000

/** Dependencies of the servers. */
export interface EngineServersParts {
	readonly source: ChainSource
	readonly app: BaseApp
	/** Absent for a chain without an EVM. */
	readonly evm: EvmKeeper | undefined
	readonly registry: Registry
	readonly engineUrl: string | undefined
	readonly clock: Clock
	readonly log: Log
}

/** REST of both dialects, gRPC, the EVM's JSON-RPC and the private endpoints beside an application that a real engine drives. */
export class EngineServers {
	readonly #config: NodeConfig
	readonly #parts: EngineServersParts
	readonly #client: EngineClient
	readonly #open: OpenServer[] = []

	constructor(config: NodeConfig, parts: EngineServersParts) {
		this.#config = config
		this.#parts = parts
		this.#client = new EngineClient(parts.engineUrl ?? usualEngineUrl)
	}

	/**
	 * Waits for the engine's RPC, which answers once the engine has connected to the application, then opens the
	 * requested servers. Resolves with their URLs by name (gRPC as `host:port`).
	 */
	async open(signal: AbortSignal): Promise<{
		readonly identity: NodeIdentity
		readonly chainId: string
		readonly addresses: Readonly<Record<string, string>>
	}> {
		const identity = await this.#engine(signal)
		const { chainId } = await this.#parts.source.chain.status()
		const openers = this.#openers(identity, chainId)
		const addresses: Record<string, string> = {}
		for (const name of names) {
			const listener = this.#config.listeners[name]
			if (!listener?.on || !(listener.asked || listener.kept)) continue
			if (name === 'eth' && this.#parts.evm === undefined) throw noEvm()
			const { server } = await openListener(name, { ...listener, asked: true }, openers[name], (text) =>
				this.#parts.log('warn', name, text),
			)
			this.#open.push(server)
			const shown = server.host.includes(':') ? `[${server.host}]` : server.host
			addresses[name] = `${name === 'grpc' ? '' : 'http://'}${shown}:${server.port}`
			this.#parts.log('info', name, `listening on ${shown}:${server.port}`)
		}
		return { identity, chainId, addresses }
	}

	/** Closes all that are open. */
	async close(): Promise<void> {
		await Promise.all(this.#open.splice(0).map((server) => server.close()))
	}

	async #engine(signal: AbortSignal): Promise<NodeIdentity> {
		const { clock, log } = this.#parts
		const from = clock.now()
		for (let told = false; ; ) {
			try {
				return await engineIdentity(this.#client)
			} catch (cause) {
				if (!(cause instanceof UserError)) throw cause
				// An engine needs a moment to start. After that the address may be wrong, and nobody would see why nothing opens.
				if (!told && clock.now() - from > startMs) {
					told = true
					const why = cause.why === '' ? '' : ` (${cause.why})`
					log('warn', 'engine', `${cause.message}${why} ${cause.next} The servers open once it answers.`)
				}
				await wait(200, undefined, { signal })
			}
		}
	}

	#openers(
		identity: NodeIdentity,
		chainId: string,
	): Readonly<Record<ServerName, (host: string, port: number) => Promise<OpenServer>>> {
		const { app, evm, registry, clock, log } = this.#parts
		const source = committedSource(this.#parts.source, app)
		const { settings, home, database } = this.#config
		const backend = createQueryBackend(source.application, () => app)
		const legacy = { ...source, registry, settings, identity }
		const readiness = () => readinessOf(source.chain, clock, readyWithin(this.#config, false))
		const gate = createGate(readiness)
		const health = gateHandler(gate)
		const eth = { chain: { source, backend, evm: () => evm }, clock, gate }
		const rest = (handlers: readonly RestHandler[]) => async (host: string, port: number) => ({
			host,
			...(await startRestServer({
				host,
				port,
				handlers,
				clock,
				origins: allowedOrigins(this.#config.allowedOrigins ?? 'same-machine'),
			})),
		})
		return {
			rest: rest([
				health,
				createLegacyHandler9(legacy),
				createGatewayHandler({ ...source, services: backend.queryServices, registry }),
			]),
			legacy8: rest([health, createLegacyHandler8(legacy)]),
			grpc: async (host, port) => {
				const { prefix } = settings
				return { host, ...(await startGrpcServer({ host, port, backend, chainId, prefix, gate })) }
			},
			eth: (host, port) => openEth(this.#config, eth, host, port),
			endpoints: async (host, port) => {
				const methods = await openEvmMethods(this.#config, eth)
				const { startEndpoints } = await import('../../endpoints/startEndpoints.ts')
				const { address, close } = await startEndpoints({
					...(methods === undefined ? {} : { methods }),
					listener: { host, port },
					gate,
					isFresh: async () => (await readiness()).status === 'ready',
					databaseUrl: database ?? `sqlite:${home === undefined ? ':memory:' : homePaths(home).endpoints}`,
					upstream: engineUpstream(this.#client, app, this.#config),
					home,
					log,
					clock,
					eager: database !== undefined,
				})
				return { ...address, close }
			},
		}
	}
}

/**
 * The same chain at heights that the application has committed. An engine tells of a block a moment before it has the
 * application commit it, and its state cannot be read until then.
 */
function committedSource(source: ChainSource, app: BaseApp): ChainSource {
	const chain: ChainReader = {
		...source.chain,
		async status() {
			const status = await source.chain.status()
			return { ...status, height: Math.min(status.height, app.info().lastBlockHeight) }
		},
	}
	return { ...source, chain }
}

function noEvm(): UserError {
	return new UserError('This chain has no EVM.', {
		why: 'Neither the chain id of this home nor --evm-chain-id gives it a number.',
		next: 'Leave --eth out, or start the application of a chain with an EVM, such as one of `testnet init --chain-id chain_2222-1`.',
	})
}

/** Default RPC address of engines. */
export const usualEngineUrl = 'http://127.0.0.1:26657'

/** A chain that a real engine runs: blocks and mempool over its RPC, application state in this process. */
export function createEngineSource(url: string | undefined, application: QueryApplication): ChainSource {
	const client = new EngineClient(url ?? usualEngineUrl)
	return { chain: createEngineReader(client), pool: createEngineTxPool(client), application }
}
