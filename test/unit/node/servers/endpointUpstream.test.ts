import { afterAll, beforeAll, expect, test } from 'vitest'
import { UpstreamError } from '../../../../src/endpoints/EndpointUpstream.ts'
import { EngineClient } from '../../../../src/engineRpc/EngineClient.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { endpointUpstream } from '../../../../src/node/servers/endpointUpstream.ts'
import { startNode, type TestNode } from '../../../support/startNode.ts'

// The RPC of a light node stands for that of an engine.
let node: TestNode
beforeAll(async () => {
	node = await startNode({ on: ['rpc'], flags: { blockMode: 'manual' } })
	await node.engine.mine(3)
})
afterAll(() => node.close())

const upstreamOf = (url: string) =>
	endpointUpstream(
		{} as never,
		{ engineRpc: new EngineClient(url), app: () => ({ store: { earliestVersion: 2 } }) } as never,
		resolveNodeConfig({ home: '/nonexistent', pruning: 'custom', pruningKeepRecent: '7', pruningInterval: '10' }, {}),
	)

test('the endpoint service hears a refusal of the engine with its code and text', async () => {
	const { call } = upstreamOf(String(node.addresses.rpc))
	expect((await call('block', { height: '2' })).block?.header.height).toBe('2')
	const refused = await call('block', { height: '9' }).catch((fault: unknown) => fault)
	expect(refused).toBeInstanceOf(UpstreamError)
	expect(refused).toMatchObject({
		message: expect.stringContaining('height 9 must be less than or equal to the current blockchain height 3'),
		code: -32603,
	})
})

test('the endpoint service hears that the engine does not answer as a failure without a code', async () => {
	const { call } = upstreamOf('http://127.0.0.1:1')
	const failed = await call('status').catch((fault: unknown) => fault)
	expect(failed).toBeInstanceOf(UpstreamError)
	expect(failed).toMatchObject({ message: expect.stringContaining('does not answer'), code: undefined })
})

test('the endpoint service sees the states that the application of an engine keeps', () => {
	const { states, prefix, denom } = upstreamOf('http://127.0.0.1:1')
	expect([states?.(), prefix, denom]).toEqual([{ earliest: 2, kept: 8 }, 'chain', 'uchain'])
})

test('the endpoint service of a node that makes its own blocks asks it in the same process, and it never catches up', async () => {
	const asked: unknown[] = []
	let outcome: object = { result: { kind: 'null' } }
	const rpc = {
		call: async (method: string, params: unknown) => {
			asked.push([method, params])
			return outcome
		},
	}
	let [height, earliestHeight] = [0, 0]
	const chain = {
		head: () => ({ chainId: 'c', height, earliestHeight }),
		app: () => ({ store: { earliestVersion: 4 } }),
	}
	const config = resolveNodeConfig({ home: '/nonexistent', pruning: 'nothing' }, {})
	const { head, states, call } = endpointUpstream(rpc as never, chain as never, config)
	expect(head?.()).toEqual({ height: 0, earliest: 1, catchingUp: false, chainId: 'c' })
	;[height, earliestHeight] = [9, 3]
	expect(head?.()).toMatchObject({ height: 9, earliest: 3 })
	expect(states?.()).toEqual({ earliest: 4, kept: undefined })
	await call('status')
	expect(asked).toEqual([['status', expect.anything()]])
	for (const [data, message] of [
		['no', 'Internal error: no'],
		['', 'Internal error'],
	]) {
		outcome = { error: { code: -32603, message: 'Internal error', data } }
		const refused = await call('health').catch((fault: unknown) => fault)
		expect(refused).toEqual(new UpstreamError(message!, -32603))
	}
})
