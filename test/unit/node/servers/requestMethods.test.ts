import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type ClientRequest, createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestMethods } from '../../../../src/node/servers/requestMethods.ts'
import { RequestJournal } from '../../../../src/serve/requests/RequestJournal.ts'
import type { RequestStart } from '../../../../src/serve/requests/RequestNote.ts'
import type { ListenerAddresses } from '../../../../src/wire/AdminSchema.ts'

interface Asked {
	readonly method: string | undefined
	readonly url: string | undefined
	readonly headers: IncomingHttpHeaders
	readonly body: string
}

let journal: RequestJournal
let server: Server
let asked: Asked[]
/** What the listener answers. */
let answer: { readonly status: number; readonly body: string }
let addresses: ListenerAddresses

beforeEach(async () => {
	journal = new RequestJournal()
	journal.set(true)
	asked = []
	answer = { status: 201, body: 'done' }
	server = createServer(async (request, response) => {
		let body = ''
		for await (const part of request) body += part
		asked.push({ method: request.method, url: request.url, headers: request.headers, body })
		response.writeHead(answer.status).end(answer.body)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	addresses = { rest: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
})
afterEach(() => server.close())

const methods = () =>
	requestMethods(
		journal,
		async (on) => journal.set(on),
		() => addresses,
	)

/** Notes a request. */
function note(start: Partial<RequestStart>, body = ''): number {
	const noted = journal.begin({ listener: 'rest', from: '127.0.0.1', method: 'GET', path: '/', ...start })!
	noted.body.add(body)
	journal.finish(noted)
	return noted.id
}

describe('a request that is sent again', () => {
	it('a request that is sent again has its method, path, headers and body, but nothing of its old connection', async () => {
		const own = { host: 'old.example:1', connection: 'close', 'Transfer-Encoding': 'chunked', Expect: '100-continue' }
		const headers = Object.entries({ ...own, 'Content-Length': '99', upgrade: 'x', 'X-Api-Key': 'key', accept: 'a/b' })
		const id = note({ method: 'PUT', path: '/txs?a=b', headers }, '{"tx":1}')
		expect(await methods().requests_replay({ id })).toEqual({ status: 201, body: 'done', ms: expect.any(Number) })
		expect(asked).toMatchObject([{ method: 'PUT', url: '/txs?a=b', body: '{"tx":1}' }])
		const { 'x-api-key': key, accept, 'content-length': length, host, ...others } = asked[0]!.headers
		expect([key, accept, length, host]).toEqual(['key', 'a/b', '8', new URL(String(addresses.rest)).host])
		expect(Object.keys(others)).toEqual(['connection'])
	})

	it('a request that is sent again tells how long its reply took, in hundredths of a millisecond', async () => {
		const id = note({})
		const now = vi.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValue(1_012.3456)
		try {
			expect(await methods().requests_replay({ id })).toEqual({ status: 201, body: 'done', ms: 12.35 })
		} finally {
			now.mockRestore()
		}
	})

	it('a request to a listener with a certificate of its own is sent again', async () => {
		const folder = join(import.meta.dirname, '../../../fixtures/endpoints')
		const [cert, key] = ['cert', 'key'].map((kind) => readFileSync(join(folder, `localhost.${kind}.pem`)))
		const secure = createTlsServer({ cert, key }, (request, response) => response.end(`${request.url} served`))
		secure.listen(0, '127.0.0.1')
		await once(secure, 'listening')
		addresses = { endpoints: `https://127.0.0.1:${(secure.address() as AddressInfo).port}` }
		const id = note({ listener: 'endpoints', path: '/v1/abc' })
		expect(await methods().requests_replay({ id })).toMatchObject({ status: 200, body: '/v1/abc served' })
		secure.close()
	})

	it('a call of a websocket is sent again as a post', async () => {
		const id = note({ method: 'WS', path: '/websocket', headers: [['x-other', '1']] }, '{"id":1}')
		await methods().requests_replay({ id })
		expect(asked).toMatchObject([
			{ method: 'POST', url: '/', body: '{"id":1}', headers: { 'content-type': 'application/json' } },
		])
		expect(asked[0]!.headers).not.toHaveProperty('x-other')
	})

	it('the reply to a request that is sent again is shown without its secrets, and without what is beyond a megabyte', async () => {
		answer = { status: 500, body: '{"password":"open-sesame"}' }
		const id = note({})
		const { status, body } = (await methods().requests_replay({ id })) as {
			readonly status: number
			readonly body: string
		}
		expect(status).toBe(500)
		expect(body).not.toContain('open-sesame')
		answer = { status: 200, body: 'x'.repeat(3_000_000) }
		const long = ((await methods().requests_replay({ id })) as { readonly body: string }).body
		expect(long.length).toBeGreaterThan(900_000)
		expect(long.length).toBeLessThanOrEqual(1_000_000)
		answer = { status: 200, body: 'x'.repeat(1_000_000) }
		expect(await methods().requests_replay({ id })).toMatchObject({ body: answer.body })
		answer = { status: 200, body: 'x'.repeat(1_000_001) }
		expect(await methods().requests_replay({ id })).not.toMatchObject({ body: answer.body })
	})

	it('a request whose reply breaks off when it is sent again tells so', async () => {
		const id = note({})
		server.removeAllListeners('request')
		server.on('request', (_request, response) => {
			response.writeHead(200, { 'content-length': '9' })
			response.write('half', () => response.destroy())
		})
		await expect(methods().requests_replay({ id })).rejects.toMatchObject({
			message: 'The rest listener does not answer.',
			why: 'aborted',
			next: 'Check that it is on.',
		})
	})

	it('a request that is sent again is given up after half a minute in which its listener says nothing', async () => {
		const id = note({})
		server.removeAllListeners('request')
		const sent: (ClientRequest & { readonly timeout?: number })[] = []
		const watch = (message: unknown) => void sent.push((message as { readonly request: ClientRequest }).request)
		subscribe('http.client.request.start', watch)
		try {
			const refused = methods()
				.requests_replay({ id })
				.catch((fault: unknown) => fault)
			await expect.poll(() => sent.map(({ timeout }) => timeout)).toEqual([30_000])
			sent[0]!.emit('timeout')
			expect(await refused).toMatchObject({
				message: 'The rest listener does not answer.',
				why: 'no answer within 30 s',
				next: 'Check that it is on.',
			})
		} finally {
			unsubscribe('http.client.request.start', watch)
		}
	})

	it.each([
		['whose body may hold a password', { private: true }, '', 'Its body is not kept, for it may hold a password.'],
		['whose body was cut', {}, 'b'.repeat(16_385), 'Its body was cut.'],
	])('a request %s cannot be sent again', async (_what, start, body, why) => {
		const id = note(start, body)
		await expect(methods().requests_replay({ id })).rejects.toMatchObject({
			message: 'This request cannot be sent again.',
			why,
			next: 'Send it from the program that made it.',
		})
		expect(asked).toEqual([])
	})

	it('a request to a listener that is off, or does not answer, is not sent again', async () => {
		const id = note({ listener: 'rest' })
		addresses = { rest: 'http://127.0.0.1:1' }
		await expect(methods().requests_replay({ id })).rejects.toMatchObject({
			message: 'The rest listener does not answer.',
			why: expect.stringContaining('ECONNREFUSED'),
			next: 'Check that it is on.',
		})
		addresses = {}
		await expect(methods().requests_replay({ id })).rejects.toMatchObject({
			message: 'The rest listener is off.',
			next: 'Switch it on, then send it again.',
		})
	})
})

describe('the list of requests', () => {
	const ids = async (params: { readonly after?: unknown; readonly limit?: unknown; readonly waitMs?: unknown }) =>
		((await methods().requests_list(params)) as { readonly requests: readonly { readonly id: number }[] }).requests.map(
			({ id }) => id,
		)

	it('the list of requests has the newest after one, 200 of them or as many as were asked for below that', async () => {
		for (let index = 0; index < 203; index++) note({})
		const all = Array.from({ length: 203 }, (_, index) => index + 1)
		expect(await ids({})).toEqual(all.slice(3))
		expect(await ids({ limit: 500 })).toEqual(all.slice(3))
		expect(await ids({ limit: 2 })).toEqual([202, 203])
		expect(await ids({ limit: 0 })).toEqual([203])
		expect(await ids({ after: 201 })).toEqual([202, 203])
		expect(await ids({ after: '202' })).toEqual([203])
		// There is one already, so nothing is waited for.
		expect(await ids({ after: 202, waitMs: 30_000 })).toEqual([203])
		expect(await ids({ after: 203 })).toEqual([])
	})

	it('the list of requests begins with the first one of a journal that has few, and is empty once it is cleared', async () => {
		for (const path of ['/a', '/b']) note({ path })
		expect(await ids({})).toEqual([1, 2])
		expect(await methods().requests_clear({})).toEqual({ on: true })
		expect(await ids({})).toEqual([])
	})

	it('what was served is told of all listeners, and of a path where one is named', async () => {
		note({ path: '/a?b=c' })
		const all = await methods().requests_served({})
		expect(all).toEqual({ on: true, listeners: journal.served.listeners(Date.now()) })
		expect(await methods().requests_served({ path: '/a' })).toEqual({
			...all,
			path: journal.served.path('/a', Date.now()),
		})
	})

	it('the list of requests waits for the next one when it is asked to', async () => {
		const next = ids({ after: 0, waitMs: 30_000 })
		note({})
		expect(await next).toEqual([1])
	})

	it('the list of requests waits as long as it is told, and not at all when it is not told to', async () => {
		vi.useFakeTimers()
		try {
			for (const params of [{}, { waitMs: 0 }, { waitMs: -1 }, { waitMs: 'long' }])
				expect(await ids(params)).toEqual([])
			let answered = 0
			const waiting = [1, 30_001].map((waitMs) => ids({ waitMs }).finally(() => answered++))
			await vi.advanceTimersByTimeAsync(0)
			expect(answered).toBe(0)
			await vi.advanceTimersByTimeAsync(1)
			expect(answered).toBe(1)
			// Nobody waits longer than half a minute.
			await vi.advanceTimersByTimeAsync(29_998)
			expect(answered).toBe(1)
			await vi.advanceTimersByTimeAsync(1)
			expect(await Promise.all(waiting)).toEqual([[], []])
		} finally {
			vi.useRealTimers()
		}
	})

	it('a request that is not in the list is named, with what can be done', async () => {
		await expect(methods().requests_get({ id: 7 })).rejects.toMatchObject({
			message: 'There is no request 7.',
			why: 'Only the newest 500 are kept.',
			next: 'Choose one of the list.',
		})
		expect(await methods().requests_set({ on: 'yes' })).toEqual({ on: false })
		await expect(methods().requests_get({ id: 7 })).rejects.toMatchObject({
			why: 'Requests are not noted.',
			next: 'Switch the journal on.',
		})
		expect(await methods().requests_set({ on: true })).toEqual({ on: true })
	})
})
