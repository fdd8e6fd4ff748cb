import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusals } from '../../../src/endpoints/gateway/refusals.ts'
import { limits } from '../../../src/endpoints/limits.ts'
import { blockNumberCall, post, startService, type TestService, withApplication } from './support/service.ts'

let service: TestService

beforeAll(async () => {
	service = await startService({ config: { trustedProxies: ['127.0.0.1'] } })
})

afterAll(() => service.close())

const wrongKey = `ck_live_${'0'.repeat(49)}`

describe('an endpoint', () => {
	it('an endpoint is not found under another path', async () => {
		const { status, text } = await post(`${service.endpoints.url}/v1/${'0'.repeat(32)}`, blockNumberCall)
		expect([status, JSON.parse(text).error.message]).toEqual([404, 'endpoint not found'])
	})

	it('wants its key, JSON and POST', async () => {
		const { application, key } = await withApplication(service)
		const other = await withApplication(service)
		const auth = { 'x-api-key': key.key }
		const refused = async (headers?: Record<string, string>) => {
			const { status, text } = await post(application.url, blockNumberCall, headers)
			return { status, body: text }
		}
		expect(await refused()).toEqual(refusals.noKey)
		expect(await refused({ 'x-api-key': wrongKey })).toEqual(refusals.badKey)
		expect(await refused({ 'x-api-key': other.key.key })).toEqual(refusals.badKey)
		expect(await refused({ ...auth, 'content-type': 'text/plain' })).toEqual(refusals.contentType)
		const get = await fetch(application.url, { headers: auth })
		expect([get.status, await get.text()]).toEqual([refusals.method.status, refusals.method.body])
		expect((await post(application.url, blockNumberCall, auth)).status).toBe(200)
	})

	it('takes several keys, until they are revoked, rotated out or expired', async () => {
		const { application, key, client } = await withApplication(service)
		const status = async (text: string) => (await post(application.url, blockNumberCall, { 'x-api-key': text })).status
		const second = await client.createKey(application.id, { label: 'ci' })
		expect([await status(key.key), await status(second.key)]).toEqual([200, 200])
		await client.revokeKey(application.id, key.id)
		expect([await status(key.key), await status(second.key)]).toEqual([401, 200])
		const third = await client.rotateKey(application.id, second.id)
		expect([await status(second.key), await status(third.key)]).toEqual([200, 200])
		const fourth = await client.rotateKey(application.id, third.id, { overlapMs: 0 })
		expect([await status(third.key), await status(fourth.key)]).toEqual([401, 200])
		const brief = await client.createKey(application.id, { expiresAt: Date.now() + 300 })
		expect(await status(brief.key)).toBe(200)
		await expect.poll(() => status(brief.key), { timeout: 5_000 }).toBe(401)
		const listed = await client.keys(application.id)
		expect(listed).toHaveLength(5)
		expect(JSON.stringify(listed)).not.toContain(fourth.key)
	})

	it('can do without a key, and says what that means', async () => {
		const { application, client } = await withApplication(service)
		const open = await client.setKeyRequired(application.id, { required: false })
		expect(open.warnings[0]).toContain('Nothing protects this endpoint')
		expect((await post(application.url, blockNumberCall)).status).toBe(200)
		expect((await client.setAllowlists(application.id, { ips: ['10.0.0.0/8'] })).warnings).toEqual([])
		expect((await client.setKeyRequired(application.id, { required: true })).warnings).toEqual([])
	})

	// Kinds are AND-ed, entries OR-ed, an empty kind is open; a key is needed or not.
	const origin = 'https://app.example.com'
	const rows = [true, false].flatMap((key) =>
		[[], [origin]].flatMap((origins) =>
			[[], ['10.0.0.0/8']].flatMap((ips) =>
				[undefined, origin, 'https://evil.test'].flatMap((sent) =>
					['10.1.2.3', '192.0.2.1'].flatMap((from) => [{ key, origins, ips, sent, from }]),
				),
			),
		),
	)
	it(`decides all ${rows.length} combinations of key, origins and addresses`, async () => {
		const { application, key, client } = await withApplication(service)
		let before = ''
		for (const row of rows) {
			const setting = JSON.stringify([row.origins, row.ips])
			if (setting !== before) await client.setAllowlists(application.id, { origins: row.origins, ips: row.ips })
			before = setting
			const { status, headers, text } = await post(application.url, blockNumberCall, {
				'x-forwarded-for': `10.9.9.9, ${row.from}`,
				...(row.key ? { 'x-api-key': key.key } : {}),
				...(row.sent === undefined ? {} : { origin: row.sent }),
			})
			const addressAllowed = row.ips.length === 0 || row.from.startsWith('10.')
			const originAllowed = row.origins.length === 0 || row.sent === origin
			const wanted = !addressAllowed || !originAllowed ? 403 : row.key ? 200 : 401
			expect([row, status]).toEqual([row, wanted])
			const told = wanted === 200 ? undefined : JSON.parse(text).error.message
			const why = !addressAllowed ? 'address' : originAllowed ? 'noKey' : row.sent === undefined ? 'noOrigin' : 'origin'
			expect([row, told]).toEqual([row, wanted === 200 ? undefined : JSON.parse(refusals[why].body).error.message])
			const allowed = headers.get('access-control-allow-origin')
			if (wanted === 403 || row.sent === undefined) expect(allowed).toBeNull()
			else expect(allowed).toBe(row.origins.length === 0 ? '*' : origin)
		}
	})

	it('answers the preflight of an allowed origin only', async () => {
		const { application, client } = await withApplication(service)
		await client.setAllowlists(application.id, { origins: [origin] })
		const preflight = (from: string) => fetch(application.url, { method: 'OPTIONS', headers: { origin: from } })
		const allowed = await preflight(origin)
		expect(allowed.status).toBe(204)
		expect(allowed.headers.get('access-control-allow-headers')).toContain('x-api-key')
		expect((await preflight('https://evil.test')).status).toBe(403)
	})

	it('limits the rate with the time to wait', async () => {
		const { application, key, client } = await withApplication(service)
		await client.editApplication(application.id, { rateLimit: 5 })
		const auth = { 'x-api-key': key.key }
		const replies = await Promise.all(Array.from({ length: 20 }, () => post(application.url, blockNumberCall, auth)))
		const refused = replies.filter(({ status }) => status === 429)
		expect(refused.length).toBeGreaterThanOrEqual(10)
		expect(refused[0]?.headers.get('retry-after')).toBe('1')
		expect(JSON.parse(refused[0]?.text ?? '')).toMatchObject({ error: { code: -32005 } })
		await client.editApplication(application.id, { rateLimit: null })
		expect((await post(application.url, blockNumberCall, auth)).status).toBe(200)
	})

	it('answers recent heights only on the pruning network', async () => {
		const { application, key } = await withApplication(service, 'pruning')
		const ask = async (height: number) => {
			const params = `["0x${'0'.repeat(40)}","0x${height.toString(16)}"]`
			const body = `{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":${params}}`
			return JSON.parse((await post(application.url, body, { 'x-api-key': key.key })).text)
		}
		expect(await ask(4_001)).toMatchObject({ result: '0x0' })
		const { error } = await ask(4_000)
		expect(error.code).toBe(-32000)
		expect(error.message).toMatch(/missing trie node/)
		expect(error.message).toMatch(/heights 4001 to 5000/)
	})
})

