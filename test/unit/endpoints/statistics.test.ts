import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { type Desk, openDesk, refusalOf } from './support/desk.ts'

const hour = 3_600_000
let desk: Desk
let owner: Actor
let path: { readonly applicationId: string }
/** The start of an hour. */
let at: number

beforeEach(async () => {
	desk = await openDesk()
	owner = await desk.account('owner@example.com')
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'acme' } })
	const made = await desk.run('createApplication', owner, {
		path: { projectId },
		body: { name: 'reader', network: 'pruning' },
	})
	path = { applicationId: made.application.id }
	at = desk.clock.ms
})
afterEach(() => desk.context.storage.close())

type Row = readonly [hours: number, method: string, outcome: string, bucket: number, calls: number, micros: number]
const write = (rows: readonly Row[]) =>
	desk.db
		.insertInto('statistics')
		.values(
			rows.map(([hours, method, outcome, bucket, calls, micros]) => ({
				application_id: path.applicationId,
				hour: BigInt(at + hours * hour),
				method,
				outcome,
				bucket: BigInt(bucket),
				calls: BigInt(calls),
				micros: BigInt(micros),
			})),
		)
		.execute()
const read = (from: number, to: number) => desk.run('statistics', owner, { path, query: { from, to } })
const csv = (from: number, to: number) => desk.run('statisticsCsv', owner, { path, query: { from, to } })
const nothing = { total: 0, invalid: 0, success: 0, clientErrors: 0, serverErrors: 0 }
const atOnce = { average: 0, p50: 0, p95: 0, p99: 0 }

/** Classes 40, 44 and 48 end at 1,024, 2,048 and 4,096 microseconds. */
const rows: readonly Row[] = [
	[-1, 'eth_call', 'ok', 40, 7, 7_000],
	[0, 'eth_call', 'ok', 40, 6, 6_000],
	[0, 'eth_call', 'ok', 44, 3, 6_000],
	[0, 'eth_call', '4xx', 44, 1, 2_000],
	[0, 'invalid', '4xx', -1, 5, 0],
	[1, 'eth_a', '5xx', 48, 2, 8_000],
	[1, 'eth_call', 'ok', 0, 1, 1],
	[2, 'eth_call', 'ok', 40, 9, 9_000],
]

test('the statistics of an application are told to its team alone', async () => {
	const stranger = await desk.account('stranger@example.com')
	const given = { path, query: { from: at, to: at + hour } }
	for (const id of ['statistics', 'statisticsCsv'] as const) {
		expect(await refusalOf(desk.run(id, stranger, given))).toEqual([
			404,
			'not_found',
			'There is no such application.',
			'See the ones you can with the list of applications.',
		])
	}
})

test('statistics sum up the hours that a range touches, by method and by hour', async () => {
	await write(rows)
	const { latency, methods, hours, ...counts } = await read(at, at + 2 * hour)
	expect(counts).toEqual({
		from: at,
		to: at + 2 * hour,
		total: 18,
		invalid: 5,
		success: 10,
		clientErrors: 6,
		serverErrors: 2,
	})
	// 22,001 microseconds in 13 calls.
	expect(latency.average).toBe(1.692)
	expect(methods.map(({ latency: { average }, ...rest }) => ({ ...rest, average }))).toEqual([
		{ ...nothing, method: 'eth_a', total: 2, serverErrors: 2, average: 4 },
		{ ...nothing, method: 'eth_call', total: 11, success: 10, clientErrors: 1, average: 1.273 },
		{ ...nothing, method: 'invalid', total: 5, invalid: 5, clientErrors: 5, average: 0 },
	])
	expect(methods[2]?.latency).toEqual(atOnce)
	expect(hours).toEqual([
		{ ...nothing, at, total: 15, invalid: 5, success: 9, clientErrors: 6, averageMs: 1.4 },
		{ ...nothing, at: at + hour, total: 3, success: 1, serverErrors: 2, averageMs: 2.667 },
	])
	// One millisecond of an hour is the whole hour.
	expect(await read(at + hour - 1, at + hour + 1)).toEqual({
		...counts,
		latency,
		methods,
		hours,
	})
	expect((await read(at, at + hour)).total).toBe(15)
	expect((await read(at - 1, at)).total).toBe(7)
})

test('the percentiles of statistics are those of all calls that ran, whatever method and hour they are of', async () => {
	await write([
		[0, 'eth_a', 'ok', 40, 40, 1],
		[1, 'eth_b', 'ok', 40, 10, 1],
		[1, 'eth_b', '4xx', 44, 45, 1],
		[1, 'eth_b', '4xx', 48, 4, 1],
		[1, 'eth_b', '5xx', 52, 1, 1],
		[1, 'invalid', '4xx', -1, 1_000, 0],
	])
	const { latency } = await read(at, at + 2 * hour)
	expect(latency).toEqual({ average: 0, p50: 1.024, p95: 2.048, p99: 4.096 })
})

test('statistics of an hour without calls are all nothing', async () => {
	const { latency, methods, hours, total } = await read(at, at + hour)
	expect({ latency, methods, hours, total }).toEqual({
		latency: atOnce,
		methods: [],
		hours: [{ ...nothing, at, averageMs: 0 }],
		total: 0,
	})
	expect(await csv(at, at + hour)).toBe('hour,method,outcome,calls,average_ms,p50_ms,p95_ms,p99_ms\r\n')
})

test('statistics as CSV have a line for each hour, method and outcome, in order', async () => {
	await write(rows)
	expect((await csv(at, at + 2 * hour)).split('\r\n')).toEqual([
		'hour,method,outcome,calls,average_ms,p50_ms,p95_ms,p99_ms',
		expect.stringMatching(/^2026-11-21T12:00:00\.000Z,eth_call,4xx,1,2,\d/),
		expect.stringMatching(/^2026-11-21T12:00:00\.000Z,eth_call,ok,9,1\.333,\d/),
		'2026-11-21T12:00:00.000Z,invalid,refused,5,0,0,0,0',
		expect.stringMatching(/^2026-11-21T13:00:00\.000Z,eth_a,5xx,2,4,\d/),
		'2026-11-21T13:00:00.000Z,eth_call,ok,1,0.001,0.001,0.001,0.001',
		'',
	])
})

test('a range of statistics ends after it starts and has at most 400 days of whole hours', async () => {
	const wrong = [400, 'invalid', 'The range of statistics ends after it starts and has at most 400 days.', '']
	const most = 400 * 24 * hour
	for (const attempt of [read(at, at), read(at, at - hour), read(at, at + most + 1), csv(at - 1, at + most)]) {
		expect(await refusalOf(attempt)).toEqual(wrong)
	}
	expect((await read(at, at + most)).hours).toHaveLength(9_600)
	expect((await read(at, at + 1)).hours).toHaveLength(1)
})
