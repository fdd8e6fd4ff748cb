import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpcHandler } from '../../../src/api/rpc/RpcHandler.ts'
import { startRpcServer } from '../../../src/api/rpc/startRpcServer.ts'
import type { Engine } from '../../../src/engine/Engine.ts'
import { sourceOf } from '../../../src/engine/sourceOf.ts'
import type { RunningServer } from '../../../src/serve/listen.ts'
import { until } from '../../support/until.ts'
import { comparable, type Exchange, type Recorded, send } from './recordedExchange.ts'
import { recordedNode } from './recordedNode.ts'

const golden = (name: string): string => readFileSync(new URL(`../../golden/${name}`, import.meta.url), 'utf8')

let engine: Engine
let server: RunningServer

beforeAll(async () => {
	const node = await recordedNode()
	engine = node.engine
	server = await startRpcServer({ handler: createRpcHandler(sourceOf(engine), node), host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
	await server.close()
	await engine.stop()
})

/** Blocks are made where the recorded node had made them: when asked to wait, and under each broadcast_tx_commit. */
async function exchange(recorded: Exchange) {
	const pending = send(recorded, server.port)
	if (recorded.name.startsWith('broadcast_tx_commit') && !recorded.name.includes('check failed')) {
		const before = (await engine.mempoolSize()).count
		await until(async () => (await engine.mempoolSize()).count !== before)
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
				expect(engine.height).toBeGreaterThanOrEqual(recorded.wait_height)
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
