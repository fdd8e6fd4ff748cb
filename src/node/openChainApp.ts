import { createInterfaceService } from '../api/services/createInterfaceService.ts'
import { createTendermintService } from '../api/services/createTendermintService.ts'
import { createTxService } from '../api/services/createTxService.ts'
import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { ActingAccounts } from '../app/ante/ActingAccounts.ts'
import type { SignatureHelper } from '../app/ante/SignaturesAhead.ts'
import type { ChainSource } from '../chain/ChainSource.ts'
import { createRegistry, type Registry } from '../codec/registry/createRegistry.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import type { Scheduler } from '../util/schedule/Scheduler.ts'
import { appOptionsOf, type ChainApp, createChainApp } from './createApp.ts'
import type { NodeConfig } from './NodeConfig.ts'

/** What the application's services use, which may be created later. */
export interface AppSurroundings {
	readonly source: () => ChainSource
	readonly identity: () => NodeIdentity
	/** Versions that pruning keeps. */
	readonly isPinned?: ((version: number) => boolean) | undefined
	/** See CommitMultiStoreOptions. */
	readonly cachedNodes?: number | undefined
	/** See AppOptions. */
	readonly signatures?: SignatureHelper | undefined
	/** Accounts that need no signature. */
	readonly acting?: ActingAccounts | undefined
	/** Of the node. */
	readonly scheduler: Scheduler
}

/** The application of a chain with its type registry. */
export interface OpenedApp extends ChainApp {
	readonly registry: Registry
}

/** Opens a node's application on its part of the database, with the services that use the engine. */
export function openChainApp(
	config: NodeConfig,
	db: KvDatabase,
	chainId: string,
	{ source, identity, isPinned, cachedNodes, signatures, acting, scheduler }: AppSurroundings,
): OpenedApp {
	const options = appOptionsOf(config, chainId)
	const registry = createRegistry({ evm: options.evmChainId !== undefined })
	const opened = createChainApp({
		...options,
		db,
		isPinned,
		cachedNodes,
		registry,
		// ethermint asks for the newest block's, which is more while fees fall.
		checksNextFee: config.ethCompat !== 'ethermint',
		signatures,
		acting,
		scheduler,
	})
	const { app } = opened
	app.registerService(createInterfaceService())
	app.registerService(createTxService(source))
	app.registerService(
		createTendermintService({
			chain: () => source().chain,
			get identity() {
				return identity()
			},
			prefix: config.settings.prefix,
		}),
	)
	return { ...opened, registry }
}
