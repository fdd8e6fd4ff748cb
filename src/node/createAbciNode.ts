import { LockedApplication } from '../abci/LockedApplication.ts'
import { parseAbciAddress } from '../abciSocket/AbciAddress.ts'
import { startAbciServer } from '../abciSocket/startAbciServer.ts'
import { createQueryBackend } from '../api/services/createQueryBackend.ts'
import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { BaseApp } from '../app/BaseApp.ts'
import { SnapshotFolder } from '../app/snapshots/SnapshotFolder.ts'
import { StateSnapshots } from '../app/snapshots/StateSnapshots.ts'
import { evmChainIdOf } from '../codec/ChainSettings.ts'
import { prefixes, stateKey } from '../engine/store/keys.ts'
import { EngineClient } from '../engineRpc/EngineClient.ts'
import { GrpcStatusError } from '../errors/GrpcStatusError.ts'
import { BugError, UserError } from '../errors/UserError.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { openLevelDb } from '../store/kv/levelDb.ts'
import { type Clock, systemClock } from '../util/Clock.ts'
import type { Log } from '../util/Log.ts'
import { Scheduler } from '../util/schedule/Scheduler.ts'
import type { ListenerAddresses } from '../wire/AdminSchema.ts'
import { isHaltDue, retainHeight } from './afterCommit.ts'
import { homePaths, prepareHome } from './home/home.ts'
import { writeNetworkHome } from './home/networkHome.ts'
import { removeRunningNode, writeRunningNode } from './home/runningNode.ts'
import { openLogFile } from './logFile.ts'
import type { NetworkConfig } from './NodeConfig.ts'
import { openChainApp } from './openChainApp.ts'
import type { ServedChain } from './ServedChain.ts'
import { type Servers, serversHere } from './servers/ChainServers.ts'
import {
	awaitEngine,
	createEngineSource,
	engineHead,
	engineServersConfig,
	usualEngineUrl,
} from './servers/engineChain.ts'
import type { Listening } from './servers/NodeListeners.ts'
import { NodeMetrics, serveMetrics } from './servers/nodeMetrics.ts'
import { ServingThreads } from './threads/ServingThreads.ts'
import type { SignatureThread } from './threads/startSignatureThread.ts'

/** Options of an application for a real engine. */
export interface AbciNodeOptions {
	/** `tcp://HOST:PORT` or `unix://PATH`. */
	readonly address: string
	/** RPC of the engine, `http://127.0.0.1:26657`, which the requested servers need. */
	readonly engineUrl?: string | undefined
	readonly log: Log
	readonly clock?: Clock
	/** Verifies signatures ahead of their transactions' turn; closed with the node. */
	readonly signatures?: SignatureThread | undefined
	/** The bundled code of serving threads; without it this thread serves. */
	readonly servingUrl?: URL | undefined
	/** Called once if a block could not be written. Then close the node: a restart continues from its last block. */
	readonly onFailure: (cause: unknown) => void
	/** Called after the block with which the chain was to halt. The node must then be closed. */
	readonly onHalt?: () => void
}

/** The application alone, which a real engine drives. */
export interface AbciNode {
	/** Address for the engine: `tcp://127.0.0.1:26658`. */
	readonly address: string
	/** The last committed height. */
	readonly height: number
	/** Opens REST, gRPC and the other servers once the engine's RPC answers. Resolves with their addresses by name. */
	serve(signal: AbortSignal): Promise<Readonly<Record<string, string>>>
	close(): Promise<void>
}

/**
 * Opens a home's application and listens for a Tendermint or CometBFT 0.34, which makes the blocks. The light engine is
 * not involved.
 * @throws {UserError} if the home, the database or the address cannot be used.
 */
