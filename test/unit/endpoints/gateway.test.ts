import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { required } from '../../../src/api/eth/args/valueParams.ts'
import { type EthJson, optional } from '../../../src/api/eth/rpc/EthMethod.ts'
import { EthMethodSet } from '../../../src/api/eth/rpc/EthMethodSet.ts'
import { defaultEndpointsConfig, type EndpointsConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { EndpointDirectory } from '../../../src/endpoints/gateway/EndpointDirectory.ts'
import { endpointPathOf, Gateway } from '../../../src/endpoints/gateway/Gateway.ts'
import { GatewayMetrics } from '../../../src/endpoints/gateway/GatewayMetrics.ts'
import { Leases } from '../../../src/endpoints/metering/Leases.ts'
import { Meter } from '../../../src/endpoints/metering/Meter.ts'
import { definePlainMethod, stateBlock } from '../../../src/endpoints/methods/plainParams.ts'
import type { Actor } from '../../../src/endpoints/service/Operation.ts'
import { type Desk, openDesk } from './support/desk.ts'

const text = optional(required((node): EthJson => JSON.parse(node.raw)))
const method = (name: string, run: (value: EthJson | undefined) => EthJson | Promise<EthJson>) =>
	definePlainMethod({ name, params: [text], cost: 'none', endpoint: 'serve', run: ([value]) => run(value) })
const methods = [
	method('echo', (value) => value ?? null),
	method('long', (length) => 'x'.repeat(Number(length))),
	method('late', async (value) => value ?? null),
	method('broken', () => {
		throw new TypeError('secret detail')
	}),
	definePlainMethod({
		name: 'height',
		params: [stateBlock],
		cost: 'none',
		endpoint: 'serve',
		run: ([at]) => at.height ?? null,
	}),
]
const limits = { bodyBytes: 300, batchItems: 3, replyBytes: 400, callTimeoutMs: 60_000 }

let desk: Desk
let owner: Actor
let applicationId: string
let path: string
let key: string
let server: Server
let meter: Meter
let directory: EndpointDirectory
let metrics: GatewayMetrics
let lines: string[]

beforeEach(async () => {
	const config: EndpointsConfig = { ...defaultEndpointsConfig, limits, pruningWindow: 10 }
	desk = await openDesk(config)
	owner = await desk.account('owner@example.com')
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'acme' } })
	const made = await desk.run('createApplication', owner, {
		path: { projectId },
		body: { name: 'app', network: 'archival' },
	})
	applicationId = made.application.id
	path = made.application.endpointPath
	key = made.key.key
	lines = []
	const log = (level: string, source: string, line: string) => lines.push(`${level} ${source} ${line}`)
	const { storage, chain } = desk.context
	const clock = desk.clock
	directory = new EndpointDirectory(storage, log)
	meter = new Meter(storage, clock, 'process')
	metrics = new GatewayMetrics()
	const gateway = new Gateway({
		directory,
		meter,
		leases: new Leases(storage, clock, 'process'),
		chain,
		methods: EthMethodSet.of(methods, { chain, evmChainId: undefined }),
		config,
		metrics,
		clock,
		log,
	})
	server = createServer((request, response) => gateway.handle(request, response, endpointPathOf(request.url ?? '')))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
	vi.useRealTimers()
	server.closeAllConnections()
	await new Promise((resolve) => server.close(resolve))
	directory.close()
	await meter.close()
	await desk.context.storage.close()
})

interface Sent {
	readonly method?: string
	readonly headers?: Readonly<Record<string, string>>
	/** Without the usual key and type. */
	readonly bare?: boolean
	readonly at?: string
	/** Sent without its length. */
	readonly chunked?: boolean
}
interface Reply {
	readonly status: number | undefined
	readonly body: string
	readonly headers: IncomingHttpHeaders
}
function ask(body: string, { method: verb = 'POST', headers = {}, bare, at, chunked }: Sent = {}): Promise<Reply> {
	const usual = bare ? {} : { 'x-api-key': key, 'content-type': 'application/json' }
	const length = chunked || verb !== 'POST' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
	const { port } = server.address() as AddressInfo
	return new Promise((resolve, reject) => {
		const sent = httpRequest(
			{
				host: '127.0.0.1',
				port,
				method: verb,
				path: at ?? `/v1/${path}`,
				headers: { ...usual, ...length, ...headers },
			},
			(response) => {
				let read = ''
				response.on('data', (chunk) => {
					read += String(chunk)
				})
				response.on('end', () => resolve({ status: response.statusCode, body: read, headers: response.headers }))
			},
		).on('error', reject)
		sent.end(body === '' ? undefined : body)
	})
}
const call = (name: string, params: unknown = [], id: unknown = 1) =>
	JSON.stringify({ jsonrpc: '2.0', method: name, params, id })
