import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpcHandler } from '../../../src/api/rpc/RpcHandler.ts'
import { type RunningRpcServer, startRpcServer } from '../../../src/api/rpc/startRpcServer.ts'
import { createEngine, type Engine } from '../../../src/engine/Engine.ts'
import { newNodeKey, newValidatorKey, nodeIdOf } from '../../../src/engine/validatorKey.ts'
import { createApp } from '../../../src/node/createApp.ts'
import { nodeIdentity } from '../../../src/node/nodeIdentity.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { comparable, type Exchange, type Recorded, send } from './recordedExchange.ts'

const golden = (name: string): string => readFileSync(new URL(`../../golden/${name}`, import.meta.url), 'utf8')

let engine: Engine
let server: RunningRpcServer

beforeAll(async () => {
	engine = await createEngine({
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
		genesis: golden('localnet-genesis.json'),
		validatorKey: newValidatorKey,
		clock: systemClock,
		config: { blockMode: 'manual', blockIntervalMs: 1000, keepBlocks: 0 },
		log: silentLog,
	})
	await engine.start()
	const nodeId = nodeIdOf(newNodeKey(newValidatorKey(engine.genesis)))
	const identity = nodeIdentity({ nodeId, moniker: 'localnet', rpcAddress: '127.0.0.1:26657' })
	server = await startRpcServer({ handler: createRpcHandler(engine, { identity }), host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
	await server.close()
	await engine.stop()
})

/** Blocks are made where the recorded node had made them: when asked to wait, and under each broadcast_tx_commit. */
async function exchange(recorded: Exchange) {
	const pending = send(recorded, server.port)
	if (recorded.name.startsWith('broadcast_tx_commit') && !recorded.name.includes('check failed')) {
		const before = engine.mempoolSize().count
		while (engine.mempoolSize().count === before) await new Promise((resolve) => setTimeout(resolve, 5))
		await engine.mine()
	}
	return pending
}

describe.each(['rpc-broadcast', 'rpc-query', 'rpc-envelope'])('the recorded exchanges of %s', (file) => {
	const records = JSON.parse(golden(`${file}.json`)) as Recorded[]
	for (const recorded of records) {
		if ('wait_height' in recorded) {
			it(`reaches height ${recorded.wait_height}`, async () => {
				while (engine.height < recorded.wait_height) await engine.mine()
			})
			continue
		}
		it(`answers "${recorded.name}" as recorded`, async () => {
			const reply = await exchange(recorded)
			const { response, volatile } = recorded
			expect(comparable(reply, volatile, response)).toEqual(comparable(response, volatile, response))
		})
	}
})
