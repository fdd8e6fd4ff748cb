import { readFileSync } from 'node:fs'
import type { NodeIdentity } from '../../../src/api/services/NodeIdentity.ts'
import { createEngine, type Engine } from '../../../src/engine/Engine.ts'
import { newNodeKey, newValidatorKey, nodeIdOf } from '../../../src/engine/validatorKey.ts'
import { createApp } from '../../../src/node/createApp.ts'
import { nodeIdentity } from '../../../src/node/nodeIdentity.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'

/** The node that was recorded, anew from its genesis, which makes blocks only when told, with block 1 made. */
export async function recordedNode(): Promise<{ readonly engine: Engine; readonly identity: NodeIdentity }> {
	const engine = await createEngine({
		openApplication: (db) =>
			createApp({
				db,
				settings: { prefix: 'chain', denom: 'uchain', coinType: 118, aminoBrand: 'cosmos' },
				minGasPrices: '0.01uchain',
				pruning: 'nothing',
				name: 'refnode',
				version: '1.0.0',
			}),
		db: createMemoryDb(),
		genesis: readFileSync(new URL('../../golden/localnet-genesis.json', import.meta.url), 'utf8'),
		validatorKey: newValidatorKey,
		clock: systemClock,
		config: { blockMode: 'manual', blockIntervalMs: 1000, keepBlocks: 0 },
		log: silentLog,
	})
	await engine.mine()
	const nodeId = nodeIdOf(newNodeKey(newValidatorKey(await engine.genesis())))
	return { engine, identity: nodeIdentity({ nodeId, moniker: 'localnet', rpcAddress: '127.0.0.1:26657' }) }
}