const notice = (name: string) => JSON.stringify({ jsonrpc: '2.0', method: name, params: [] })
const ok = (result: unknown, id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, result })
const failed = (code: number, message: string, id: unknown = null) =>
	JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
/** Rows of statistics, once everything is written. */
const counted = async () => {
	await meter.close()
	const rows = await desk.db.selectFrom('statistics').selectAll().orderBy('method').orderBy('outcome').execute()
	const sums = new Map<string, number>()
	for (const { method: name, outcome, bucket, calls } of rows) {
		const what = `${name} ${outcome} ${bucket < 0n ? 'refused' : 'ran'}`
		sums.set(what, (sums.get(what) ?? 0) + Number(calls))
	}
	return [...sums].map(([what, calls]) => `${what} ${calls}`)
}
const relays = async () =>
	(await desk.db.selectFrom('usage_accounts').select('relays').execute()).map((row) => Number(row.relays))
const refusal = async (body: string, sent?: Sent) => {
	const { status, body: said, headers } = await ask(body, sent)
	expect([headers['content-type'], headers['content-length']]).toEqual([
		'application/json',
		String(Buffer.byteLength(said)),
	])
	return [status, said]
}
const allow = async (body: { origins?: string[]; ips?: string[] }) => {
	await desk.run('setAllowlists', owner, { path: { applicationId }, body })
	directory.forget()
}

test('a request to a private endpoint is refused by status and text for its path, method, key and type', async () => {
	const echo = call('echo')
	for (const at of [
		'/',
		'/v1/',
		`/v1/${path}0`,
		`/v1/${path}/`,
		`/v2/${path}`,
		`/v1/${path.toUpperCase()}x`,
		`/v1/${'0'.repeat(32)}`,
	])
		expect([at, ...(await refusal(echo, { at }))]).toEqual([at, 404, failed(-32001, 'endpoint not found')])
	expect(await ask(echo, { at: `/v1/${path}?x=1` })).toMatchObject({ status: 200 })
	const post = await ask('', { method: 'GET' })
	expect([post.status, post.body, post.headers.allow]).toEqual([405, failed(-32600, 'use POST'), 'POST, OPTIONS'])
	const json = { 'content-type': 'application/json' }
	expect(await refusal(echo, { bare: true, headers: json })).toEqual([
		401,
		failed(-32016, 'API key required: send it in the x-api-key header'),
	])
	expect(await refusal(echo, { headers: { 'x-api-key': '' } })).toMatchObject({
		1: failed(-32016, 'API key required: send it in the x-api-key header'),
	})
	expect(await refusal(echo, { headers: { 'x-api-key': `${key}x` } })).toEqual([
		401,
		failed(-32016, 'API key is not valid for this endpoint'),
	])
	const types = [
		'application/json',
		'APPLICATION/json; charset=utf-8',
		'application/json-rpc',
		'application/jsonrequest;',
	]
	for (const type of types)
		expect(await ask(echo, { headers: { 'content-type': type } })).toMatchObject({ status: 200 })
	for (const type of ['', 'text/plain', 'application/jsonx', 'application/json, text/plain', 'xapplication/json']) {
		expect([type, ...(await refusal(echo, { headers: { 'content-type': type } }))]).toEqual([
			type,
			415,
			failed(-32600, 'invalid content type, only application/json is supported'),
		])
	}
	expect(await counted()).toEqual(['echo ok ran 5', 'invalid 4xx refused 9'])
	const { body } = await metrics.text()
	for (const [status, times] of [
		[405, 1],
		[401, 3],
		[415, 5],
	])
		expect(body).toContain(
			`chain_tui_endpoint_refusals_total{application="${applicationId}",status="${status}"} ${times}\n`,
		)
	expect(await relays()).toEqual([5])
	const [used] = await desk.db.selectFrom('api_keys').select('last_used_at').execute()
	expect(used?.last_used_at).toBe(BigInt(desk.clock.ms))
})

