import { readFileSync } from 'node:fs'
import { startGrpcServer } from '../../../src/api/grpc/startGrpcServer.ts'
import { createGatewayHandler } from '../../../src/api/rest/createGatewayHandler.ts'
import { startRestServer } from '../../../src/api/rest/startRestServer.ts'
import { createInterfaceService } from '../../../src/api/services/createInterfaceService.ts'
import { createQueryBackend } from '../../../src/api/services/createQueryBackend.ts'
import { createTendermintService } from '../../../src/api/services/createTendermintService.ts'
import { createTxService } from '../../../src/api/services/createTxService.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { createEngine, type Engine } from '../../../src/engine/Engine.ts'
import type { EngineConfig } from '../../../src/engine/EngineOptions.ts'
import { sourceOf } from '../../../src/engine/sourceOf.ts'
import { newNodeKey, newValidatorKey } from '../../../src/engine/validatorKey.ts'
import { createApp } from '../../../src/node/createApp.ts'
import type { RunningServer } from '../../../src/serve/listen.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'

/** A chain in memory with its gRPC and gateway servers on free ports. */
export interface ApiNode {
	readonly engine: Engine
	readonly grpc: RunningServer
	readonly rest: RunningServer
	close(): Promise<void>
}

/** Starts the chain of the recorded genesis document; blocks are made when told unless the configuration says otherwise. */
export async function startApiNode(config: Partial<EngineConfig> = {}): Promise<ApiNode> {
	const genesis = readFileSync(new URL('../../golden/localnet-genesis.json', import.meta.url), 'utf8')
	const settings = { ...defaultChainSettings, aminoBrand: 'cosmos' as const }
	const registry = createRegistry()
	let app: BaseApp
	let engine: Engine
	engine = await createEngine({
		openApplication: (db) => {
			app = createApp({
				db,
				settings,
				registry,
				minGasPrices: '0.01uchain',
				pruning: 'nothing',
				name: 'refnode',
				version: '1.0.0',
			})
			app.registerService(createInterfaceService())
			app.registerService(createTxService(() => sourceOf(engine)))
			app.registerService(
				createTendermintService({
					chain: () => engine,
					prefix: settings.prefix,
					identity: identityOf(),
				}),
			)
			return app
		},
		db: createMemoryDb(),
		genesis,
		validatorKey: newValidatorKey,
		rewindApplication: (header, batch) => app.rewindTo(header, batch),
		clock: systemClock,
		config: { blockMode: 'manual', blockIntervalMs: 1000, keepBlocks: 0, ...config },
		log: silentLog,
	})
	function identityOf() {
		return {
			get nodeId() {
				return toHex(newNodeKey(newValidatorKey(parseGenesis(genesis))).address)
			},
			listenAddress: 'tcp://127.0.0.1:26656',
			rpcAddress: 'tcp://127.0.0.1:26657',
			engineVersion: '0.34.15',
			moniker: 'localnet',
			channels: Uint8Array.of(0x40, 0x20, 0x21, 0x22, 0x23, 0x30, 0x38, 0x60, 0x61, 0x00),
			protocol: { p2p: 8n, block: 11n, app: 0n },
			application: {
				name: 'refnode',
				appName: 'refnode',
				version: '1.0.0',
				gitCommit: '',
				buildTags: '',
				goVersion: '',
				buildDeps: [],
				cosmosSdkVersion: 'v0.44.5',
			},
		}
	}
	await engine.start()
	const backend = createQueryBackend(engine.application, () => app)
	const grpc = await startGrpcServer({
		host: '127.0.0.1',
		port: 0,
		backend,
		chainId: engine.chainId,
		prefix: settings.prefix,
	})
	const gateway = createGatewayHandler({
		...sourceOf(engine),
		services: backend.queryServices,
		registry,
	})
	const rest = await startRestServer({ host: '127.0.0.1', port: 0, handlers: [gateway] })
	return {
		engine,
		grpc,
		rest,
		async close() {
			await Promise.all([grpc.close(), rest.close()])
			await engine.stop()
		},
	}
}
