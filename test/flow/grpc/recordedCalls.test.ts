import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromHex, toHex } from '../../../src/util/bytes.ts'
import { type ApiNode, startApiNode } from '../support/apiNode.ts'
import { GrpcClient } from '../support/grpcClient.ts'
import { recordedCalls } from '../support/recordedCalls.ts'

let node: ApiNode
let client: GrpcClient

beforeAll(async () => {
	node = await startApiNode()
	await node.engine.mine(3)
	client = new GrpcClient(node.grpc.port)
})

afterAll(async () => {
	client.close()
	await node.close()
})

for (const recorded of recordedCalls()) {
	const { path, data, metadata } = recorded
	test(`${path} ${data} ${JSON.stringify(metadata)} answers as the framework`, async () => {
		const result = await client.call(path, fromHex(data)!, metadata)
		expect({ code: result.code, details: result.details }).toEqual({ code: recorded.code, details: recorded.details })
		expect(result.response === undefined ? null : toHex(result.response)).toBe(recorded.response)
		expect(result.height ?? null).toBe(recorded.height === 'LATEST' ? '3' : recorded.height)
	})
}