test('a private endpoint that needs no key takes any, and counts the use of one that it knows', async () => {
	await desk.run('setKeyRequired', owner, { path: { applicationId }, body: { required: false } })
	directory.forget()
	const json = { 'content-type': 'application/json' }
	expect(await ask(call('echo'), { bare: true, headers: json })).toMatchObject({ status: 200 })
	expect(await ask(call('echo'), { headers: { 'x-api-key': 'other' } })).toMatchObject({ status: 200 })
	await meter.close()
	const used = async () => (await desk.db.selectFrom('api_keys').select('last_used_at').execute())[0]?.last_used_at
	expect(await used()).toBeNull()
	// What is no call uses no key.
	expect(await ask('{"id":1}')).toMatchObject({ status: 200 })
	await meter.close()
	expect(await used()).toBeNull()
	await ask(call('echo'))
	expect(await used()).toBe(BigInt(desk.clock.ms))
})

test('a page of an allowed origin may call a private endpoint, and is told so before it does', async () => {
	const [mine, other] = ['https://a.test', 'https://b.test']
	const from = (origin: string, verb = 'POST') =>
		ask(verb === 'POST' ? call('echo') : '', { method: verb, headers: { origin }, bare: verb !== 'POST' })
	const cors = ({ status, headers }: Reply) => [
		status,
		headers['access-control-allow-origin'],
		headers['access-control-expose-headers'],
		headers.vary,
	]
	expect(cors(await from(other))).toEqual([200, '*', 'retry-after', undefined])
	expect(cors(await ask(call('echo')))).toEqual([200, undefined, undefined, undefined])
	await allow({ origins: ['a.test'] })
	expect(cors(await from(mine))).toEqual([200, mine, 'retry-after', 'origin'])
	const refused = await from(other)
	expect(cors(refused)).toEqual([403, undefined, undefined, undefined])
	expect(refused.body).toBe(failed(-32016, 'this origin is not on the allowlist of the endpoint'))
	expect(await refusal(call('echo'))).toEqual([
		403,
		failed(-32016, 'this endpoint needs an Origin header that is on its allowlist'),
	])
	const before = await from(mine, 'OPTIONS')
	expect([before.body, ...cors(before)]).toEqual(['', 204, mine, 'retry-after', 'origin'])
	expect(before.headers).toMatchObject({
		'access-control-allow-methods': 'POST, OPTIONS',
		'access-control-allow-headers': 'content-type, x-api-key',
		'access-control-max-age': '600',
	})
	expect(await from(other, 'OPTIONS')).toMatchObject({ status: 403 })
	await allow({ origins: [], ips: ['10.0.0.1'] })
	expect(await refusal(call('echo'))).toEqual([
		403,
		failed(-32016, 'this IP address is not on the allowlist of the endpoint'),
	])
	expect(await from(mine, 'OPTIONS')).toMatchObject({ status: 403 })
	await allow({ ips: ['127.0.0.1'] })
	expect(await ask(call('echo'))).toMatchObject({ status: 200 })
})

test('a body of a private endpoint may have so many bytes, calls and bytes of a reply', async () => {
	const sized = (length: number) => `${call('echo')}${' '.repeat(length - call('echo').length)}`
	const large = [413, failed(-32005, 'request body too large, at most 300 bytes')]
	for (const chunked of [false, true]) {
		expect(await ask(sized(300), { chunked })).toMatchObject({ status: 200 })
		expect(await refusal(sized(301), { chunked })).toEqual(large)
	}
	const batch = (calls: number) => `[${Array.from({ length: calls }, (_, id) => call('echo', [], id)).join()}]`
	const empty = (id: number) => ok(null, id)
	expect((await ask(batch(2))).body).toBe(`[${empty(0)},${empty(1)}]`)
	expect((await ask(`[${[7, 8, 9, 10].map((id) => call('echo', [], id)).join()}]`)).body).toBe(
		`[${failed(-32600, 'batch too large', 7)}]`,
	)
	const most = 400 - ok('').length
	expect((await ask(call('long', [most]))).body).toBe(ok('x'.repeat(most)))
	const over = 'response too large'
	expect((await ask(call('long', [most + 1]))).body).toBe(failed(-32003, over, 1))
	const both = (length: number) => ask(`[${call('long', [length])},${call('echo')}]`)
	const left = most - ok(null).length - '[,]'.length
	expect((await both(left)).body).toBe(`[${ok('x'.repeat(left))},${ok(null)}]`)
	expect((await both(left + 1)).body).toBe(failed(-32003, over))
	expect(await relays()).toEqual([2 + 2 + 2 + 4])
})

