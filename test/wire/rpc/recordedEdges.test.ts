import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpcHandler } from '../../../src/api/rpc/RpcHandler.ts'
import { startRpcServer } from '../../../src/api/rpc/startRpcServer.ts'
import type { Engine } from '../../../src/engine/Engine.ts'
import { sourceOf } from '../../../src/engine/sourceOf.ts'
import type { RunningServer } from '../../../src/serve/listen.ts'
import { comparable, type Exchange, send } from './recordedExchange.ts'
import { recordedNode } from './recordedNode.ts'

/** Recorded from a real node of the same genesis at height 3, without a transaction. */
const records = JSON.parse(
	readFileSync(new URL('../../golden/engine/rpc-edges.json', import.meta.url), 'utf8'),
) as Exchange[]

let engine: Engine
let server: RunningServer

beforeAll(async () => {
	const node = await recordedNode()
	engine = node.engine
	await engine.mine(2)
	server = await startRpcServer({ handler: createRpcHandler(sourceOf(engine), node), host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
	await server.close()
	await engine.stop()
})

describe('requests at the edges of the protocol', () => {
	it.each(records.map((record) => [record.name, record] as const))(
		'answers %s as a real node',
		async (_name, recorded) => {
			const reply = await send(recorded, server.port)
			const { response, volatile } = recorded
			expect(comparable(reply, volatile, response)).toEqual(comparable(response, volatile, response))
		},
	)
})
