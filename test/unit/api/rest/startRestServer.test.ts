import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { RestHandler } from '../../../../src/api/rest/RestHandler.ts'
import { startRestServer } from '../../../../src/api/rest/startRestServer.ts'
import type { RunningServer } from '../../../../src/serve/listen.ts'

let server: RunningServer | undefined

afterEach(async () => {
	await server?.close()
	server = undefined
})

const clock = { now: () => Date.parse('2026-11-21T03:13:28.900Z') }
const text = [['Content-Type', 'text/plain']] as const

async function serve(...handlers: RestHandler[]): Promise<string> {
	server = await startRestServer({ host: '127.0.0.1', port: 0, handlers, clock })
	return `http://127.0.0.1:${server.port}`
}

/** What comes back for raw bytes, until the server ends the connection. */
function raw(request: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect(server!.port, '127.0.0.1')
		let answer = ''
		socket.setEncoding('utf8')
		socket.on('data', (chunk: string) => {
			answer += chunk
		})
		socket.on('error', reject)
		socket.on('close', () => resolve(answer))
		socket.write(request)
	})
}

const echo: RestHandler = (request, reply) => {
	reply.send(200, text, `${request.method} ${request.path} ${request.rawQuery}`)
	return true
}

test('the server writes the headers of the framework in their order and no others', async () => {
	await serve(echo)
	expect(await raw('GET /a%20b?x=%31 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toBe(
		[
			'HTTP/1.1 200 OK',
			'Content-Type: text/plain',
			'X-Server-Time: 1795230808',
			'Date: Sat, 21 Nov 2026 03:13:28 GMT',
			'Content-Length: 14',
			'Connection: close',
			'',
			'GET /a b x=%31',
		].join('\r\n'),
	)
})

test('the server asks handlers in order until one takes the request, and waits for those that need time', async () => {
	const asked: string[] = []
	const base = await serve(
		() => {
			asked.push('first')
			return false
		},
		async ({ path }, reply) => {
			asked.push('second')
			if (path !== '/mine') return false
			reply.send(200, text, 'second')
			return true
		},
		(_request, reply) => {
			asked.push('third')
			reply.send(501, text, 'third')
			return true
		},
	)
	expect(await (await fetch(`${base}/mine`)).text()).toBe('second')
	expect(await (await fetch(`${base}/other`)).text()).toBe('third')
	expect(asked).toEqual(['first', 'second', 'first', 'second', 'third'])
})

test('the server sends to the clean path before any handler sees the request', async () => {
	const base = await serve(echo)
	const moved = await fetch(`${base}/a//b/?q=1`, { redirect: 'manual' })
	expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([301, '/a/b/?q=1', ''])
})

test('a request line with a broken escape gets what Go says and no more', async () => {
	await serve(echo)
	expect(await raw('GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n')).toBe(
		'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request',
	)
})

test.each([
	['a line that is no request', 'GARBAGE\r\n\r\n', '400 Bad Request'],
	[
		'a megabyte of headers',
		`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(2 ** 20)}`,
		'431 Request Header Fields Too Large',
	],
	['no Host header', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request: missing required Host header'],
])('a connection with %s gets what Go says, and ends', async (_what, request, status) => {
	await serve(echo)
	expect(await raw(request)).toBe(
		`HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`,
	)
})

test('a program of HTTP/1.0 needs no Host header, and is told when its connection stays open', async () => {
	await serve(echo)
	const answer = await raw('GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.0\r\n\r\n')
	const head = 'Content-Type: text/plain\r\nX-Server-Time: 1795230808\r\nDate: Sat, 21 Nov 2026 03:13:28 GMT\r\n'
	expect(answer).toBe(
		[
			`HTTP/1.1 200 OK\r\n${head}Content-Length: 7\r\nConnection: keep-alive\r\n\r\nGET /a `,
			`HTTP/1.1 200 OK\r\n${head}Content-Length: 7\r\n\r\nGET /b `,
		].join(''),
	)
})

test('a reply without text to HEAD tells no length, and one with text tells the length alone', async () => {
	await serve(({ path }, reply) => {
		reply.send(200, [], path === '/empty' ? '' : 'text')
		return true
	})
	const answer = await raw(
		'HEAD /empty HTTP/1.1\r\nHost: x\r\n\r\nHEAD /full HTTP/1.1\r\nHost: x\r\n\r\nGET /empty HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
	)
	const head = 'HTTP/1.1 200 OK\r\nX-Server-Time: 1795230808\r\nDate: Sat, 21 Nov 2026 03:13:28 GMT\r\n'
	expect(answer).toBe(
		`${head}\r\n${head}Content-Length: 4\r\n\r\n${head}Content-Length: 0\r\nConnection: close\r\n\r\n`,
	)
})

test('a connection ends after a reply to a client that still holds back its body, and goes on once the body is there', async () => {
	await serve(({ path, body }, reply) => {
		if (path === '/unread') {
			reply.send(401, [], '')
			return true
		}
		return body().then((bytes) => {
			reply.send(200, text, String(bytes.length))
			return true
		})
	})
	const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n`
	const head = 'X-Server-Time: 1795230808\r\nDate: Sat, 21 Nov 2026 03:13:28 GMT\r\n'
	const unread = `HTTP/1.1 401 Unauthorized\r\n${head}Content-Length: 0\r\nConnection: close\r\n\r\n`
	expect(await raw(post('/unread'))).toBe(unread)
	expect(await raw(`${post('/read')}abc${post('/unread')}`)).toBe(
		`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${head}Content-Length: 1\r\n\r\n3${unread}`,
	)
})

test('a path that no handler takes is not found', async () => {
	const base = await serve(() => false)
	const answer = await fetch(`${base}/other`)
	expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
		404,
		'text/plain; charset=utf-8',
		'404 page not found\n',
	])
	expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a reply goes out in chunks from 2049 bytes on', async () => {
	const base = await serve(({ path }, reply) => {
		reply.send(200, text, 'é'.repeat(path === '/small' ? 1024 : 1025))
		return true
	})
	const small = await fetch(`${base}/small`)
	const large = await fetch(`${base}/large`)
	expect([small.headers.get('content-length'), (await small.text()).length]).toEqual(['2048', 1024])
	expect([large.headers.get('content-length'), (await large.text()).length]).toEqual([null, 1025])
})

test.each([
	[1_000_000, '1000000'],
	[1_000_001, 'http: request body too large'],
])('a body of %d bytes', async (size, answer) => {
	const base = await serve(async (request, reply) => {
		try {
			reply.send(200, text, String((await request.body()).length))
		} catch (error) {
			reply.send(400, text, error instanceof Error ? error.message : '')
		}
		return true
	})
	expect(await (await fetch(base, { method: 'POST', body: 'a'.repeat(size) })).text()).toBe(answer)
})

test.each([
	['throws', () => Promise.reject(new TypeError('boom'))],
	[
		'throws at once',
		() => {
			throw new TypeError('boom')
		},
	],
])('the server answers 500 when a handler %s', async (_how, handler) => {
	const base = await serve(handler)
	const answer = await fetch(base)
	expect(answer.status).toBe(500)
	expect(await answer.json()).toEqual({
		jsonrpc: '2.0',
		id: -1,
		error: { code: -32603, message: 'Internal error', data: 'boom' },
	})
})

test('a taken port is told with the next step', async () => {
	await serve(echo)
	await expect(startRestServer({ host: '127.0.0.1', port: server!.port, handlers: [echo] })).rejects.toMatchObject({
		name: 'UserError',
		next: expect.stringContaining('--rest'),
	})
})

test('the server lets a request in progress end when it closes', async () => {
	let release: (() => void) | undefined
	const started = new Promise<void>((resolve) => {
		release = resolve
	})
	let finish: (() => void) | undefined
	const base = await serve(async (_request, reply) => {
		release?.()
		await new Promise<void>((resolve) => {
			finish = resolve
		})
		reply.send(200, text, 'done')
		return true
	})
	const answer = fetch(base)
	await started
	const closing = server!.close()
	server = undefined
	finish?.()
	expect(await (await answer).text()).toBe('done')
	await closing
})
