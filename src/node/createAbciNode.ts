import { LockedApplication } from '../abci/LockedApplication.ts'
import { parseAbciAddress } from '../abciSocket/AbciAddress.ts'
import { startAbciServer } from '../abciSocket/startAbciServer.ts'
import { createInterfaceService } from '../api/services/createInterfaceService.ts'
import { createTendermintService } from '../api/services/createTendermintService.ts'
import { createTxService } from '../api/services/createTxService.ts'
import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { BaseApp } from '../app/BaseApp.ts'
import { SnapshotFolder } from '../app/snapshots/SnapshotFolder.ts'
import { StateSnapshots } from '../app/snapshots/StateSnapshots.ts'
import type { ChainSource } from '../chain/ChainSource.ts'
import { evmChainIdOf } from '../codec/ChainSettings.ts'
import { createRegistry } from '../codec/registry/createRegistry.ts'
import { prefixes, stateKey } from '../engine/store/keys.ts'
import { GrpcStatusError } from '../errors/GrpcStatusError.ts'
import { UserError } from '../errors/UserError.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { openLevelDb } from '../store/kv/levelDb.ts'
import { type Clock, systemClock } from '../util/Clock.ts'
import type { Log } from '../util/Log.ts'
import { isHaltDue, retainHeight } from './afterCommit.ts'
import { createChainApp } from './createApp.ts'
import { homePaths, prepareHome } from './home/home.ts'
import { writeNetworkHome } from './home/networkHome.ts'
import { removeRunningNode, writeRunningNode } from './home/runningNode.ts'
import { openLogFile } from './logFile.ts'
import type { NodeConfig } from './NodeConfig.ts'
import { createEngineSource, EngineServers, usualEngineUrl } from './servers/EngineServers.ts'
import { NodeMetrics, serveMetrics } from './servers/nodeMetrics.ts'

import type { SignatureThread } from './threads/startSignatureThread.ts'
import { programVersion } from './version.ts'

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
	/**
	 * Called once if a block could not be written. The node must then be closed; a restart continues from its last block.
	 */
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
 *
 * @throws {UserError} if the home, the database or the address cannot be used.
 */
export async function createAbciNode(
	config: NodeConfig & { readonly home: string },
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
	const db = await openLevelDb(homePaths(config.home).data)
	try {
		refuseLightChain(db)
		const { engineUrl } = options
		writeNetworkHome(config.home, engineUrl === undefined ? {} : { engineUrl })
		const announce = (chainId: string, addresses: Readonly<Record<string, string>>): void =>
			writeRunningNode(config.home, { pid: process.pid, chainId, ...addresses })
		const registry = createRegistry({ evm: evmChainId !== undefined })
		const { app, evm } = createChainApp({
			db: db.prefixed(prefixes.application),
			settings: config.settings,
			minGasPrices: config.minimumGasPrices,
			pruning: config.pruning,
			name: 'chain-tui',
			version: programVersion,
			registry,
			evmChainId,
			signatures: options.signatures,
		})
		const application = new LockedApplication<BaseApp>(() => app)
		const late: { identity?: NodeIdentity } = {}
		const source = createEngineSource(options.engineUrl, application)
		mountServices(app, source, config, () => late.identity)
		const snapshots = new StateSnapshots({
			store: app.store,
			folder: new SnapshotFolder(homePaths(config.home).snapshots),
			interval: config.snapshotInterval ?? 0,
			keep: config.snapshotKeep ?? 2,
			onRestored: () => app.discardBlock(),
			log,
		})
		let addresses: Readonly<Record<string, string>> = {}
		const { chain, pool } = source
		const metrics = new NodeMetrics({ chain, pool, home: config.home, listeners: () => addresses, clock })
		const exporter = await serveMetrics(config.metrics, metrics)
		const server = await startAbciServer({
			timed: metrics.timed,
			address,
			application,
			snapshots,
			committed: (height) => {
				snapshots.committed(height)
				if (isHaltDue(config, app)) halt()
				return retainHeight(height, config, Number(app.consensusParams.evidence?.maxAgeNumBlocks ?? 0))
			},
			...(options.signatures === undefined ? {} : { verifyAhead: (txs) => app.verifyAhead(txs) }),
			log,
			onFailure: options.onFailure,
		})
		function halt(): void {
			log('info', 'abci', `halted after block ${app.lastHeader.height}, as asked by --halt-height or --halt-time`)
			// The engine gets its reply, and no block after it.
			void server.close()
			options.onHalt?.()
		}
		log('info', 'abci', `listening on ${server.address}, at height ${app.info().lastBlockHeight}`)
		announce(config.chainId, {})
		let servers: EngineServers | undefined
		return {
			address: server.address,
			get height() {
				return app.info().lastBlockHeight
			},
			async serve(signal) {
				servers = new EngineServers(config, { source, app, evm, registry, clock, log, engineUrl: options.engineUrl })
				const opened = await servers.open(signal)
				late.identity = opened.identity
				addresses = opened.addresses
				announce(opened.chainId, { rpc: engineUrl ?? usualEngineUrl, ...addresses })
				return { ...addresses, ...(exporter === undefined ? {} : { metrics: exporter.url }) }
			},
			async close() {
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
		await db.close()
		file.close()
		throw error
	}
}

/** Mounts the services that need the engine. */
function mountServices(
	app: BaseApp,
	source: ChainSource,
	config: NodeConfig,
	identity: () => NodeIdentity | undefined,
): void {
	app.registerService(createInterfaceService())
	app.registerService(createTxService(() => source))
	app.registerService(
		createTendermintService({
			chain: () => source.chain,
			get identity() {
				const known = identity()
				if (known !== undefined) return known
				// Of what a query may throw, only this reaches the client with its text.
				throw new GrpcStatusError(
					'Unavailable',
					'the engine of this application is not known yet: start `chain-tui abci` with --engine URL, and wait until it answers',
				)
			},
			prefix: config.settings.prefix,
		}),
	)
}

/** A home with blocks of the light engine is refused, because a real engine has its own chain. */
function refuseLightChain(db: KvDatabase): void {
	if (db.prefixed(prefixes.engine).get(stateKey) === undefined) return
	throw new UserError('This home holds a chain that chain-tui makes blocks of by itself.', {
		why: 'A real engine begins a chain of its own, whose blocks this application would not know.',
		next: 'Choose another folder with --home. To go on with the state of this chain, `chain-tui export` writes a genesis for the engine.',
	})
}