test('a private endpoint answers each form of a body, and bills the calls of it that are valid', async () => {
	const said = async (body: string) => {
		const { status, body: answer, headers } = await ask(body)
		return [status, answer, headers['content-length']]
	}
	const told = (answer: string) => [200, answer, String(Buffer.byteLength(answer))]
	const nothing = [204, '', undefined]
	const invalid = failed(-32600, 'Invalid Request')
	expect(await said(call('echo', ['é']))).toEqual(told(ok('é')))
	expect(await said(call('late', ['x'], 'id'))).toEqual(told(ok('x', 'id')))
	expect(await said(notice('echo'))).toEqual(nothing)
	expect(await said('{"id":1}')).toEqual(told(failed(-32600, 'Invalid Request', 1)))
	expect(await relays()).toEqual([3])
	expect(await said(`[${notice('echo')},${call('late', ['b'])}]`)).toEqual(told(`[${ok('b')}]`))
	expect(await said(`[${notice('echo')},${notice('late')}]`)).toEqual(nothing)
	expect(await said(`[1,${call('echo', ['c'], 3)}]`)).toEqual(told(`[${invalid},${ok('c', 3)}]`))
	expect(await said('[1]')).toEqual(told(`[${invalid}]`))
	expect(await said('[]')).toEqual(told(invalid))
	expect(await said('x')).toEqual(told(failed(-32700, 'Parse error')))
	expect(await relays()).toEqual([8])
	expect(await counted()).toEqual(['echo ok ran 5', 'invalid 4xx refused 5', 'late ok ran 3'])
	const { body } = await metrics.text()
	expect(body).toContain(`chain_tui_endpoint_refusals_total{application="${applicationId}",status="200"} 2\n`)
	for (const [name, outcome, times] of [
		['echo', 'ok', 5],
		['late', 'ok', 3],
		['invalid', '4xx', 3],
	]) {
		const labels = `application="${applicationId}",method="${name}",outcome="${outcome}"`
		expect(body).toContain(`chain_tui_endpoint_calls_total{${labels}} ${times}\n`)
	}
})

test('a fault of a method is told to the log with its method cut short, and not to the client', async () => {
	expect((await ask(call('broken'))).body).toBe(failed(-32603, 'Internal error', 1))
	expect(lines).toEqual([expect.stringMatching(/^error endpoints broken: TypeError: secret detail\n\s+at /)])
	expect((await ask(call('x'.repeat(150)))).status).toBe(200)
	expect(lines).toHaveLength(1)
	expect(await counted()).toEqual(['broken 5xx ran 1', 'other 4xx ran 1'])
})

test('a rate limit holds for all calls of a body together, and not for what is no call', async () => {
	await desk.run('editApplication', owner, { path: { applicationId }, body: { rateLimit: 2 } })
	directory.forget()
	vi.useFakeTimers({ toFake: ['performance'] })
	const two = `[${call('echo')},${call('echo', [], 2)}]`
	for (const free of ['x', '[]', `[${Array(4).fill(call('echo')).join()}]`])
		expect(await ask(free)).toMatchObject({ status: 200 })
	const limited = async (body: string, seconds: number) => {
		const { status, body: said, headers } = await ask(body)
		expect([status, said, headers['retry-after']]).toEqual([
			429,
			failed(-32005, `too many requests, retry after ${seconds} s`),
			String(seconds),
		])
	}
	expect(await ask(two)).toMatchObject({ status: 200 })
	await limited(two, 1)
	expect(await ask('x')).toMatchObject({ status: 200 })
	vi.advanceTimersByTime(500)
	await limited(two, 1)
	expect(await ask(call('echo'))).toMatchObject({ status: 200 })
	await limited(call('echo'), 1)
	vi.advanceTimersByTime(1_000)
	// A batch of more calls than a second has leaves a debt.
	expect(await ask(`[${Array(3).fill(call('echo')).join()}]`)).toMatchObject({ status: 200 })
	await limited(two, 2)
	expect(await relays()).toEqual([6])
})

