import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterfaceService } from '../api/services/createInterfaceService.ts'
import { createQueryBackend, type QueryBackend } from '../api/services/createQueryBackend.ts'
import { createTendermintService } from '../api/services/createTendermintService.ts'
import { createTxService } from '../api/services/createTxService.ts'
import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { BaseApp } from '../app/BaseApp.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { createRegistry, type Registry } from '../codec/registry/createRegistry.ts'
import { createEngine, type Engine } from '../engine/Engine.ts'
import { sourceOf } from '../engine/sourceOf.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { openLevelDb } from '../store/kv/levelDb.ts'
import { createMemoryDb } from '../store/kv/memoryDb.ts'
import type { Clock } from '../util/Clock.ts'
import type { Log } from '../util/Log.ts'
import { createApp } from './createApp.ts'
import { genesisFor } from './genesisFor.ts'
import { homePaths } from './home.ts'
import { homeKeys } from './homeKeys.ts'
import type { NodeConfig } from './NodeConfig.ts'
import { nodeIdentity } from './nodeIdentity.ts'
import { prepareHome } from './prepareHome.ts'
import { programVersion } from './version.ts'

/** What the open chain of a home is. */
export interface OpenChain {
	readonly engine: Engine
	readonly registry: Registry
	readonly identity: NodeIdentity
	/** The application behind the engine; another object after a revert or reset. */
	app(): BaseApp
	/** Query services and state for the gRPC and REST servers, whichever application is open. */
	readonly backend: QueryBackend
	close(): Promise<void>
}

/**
 * Opens a home's chain: database, application and engine, at its last whole block or at its genesis. Blocks are made from
 * `engine.start()` on. Throws UserError when the home, the database or the genesis cannot be used.
 */
export async function openChain(
	config: NodeConfig,
	clock: Clock,
	log: Log,
	onFailure: (cause: unknown) => void,
): Promise<OpenChain> {
	if (config.home !== undefined) prepareHome(config, config.home)
	const isNew = isNewHome(config.home)
	const db = config.home === undefined ? createMemoryDb() : await openLevelDb(homePaths(config.home).data)
	try {
		return await openOn(db, isNew, config, clock, log, onFailure)
	} catch (error) {
		await db.close()
		throw error
	}
}

async function openOn(
	db: KvDatabase,
	isNew: boolean,
	config: NodeConfig,
	clock: Clock,
	log: Log,
	onFailure: (cause: unknown) => void,
): Promise<OpenChain> {
	const registry = createRegistry()
	const keys = homeKeys(config.home)
	// The application's services speak of the engine that drives it, which is made after it.
	const late: { app?: BaseApp; engine?: Engine; identity?: NodeIdentity } = {}
	const engineOf = () => late.engine!
	const openApplication = (appDb: KvDatabase): BaseApp => {
		const app = createApp({
			db: appDb,
			settings: config.settings,
			minGasPrices: config.minimumGasPrices,
			pruning: config.pruning,
			name: 'chain-tui',
			version: programVersion,
			registry,
		})
		app.registerService(createInterfaceService())
		app.registerService(createTxService(() => sourceOf(engineOf())))
		app.registerService(
			createTendermintService({
				chain: engineOf,
				get identity() {
					return late.identity!
				},
				prefix: config.settings.prefix,
			}),
		)
		late.app = app
		return app
	}
	const engine = await createEngine({
		db,
		openApplication,
		genesis: isNew ? genesisFor(config, keys.ownValidator, new Date(clock.now()).toISOString()) : undefined,
		validatorKey: (genesis: GenesisDocument) => keys.validator(genesis),
		clock,
		config: { blockMode: config.blockMode, blockIntervalMs: config.blockIntervalMs, keepBlocks: 0 },
		log,
		onFailure,
	})
	const { rpc } = config.listeners
	const document = await engine.genesis()
	const identity = nodeIdentity({
		nodeId: keys.nodeId(document),
		moniker: document.validators[0]?.name || 'chain-tui',
		rpcAddress: rpc.on ? `${rpc.host}:${rpc.port}` : '',
	})
	late.engine = engine
	late.identity = identity
	return {
		engine,
		registry,
		identity,
		app: () => late.app!,
		backend: createQueryBackend(engine.application, () => late.app!),
		async close() {
			await engine.stop()
			await db.close()
		},
	}
}

/** Whether no database was ever opened there. */
function isNewHome(home: string | undefined): boolean {
	return home === undefined || !existsSync(join(homePaths(home).data, 'CURRENT'))
}
