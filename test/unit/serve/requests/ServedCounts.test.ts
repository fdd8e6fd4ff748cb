import { expect, test } from 'vitest'
import { ServedCounts } from '../../../../src/serve/requests/ServedCounts.ts'

const request = (listener: 'rest' | 'endpoints', path: string) => ({ listener, path, from: '127.0.0.1', method: 'GET' })
const minute = 60_000

test('requests that were served are counted by listener in tens of seconds of the last hour, and in all', () => {
	const counts = new ServedCounts()
	for (const at of [0, 50 * minute, 50 * minute + 1, 60 * minute]) counts.add(request('rest', '/node_info'), at)
	const { rest, rpc } = counts.listeners(60 * minute)
	expect(rpc).toBeUndefined()
	expect(rest?.total).toBe(4)
	expect(rest?.spans).toHaveLength(360)
	expect(rest?.spans.at(-1)).toBe(1)
	expect(rest?.spans.at(-61)).toBe(2)
	expect(rest?.spans.reduce((sum, count) => sum + count, 0)).toBe(3)
	expect(counts.listeners(200 * minute).rest?.spans.every((count) => count === 0)).toBe(true)
})

test('requests of a private endpoint are counted by its path, without its query, for a bounded number of paths', () => {
	const counts = new ServedCounts()
	counts.add(request('endpoints', '/v1/acme?x=1'), 0)
	counts.add(request('endpoints', '/v1/acme'), 0)
	counts.add(request('endpoints', '/openapi.json'), 0)
	for (let index = 0; index < 1_000; index++) counts.add(request('endpoints', `/v1/${index}`), 0)
	// Those that are counted already go on.
	counts.add(request('endpoints', '/v1/acme'), 20 * minute)
	counts.add(request('rest', '/v1/acme'), 0)
	counts.add(request('endpoints', '/v2/acme'), 0)
	const { total, spans } = counts.path('/v1/acme', 20 * minute)
	expect([total, spans.at(-1), spans.at(-121)]).toEqual([3, 1, 2])
	expect(counts.path('/v1/198', 0).total).toBe(1)
	expect(counts.path('/v1/199', 0).total).toBe(0)
	expect(counts.path('/openapi.json', 0).total).toBe(0)
	expect(counts.path('/v2/acme', 0).total).toBe(0)
	expect(counts.listeners(0).endpoints?.total).toBe(1_005)
	counts.clear()
	expect(counts.listeners(0)).toEqual({})
	expect(counts.path('/v1/acme', 20 * minute).total).toBe(0)
})