test('a cap holds for the valid calls of a body together, and a body without any is served beyond it', async () => {
	await desk.run('setCap', owner, { body: { cap: 3 } })
	directory.forget()
	const reached = [402, failed(-32005, 'the monthly cap of relays set by the owner of this account is reached')]
	expect(await ask(`[${call('echo')},1,${call('echo')}]`)).toMatchObject({ status: 200 })
	expect(await refusal(`[${call('echo')},${call('echo')}]`)).toEqual(reached)
	expect(await ask(call('echo'))).toMatchObject({ status: 200 })
	expect(await refusal(call('echo'))).toEqual(reached)
	for (const free of ['x', '[]', '[1]', '{"id":1}']) expect(await ask(free)).toMatchObject({ status: 200 })
	expect(await relays()).toEqual([3])
	await desk.run('editApplication', owner, { path: { applicationId }, body: { rateLimit: 100 } })
	directory.forget()
	expect(await refusal(call('echo'))).toEqual(reached)
})

test('an archival application answers any height, and a pruning one the newest', async () => {
	expect((await ask(call('height', ['0x5']))).body).toBe(ok(5))
	await desk.db.updateTable('applications').set({ network: 'pruning' }).execute()
	directory.forget()
	expect((await ask(call('height', ['0x1387']))).body).toBe(ok(4_999))
	expect(JSON.parse((await ask(call('height', ['0x5']))).body).error.code).toBe(-32000)
})

test('a call of which nobody knows whether it was counted is not answered, and says so', async () => {
	await ask(call('echo'))
	await sql`pragma query_only = on`.execute(desk.db)
	vi.useFakeTimers({ toFake: ['performance'] })
	const asked = ask(call('echo'))
	let reply: Reply | undefined
	void asked.then((got) => {
		reply = got
	})
	await expect
		.poll(
			() => {
				vi.advanceTimersByTime(1_000)
				return reply
			},
			{ interval: 10 },
		)
		.toMatchObject({
			status: 503,
			body: failed(
				-32002,
				'the database was lost while the call was counted: it is not answered, and may or may not have been counted',
			),
			headers: { 'retry-after': '1' },
		})
	await sql`pragma query_only = off`.execute(desk.db)
})

test('a request whose endpoint cannot be read is refused before its body is there', async () => {
	await desk.db.schema.alterTable('applications').renameTo('gone').execute()
	const { port } = server.address() as AddressInfo
	const status = await new Promise<number | undefined>((resolve, reject) => {
		const headers = { 'content-length': '10' }
		const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: `/v1/${path}`, headers }, (response) => {
			response.resume()
			resolve(response.statusCode)
			sent.destroy()
		})
		sent.on('error', reject).flushHeaders()
	})
	expect([status, lines]).toEqual([503, ['error endpoints request failed: no such table: applications']])
})

test('a call that cannot be counted is not answered', async () => {
	await ask(call('echo'))
	await desk.db.schema.alterTable('usage_accounts').renameTo('gone').execute()
	for (const body of [call('echo'), `[${call('late')}]`]) {
		const { status, body: said, headers } = await ask(body)
		expect([status, said, headers['retry-after']]).toEqual([
			503,
			failed(-32002, 'the call could not be counted and is not answered, try again'),
			'1',
		])
	}
	expect(lines).toEqual(Array(2).fill('error endpoints request failed: no such table: usage_accounts'))
	await desk.db.schema.alterTable('gone').renameTo('usage_accounts').execute()
	expect(await ask(call('echo'))).toMatchObject({ status: 200 })
})

test.each([
	[`/v1/${'0a'.repeat(16)}`, '0a'.repeat(16)],
	[`/v1/${'0a'.repeat(16)}?a=/x`, '0a'.repeat(16)],
	[`/v1/${'0a'.repeat(16)}/`, undefined],
	[`/v1/${'0a'.repeat(15)}0`, undefined],
	[`/v1/${'0A'.repeat(16)}`, undefined],
	[`/v1/${'0a'.repeat(16)}f`, undefined],
	[`x/v1/${'0a'.repeat(16)}`, undefined],
])('the URL %s names the endpoint path %s', (url, named) => {
	expect(endpointPathOf(url)).toBe(named)
})