export async function createAbciNode(
	config: NetworkConfig & { readonly home: string },
	options: AbciNodeOptions,
): Promise<AbciNode> {
	const { clock = systemClock } = options
	const file = openLogFile(config.home)
	const log: Log = (level, source, message) => {
		options.log(level, source, message)
		file.log(level, source, message)
	}
	const address = parseAbciAddress(options.address)
	const evmChainId = config.evmChainId ?? evmChainIdOf(config.chainId)
	// Without the number the next start would not know that the chain has an EVM: it reads no genesis.
	prepareHome(evmChainId === undefined ? config : { ...config, evmChainId }, config.home)
	const served = engineServersConfig(config)
	const isServing = options.engineUrl !== undefined && Object.values(served.listeners).some(({ on }) => on)
	const servingUrl = isServing && config.threads > 1 ? options.servingUrl : undefined
	const db = await openLevelDb(homePaths(config.home).data, { shared: servingUrl !== undefined })
	const listening: { close(): Promise<void> }[] = []
	try {
		refuseLightChain(db)
		const { engineUrl } = options
		writeNetworkHome(config.home, engineUrl === undefined ? {} : { engineUrl })
		const announce = (chainId: string, addresses: Readonly<Record<string, string>>): void =>
			writeRunningNode(config.home, { pid: process.pid, chainId, ...addresses })
		const scheduler = new Scheduler()
		const late: { identity?: NodeIdentity } = {}
		const { app, evm, registry } = openChainApp(config, db.prefixed(prefixes.application), config.chainId, {
			source: () => source,
			identity: () => late.identity ?? engineUnknown(),
			signatures: options.signatures,
			scheduler,
		})
		const application = new LockedApplication<BaseApp>(() => app)
		const engineRpc = new EngineClient(engineUrl ?? usualEngineUrl)
		const source = createEngineSource(engineRpc, application, () => app)
		let servers: Servers | undefined
		let threads: ServingThreads | undefined
		const snapshots = new StateSnapshots({
			store: app.store,
			folder: new SnapshotFolder(homePaths(config.home).snapshots),
			interval: config.snapshotInterval,
			keep: config.snapshotKeep,
			onRestored: () => {
				app.discardBlock()
				threads?.block(app.info().lastBlockHeight)
			},
			log,
		})
		const closing = new AbortController()
		const { chain, pool } = source
		const listeners = (): ListenerAddresses => servers?.listening.listeners ?? {}
		const metrics = new NodeMetrics({ chain, pool, home: config.home, listeners, clock })
		const exporter = await serveMetrics(config.metrics, metrics)
		if (exporter !== undefined) listening.push(exporter)
		const server = await startAbciServer({
			timed: metrics.timed,
			address,
			application,
			snapshots,
			committed: (height) => {
				threads?.block(height)
				snapshots.committed(height)
				if (isHaltDue(config, app)) halt()
				return retainHeight(height, config, Number(app.consensusParams.evidence?.maxAgeNumBlocks ?? 0))
			},
			...(options.signatures === undefined ? {} : { verifyAhead: (txs) => app.verifyAhead(txs) }),
			log,
			onFailure: options.onFailure,
		})
		listening.push(server)
		function halt(): void {
			log('info', 'abci', `halted after block ${app.lastHeader.height}, as asked by --halt-height or --halt-time`)
			// The engine gets its reply, and no block after it.
			void server.close()
			options.onHalt?.()
		}
		log('info', 'abci', `listening on ${server.address}, at height ${app.info().lastBlockHeight}`)
		announce(config.chainId, {})
		return {
			address: server.address,
			get height() {
				return app.info().lastBlockHeight
			},
			async serve(asked) {
				const signal = AbortSignal.any([asked, closing.signal])
				if (served.listeners.eth?.on && evm === undefined) throw noEvm()
				const identity = await awaitEngine(engineRpc, { clock, log, signal })
				const { chainId } = await chain.status()
				signal.throwIfAborted()
				late.identity = identity
				const onListening = ({ listeners }: Listening): void => announce(chainId, { rpc: engineRpc.url, ...listeners })
				const seen: ServedChain = {
					...{ source, registry, identity, engineRpc, scheduler },
					app: () => app,
					evm: () => evm,
					backend: createQueryBackend(application, () => app),
					head: () => engineHead(chainId, app),
				}
				const parts = { powers: {}, clock, onListening }
				threads =
					servingUrl && new ServingThreads({ config: served, url: servingUrl, log, onFailure: options.onFailure })
				servers = threads?.serve(seen, parts) ?? serversHere(served, seen, { ...parts, history: noHistory, log })
				await servers.open()
				onListening(servers.listening)
				return { ...servers.listening.listeners, ...(exporter === undefined ? {} : { metrics: exporter.url }) }
			},
			async close() {
				closing.abort()
				removeRunningNode(config.home)
				await servers?.close()
				await exporter?.close()
				await server.close()
				await snapshots.close()
				options.signatures?.close()
				await db.close()
				file.close()
			},
		}
	} catch (error) {
		for (const one of listening) await one.close()
		await db.close()
		file.close()
		throw error
	}
}

async function noHistory(): Promise<never> {
	throw new BugError('the RPC of an engine has no history')
}

function engineUnknown(): never {
	// Of what a query may throw, only this reaches the client with its text.
	throw new GrpcStatusError(
		'Unavailable',
		'the engine of this application is not known yet: start `chain-tui abci` with --engine URL, and wait until it answers',
	)
}

function noEvm(): UserError {
	return new UserError('This chain has no EVM.', {
		why: 'Neither the chain id of this home nor --evm-chain-id gives it a number.',
		next: 'Leave --eth out, or start the application of a chain with an EVM, such as one of `testnet init --chain-id chain_2222-1`.',
	})
}

/** A home with blocks of the light engine is refused, because a real engine has its own chain. */
function refuseLightChain(db: KvDatabase): void {
	if (db.prefixed(prefixes.engine).get(stateKey) === undefined) return
	throw new UserError('This home holds a chain that chain-tui makes blocks of by itself.', {
		why: 'A real engine begins a chain of its own, whose blocks this application would not know.',
		next: 'Choose another folder with --home. To go on with the state of this chain, `chain-tui export` writes a genesis for the engine.',
	})
}
