import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { create, toBinary } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { timeFromMs } from '../../../src/chain/blockTime.ts'
import { HealthCheckRequestSchema } from '../../../src/gen/grpc/health/v1/health_pb.js'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { createGate, gateHandler, type Readiness, readinessOf, readyWithin } from '../../../src/node/servers/health.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { GrpcClient } from '../support/grpcClient.ts'

describe('the health of a node over REST', () => {
	let node: TestNode
	beforeAll(async () => {
		node = await startNode({ on: ['rest', 'legacy8'] })
	})
	afterAll(() => node.close())

	test('/healthz answers while the process lives, /readyz once there is a block', async () => {
		for (const base of [node.addresses.rest, node.addresses.legacy8]) {
			const alive = await fetch(`${base}/healthz`)
			expect([alive.status, await alive.text()]).toEqual([200, '{"status":"ok"}\n'])
		}
		const ask = async () => {
			const reply = await fetch(`${node.addresses.rest}/readyz`)
			return [reply.status, await reply.json()]
		}
		const { height } = node.engine
		if (height === 0) expect(await ask()).toEqual([503, expect.objectContaining({ why: 'there is no block yet' })])
		await node.engine.mine()
		expect(await ask()).toEqual([
			200,
			{
				status: 'ready',
				height: String(node.engine.height),
				catching_up: false,
				block_age_seconds: expect.any(Number),
			},
		])
		expect((await fetch(`${node.addresses.rest}/readyz`, { method: 'POST' })).status).toBe(405)
	})
})

describe.each(['one thread', 'serving threads'] as const)('the health of every listener, with %s', (threads) => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-health-'))
	let node: Node
	beforeAll(async () => {
		const any = '127.0.0.1:0'
		const listeners = { rpc: any, rest: any, legacy8: any, eth: any, endpoints: any, grpc: any }
		const chain = { chainId: 'chain_2222-1', blockMode: 'manual', threads: threads === 'one thread' ? '1' : '2' }
		// A thread runs the built program: `npm test` builds it first.
		const servingUrl = pathToFileURL(resolve('dist/serving.js'))
		node = await createNode(resolveNodeConfig({ home, ...chain, ...listeners }, {}), { log: silentLog, servingUrl })
		await node.engine.mine(3)
	})
	afterAll(async () => {
		await node.close()
		rmSync(home, { recursive: true, force: true })
	})
	const names = ['rpc', 'rest', 'legacy8', 'eth', 'endpoints'] as const

	test.each(names)(`the health of every listener, with ${threads}: %s is alive and ready`, async (name) => {
		const base = node.addresses[name]
		expect((await fetch(`${base}/healthz`)).status).toBe(200)
		await expect.poll(async () => (await fetch(`${base}/readyz`)).text()).toContain('"height":"3"')
		expect((await fetch(`${base}/readyz`, { method: 'HEAD' })).status).toBe(200)
	})

	test.each(names)(`a client of %s with ${threads} that asks for a later height is told to wait`, async (name) => {
		const ask = (height: string) =>
			fetch(`${node.addresses[name]}/`, {
				method: 'POST',
				headers: { 'X-Min-Height': height, 'Content-Type': 'application/json' },
				body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
			})
		const early = await ask('4')
		expect([early.status, early.headers.get('retry-after'), early.headers.get('x-block-height')]).toEqual([
			503,
			'1',
			'3',
		])
		expect(await early.json()).toEqual({ error: 'height 4 is not reached: this node is at 3', height: '3' })
		expect((await ask('four')).status).toBe(400)
		// What then answers is the listener itself, as without the header.
		expect([503, 400].includes((await ask('3')).status)).toBe(false)
	})

	test(`the health service of gRPC with ${threads} answers of the server and of each service, and heights wait there too`, async () => {
		const client = new GrpcClient(Number(node.addresses.grpc!.split(':').at(-1)))
		const check = (service: string) =>
			client.call(
				'/grpc.health.v1.Health/Check',
				toBinary(HealthCheckRequestSchema, create(HealthCheckRequestSchema, { service })),
			)
		await expect.poll(async () => (await check('')).response).toEqual(new Uint8Array([8, 1]))
		expect((await check('cosmos.bank.v1beta1.Query')).response).toEqual(new Uint8Array([8, 1]))
		expect((await check('nobody.Query')).code).toBe(5)
		const supply = (height: string) =>
			client.call('/cosmos.bank.v1beta1.Query/TotalSupply', new Uint8Array(), { 'x-min-height': height })
		expect(await supply('9')).toMatchObject({ code: 14, details: 'height 9 is not reached: this node is at 3' })
		expect(await supply('3')).toMatchObject({ code: 0, height: '3' })
		client.close()
	})
})

