import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeFromMs } from '../../../src/chain/blockTime.ts'
import { createHealthHandler, type Readiness, readinessOf, readyWithin } from '../../../src/node/health.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

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

describe('the readiness of a chain', () => {
	const clock = { now: () => 1_000_000 }
	const chain = (ageMs: number, catchingUp = false) => ({
		status: async () => ({ height: 7, catchingUp }) as never,
		header: async () => ({ time: timeFromMs(1_000_000 - ageMs) }) as never,
	})

	test.each<[string, ReturnType<typeof chain>, number | undefined, Readiness['status'], string | undefined]>([
		['a block at the limit', chain(60_000), 60_000, 'ready', undefined],
		['a block beyond the limit', chain(60_001), 60_000, 'unavailable', 'the newest block is older than 60 s'],
		['an old block where blocks may stay out', chain(600_000), undefined, 'ready', undefined],
		['a node that catches up', chain(0, true), 60_000, 'unavailable', 'the node is catching up'],
	])('the readiness of a chain with %s', async (_name, source, within, status, why) => {
		expect(await readinessOf(source, clock, within)).toEqual({
			status,
			height: '7',
			catching_up: why === 'the node is catching up',
			block_age_seconds: expect.any(Number),
			...(why === undefined ? {} : { why }),
		})
	})

	test('the readiness of a chain that does not answer is unavailable, with the reason', async () => {
		const broken = { status: () => Promise.reject(new RangeError('gone')), header: async () => undefined }
		expect(await readinessOf(broken, clock, undefined)).toEqual({ status: 'unavailable', why: 'gone' })
	})

	test('needs young blocks of an engine, and of this program where it makes empty ones', () => {
		const config = (flags: object) => resolveNodeConfig({ home: '/nonexistent/x', readyWithin: '5s', ...flags }, {})
		expect(readyWithin(config({}), true)).toBe(5_000)
		expect(readyWithin(config({ blockMode: 'instant' }), true)).toBeUndefined()
		expect(readyWithin(config({ emptyBlocks: 'off' }), true)).toBeUndefined()
		expect(readyWithin(config({ blockMode: 'instant' }), false)).toBe(5_000)
	})

	test('the readiness of a chain is asked on no other path', () => {
		const handler = createHealthHandler(() => Promise.reject(new RangeError('asked')))
		expect(handler({ method: 'GET', path: '/readyzz' } as never, {} as never)).toBe(false)
	})
})