describe('the management API', () => {
	const status = (headers: Record<string, string>) =>
		new Promise<number | undefined>((resolve, reject) => {
			const { port } = service.endpoints.address
			request({ host: '127.0.0.1', port, path: '/manage/v1/login-methods', headers }, (response) => {
				response.resume()
				resolve(response.statusCode)
			})
				.on('error', reject)
				.end()
		})

	it('answers programs of this machine only: no proxy, no web page, no borrowed name', async () => {
		expect(await status({})).toBe(200)
		expect(await status({ 'x-forwarded-for': '127.0.0.1' })).toBe(403)
		expect(await status({ origin: 'http://localhost:3000' })).toBe(403)
		expect(await status({ host: 'evil.test' })).toBe(403)
	})

	it('describes itself', async () => {
		const document = (await (await fetch(`${service.endpoints.url}/openapi.json`)).json()) as {
			readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
		}
		expect(document).toMatchObject({ openapi: '3.1.0' })
		const operations = Object.values(document.paths)
			.flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
			.sort()
		const { url: _url, isLoggedIn: _isLoggedIn, logOut: _logOut, tryCall: _tryCall, ...methods } = service.client
		expect(operations).toEqual(Object.keys(methods).sort())
	})

	it('shows metrics', async () => {
		const { application, key } = await withApplication(service)
		await post(application.url, blockNumberCall, { 'x-api-key': key.key })
		const text = await (await fetch(`${service.endpoints.url}/metrics`)).text()
		expect(text).toContain(
			`chain_tui_endpoint_calls_total{application="${application.id}",method="eth_blockNumber",outcome="ok"} 1`,
		)
	})
})

describe('a key that is followed by another', () => {
	it('leaves its end to the successor, unless another one is given', async () => {
		const { client, application } = await withApplication(service)
		const ends = Date.now() + 30 * 86_400_000
		const old = await client.createKey(application.id, { label: 'ci', expiresAt: ends })
		const fresh = await client.rotateKey(application.id, old.id)
		expect(fresh).toMatchObject({ label: 'ci', expiresAt: ends })
		await expect(client.rotateKey(application.id, old.id)).rejects.toThrow(/has a successor already/)
		const later = await client.rotateKey(application.id, fresh.id, { expiresAt: ends + 1 })
		expect(later.expiresAt).toBe(ends + 1)
		expect((await client.rotateKey(application.id, later.id, { expiresAt: null })).expiresAt).toBeNull()
	})

	it('takes its place where there is no room for one more', async () => {
		const { client, application, key } = await withApplication(service)
		for (let made = 1; made < limits.keysPerApplication; made++) await client.createKey(application.id)
		await expect(client.rotateKey(application.id, key.id)).rejects.toThrow(/has 50 keys/)
		await client.rotateKey(application.id, key.id, { overlapMs: 0 })
		const keys = await client.keys(application.id)
		expect(keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(limits.keysPerApplication)
	})
})