describe('the readiness of a chain', () => {
	const clock = { now: () => 1_000_000 }
	const chain = (ageMs: number, catchingUp = false) => ({
		status: async () => ({ height: 7, catchingUp }) as never,
		header: async () => ({ time: timeFromMs(1_000_000 - ageMs) }) as never,
	})

	test.each<[string, ReturnType<typeof chain>, number, number | undefined, Readiness['status'], string | undefined]>([
		['a block at the limit', chain(60_000), 60, 60_000, 'ready', undefined],
		['a block beyond the limit', chain(60_001), 60.001, 60_000, 'unavailable', 'the newest block is older than 60 s'],
		['an old block where blocks may stay out', chain(600_000), 600, undefined, 'ready', undefined],
		['a block whose time is yet to come', chain(-5_000), 0, 60_000, 'ready', undefined],
		['a node that catches up', chain(250, true), 0.25, 60_000, 'unavailable', 'the node is catching up'],
	])('the readiness of a chain with %s', async (_name, source, age, within, status, why) => {
		expect(await readinessOf(source, clock, within)).toEqual({
			status,
			height: '7',
			catching_up: why === 'the node is catching up',
			block_age_seconds: age,
			...(why === undefined ? {} : { why }),
		})
	})

	test('the readiness of a chain without a block, or whose newest block is not there, is told with its height', async () => {
		for (const height of [0, 7]) {
			const source = { status: async () => ({ height, catchingUp: false }) as never, header: async () => undefined }
			expect(await readinessOf(source, clock, undefined)).toEqual({
				...{ status: 'unavailable', height: String(height), catching_up: false, why: 'there is no block yet' },
			})
		}
	})

	test('the readiness of a chain is waited for two seconds, and no longer than it takes', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		try {
			await readinessOf(chain(0), clock, undefined)
			expect(vi.getTimerCount()).toBe(0)
			let answer: (told: never) => void = () => {}
			const silent = { ...chain(0), status: () => new Promise<never>((resolve) => (answer = resolve)) }
			const late = readinessOf(silent, clock, undefined)
			vi.advanceTimersByTime(1_999)
			answer({ height: 7, catchingUp: false } as never)
			expect((await late).status).toBe('ready')
			const never = readinessOf(silent, clock, undefined)
			vi.advanceTimersByTime(2_000)
			expect(await never).toEqual({ status: 'unavailable', why: 'the chain does not answer' })
		} finally {
			vi.useRealTimers()
		}
	})

	test('the readiness of a chain that does not answer is unavailable, with the reason', async () => {
		const broken = { status: () => Promise.reject(new RangeError('gone')), header: async () => undefined }
		expect(await readinessOf(broken, clock, undefined)).toEqual({ status: 'unavailable', why: 'gone' })
	})

	test('needs young blocks of an engine, and of this program where it makes empty ones', () => {
		const config = (flags: object) => resolveNodeConfig({ home: '/nonexistent/x', readyWithin: '5s', ...flags }, {})
		expect(readyWithin(config({}), true)).toBe(5_000)
		const { emptyBlocksMs: _usual, ...others } = config({})
		expect(readyWithin(others, true)).toBe(5_000)
		expect(readyWithin(config({ blockMode: 'instant' }), true)).toBeUndefined()
		expect(readyWithin(config({ emptyBlocks: 'off' }), true)).toBeUndefined()
		expect(readyWithin(config({ blockMode: 'instant' }), false)).toBe(5_000)
	})

	test('a gate answers health paths by readiness alone, and heights that the chain has not reached', async () => {
		let state: Readiness = { status: 'ready', height: '3' }
		const gate = createGate(async () => state)
		const ask = (path: string, method = 'GET', height?: string) =>
			gate({ method, path, headers: height === undefined ? {} : { 'x-min-height': height } })
		const headers = [
			['Cache-Control', 'no-store'],
			['Content-Type', 'application/json'],
		]
		expect(await ask('/healthz')).toEqual({ status: 200, headers, body: '{"status":"ok"}\n' })
		expect(await ask('/readyz', 'HEAD')).toEqual({ status: 200, headers, body: '{"status":"ready","height":"3"}\n' })
		for (const path of ['/healthz', '/readyz']) {
			expect(await ask(path, 'PUT')).toEqual({ status: 405, headers: [['Allow', 'GET, HEAD']], body: '' })
		}
		expect(ask('/')).toBeUndefined()
		for (const height of ['0', '3', '000000000000003']) expect(await ask('/', 'PUT', height)).toBeUndefined()
		for (const height of ['', '-1', '3.5', '1'.repeat(16)]) {
			expect(await ask('/', 'GET', height)).toEqual({
				...{ status: 400, headers, body: '{"error":"X-Min-Height is a height, such as 1200"}\n' },
			})
		}
		state = { status: 'unavailable', why: 'gone' }
		expect(await ask('/readyz')).toEqual({ status: 503, headers, body: '{"status":"unavailable","why":"gone"}\n' })
		expect(await ask('/', 'GET', '0')).toBeUndefined()
		expect(await ask('/', 'GET', '1')).toEqual({
			status: 503,
			headers: [...headers, ['Retry-After', '1'], ['X-Block-Height', '0']],
			body: '{"error":"height 1 is not reached: this node is at 0","height":"0"}\n',
		})
	})

	test('the readiness of a chain is asked on no other path', () => {
		const handler = gateHandler(createGate(() => Promise.reject(new RangeError('asked'))))
		expect(handler({ method: 'GET', path: '/readyzz', headers: {} } as never, {} as never)).toBe(false)
	})
})
