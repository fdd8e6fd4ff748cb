import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portConnection } from '../../../src/client/rpc/portConnection.ts'
import { createNode } from '../../../src/node/createNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
let node: TestNode
beforeAll(async () => {
	node = await startNode({ flags: { blockMode: 'manual' } })
	await node.engine.mine(2)
})
afterAll(() => node.close())

const ask = (params: object) => node.call('rest_request', params as never)

describe('REST of a node whose listener is off', () => {
	test('REST of a node whose listener is off answers requests of the same process, in both generations', async () => {
		const info = async (generation?: number) => {
			const { status, body } = await ask({ path: '/node_info', ...(generation === undefined ? {} : { generation }) })
			return { status, ...JSON.parse(body) }
		}
		expect(await info()).toMatchObject({ status: 200, node_info: { network: 'chain-localnet' } })
		expect(await info(9)).toEqual(await info())
		// The older dialect names the application otherwise.
		expect(Object.keys(await info(8))).toEqual(expect.arrayContaining(['node_info', 'application_version']))
		const account = async (generation: number) =>
			JSON.parse((await ask({ generation, path: `/auth/accounts/${receiver}` })).body).result
		expect(await account(8)).not.toEqual(await account(9))
	})

	test('a request of the same process has its method, query and body, and is a GET where it names none', async () => {
		expect(await ask({ path: '/healthz' })).toEqual({ status: 200, body: '{"status":"ok"}\n' })
		expect(await ask({ path: '/healthz', method: 'PUT' })).toEqual({ status: 405, body: '' })
		const at = async (query: string) =>
			JSON.parse((await ask({ path: `/cosmos/bank/v1beta1/balances/${receiver}${query}` })).body)
		expect(await at('')).toMatchObject({ balances: [], pagination: { total: '0' } })
		expect((await at('?pagination.offset=x')).message).toContain('parsing "x"')
		const simulate = { method: 'POST', path: '/cosmos/tx/v1beta1/simulate' }
		const [posted, empty] = [await ask({ ...simulate, body: '{"tx_bytes":"*"}' }), await ask(simulate)]
		expect([posted.status, empty.status]).toEqual([400, 400])
		expect(posted.body).not.toBe(empty.body)
		expect((await ask({ ...simulate, body: '' })).body).toBe(empty.body)
		expect((await ask({ path: '/%62locks/1' })).body).toBe((await ask({ path: '/blocks/1' })).body)
		expect((await ask({ generation: 8, path: '/cosmos/bank/v1beta1/supply' })).status).toBe(404)
	})
})

describe('listeners that are switched while a node runs', () => {
	test('a listener that a node does not have is refused with those it may have, and one that is not told to be on is off', async () => {
		for (const name of ['telnet', 'manage', undefined]) {
			await expect(node.call('admin_setListener', { name, on: true } as never)).rejects.toThrow(
				`There is no listener ${name}.`,
			)
		}
		expect(await node.call('admin_setListener', { name: 'rest', on: true })).toHaveProperty('rest')
		expect(await node.call('admin_setListener', { name: 'rest', on: 'true' } as never)).toEqual({})
		expect(node.addresses).not.toHaveProperty('rest')
	})
})

describe('a node inside the app', () => {
	test('a node inside the app notes requests from its start, answers the app over a port, and ends that with itself', async () => {
		const off = { rpc: 'off', rest: 'off', grpc: 'off', endpoints: 'off', eth: 'off' }
		const config = resolveNodeConfig({ home: '/nonexistent/app', blockMode: 'manual', ...off }, {})
		const inApp = await createNode({ ...config, home: undefined, inApp: true }, { log: silentLog })
		const [one, other] = [new MessageChannel(), new MessageChannel()]
		for (const { port2 } of [one, other]) inApp.serveApp(port2)
		const apps = [one, other].map(({ port1 }) => portConnection(port1))
		expect(await apps[0]!.call('requests_list')).toEqual({ on: true, requests: [] })
		expect(await node.call('requests_list')).toEqual({ on: false, requests: [] })
		expect((await apps[1]!.call('status')).node_info.network).toBe(inApp.engine.chainId)
		const closed = [one, other].map(({ port1 }) => once(port1, 'close'))
		await inApp.close()
		await Promise.all(closed)
		for (const app of apps) await expect(app.call('status')).rejects.toThrow('The node inside the app has stopped.')
	})
})
