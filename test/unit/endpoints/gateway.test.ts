import { expect, test } from 'vitest'
import {
	allow,
	applicationId,
	ask,
	call,
	counted,
	desk,
	directory,
	failed,
	gatewayForEach,
	key,
	lines,
	meter,
	metrics,
	notice,
	ok,
	owner,
	path,
	type Reply,
	refusal,
	relays,
} from './support/gateway.ts'

gatewayForEach()

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

test('a private endpoint whose database fails refuses the call for now, and tells the log why', async () => {
	directory.forget()
	await desk.db.schema.alterTable('applications').renameTo('elsewhere').execute()
	const message = 'the call could not be counted and is not answered, try again'
	const { status, body, headers } = await ask(call('echo'))
	expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([
		503,
		'1',
		{ jsonrpc: '2.0', id: null, error: { code: expect.any(Number), message } },
	])
	expect(lines).toEqual([expect.stringMatching(/^error endpoints request failed: .*no such table: applications/)])
	await desk.db.schema.alterTable('elsewhere').renameTo('applications').execute()
	expect((await ask(call('echo'))).body).toBe(ok(null))
})
