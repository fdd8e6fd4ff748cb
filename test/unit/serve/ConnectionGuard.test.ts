import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, createServer as createNetServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConnectionGuard, type GuardLimits } from '../../../src/serve/ConnectionGuard.ts'
import { listen } from '../../../src/serve/listen.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

const answer: RequestListener = (request, response) => {
	request.resume()
	request.on('end', () => response.end('yes'))
}

/** A server whose guard trusts short requests, with its own ends of the connections. */
async function guarded(handler: RequestListener = answer, limits: Partial<GuardLimits> = {}) {
	const sockets: Socket[] = []
	const server = createServer(handler)
	const guard = new ConnectionGuard(undefined, limits)
	guard.watch(server, { trustsShort: true })
	server.on('connection', (socket) => sockets.push(socket))
	const port = await listen(server, '127.0.0.1', 0)
	closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
	return { guard, port, of: (index: number) => guard.of(sockets[index]!), sockets }
}

/** A client on a plain socket. */
async function client(port: number) {
	const socket = connect(port, '127.0.0.1')
	let text = ''
	socket.on('data', (data) => {
		text += data
	})
	socket.on('error', () => undefined)
	const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
	closing.push(() => socket.destroy())
	await new Promise((resolve) => socket.once('connect', resolve))
	return { socket, gone, answers: () => text.split('HTTP/1.1 200').length - 1 }
}

const post = (body: string, length = body.length) =>
	`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`

describe('a guard that trusts short requests', () => {
	it('does not count a connection that sends one short request after the other', async () => {
		const { port, of } = await guarded()
		const { socket, answers } = await client(port)
		for (let call = 1; call <= 20; call++) {
			socket.write(post('short'))
			await vi.waitFor(() => expect(answers()).toBe(call))
		}
		expect([of(0).counted, of(0).answering]).toEqual([false, 0])
	})

	it.each([
		['a long body', post('x'.repeat(5_000))],
		['a body of unknown length', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'],
		['a second request before the first reply', `${post('one')}${post('two')}`],
	])('counts it from %s on, and still answers', async (_, bytes) => {
		const { port, of } = await guarded()
		const { socket, answers } = await client(port)
		socket.write(bytes)
		await vi.waitFor(() => expect(answers()).toBeGreaterThan(0))
		expect(of(0).counted).toBe(true)
		socket.write(post('later'))
		await vi.waitFor(() => expect(answers()).toBe(bytes.split('POST').length))
		await vi.waitFor(() => expect(of(0).unfinished).toBe(0))
	})

	it('ends a pipeline of thousands at its limit, and none of the rest is begun', async () => {
		let begun = 0
		const { port } = await guarded(() => {
			begun++
		})
		const { socket, gone } = await client(port)
		socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))
		await gone
		expect(begun).toBe(17)
	})

	it('ends the largest when many begin large bodies', async () => {
		const { guard, port } = await guarded(answer, { unfinishedBytes: 300_000 })
		const clients = await Promise.all(Array.from({ length: 20 }, () => client(port)))
		for (const { socket } of clients) socket.write(post('x'.repeat(100_000), 900_000))
		await Promise.race(clients.map(({ gone }) => gone))
		await vi.waitFor(() => expect(guard.size).toBeLessThan(20))
		const honest = await client(port)
		honest.socket.write(post('short'))
		await vi.waitFor(() => expect(honest.answers()).toBe(1))
	})

	it('ends the largest when many heads are not whole', async () => {
		const { guard, port, sockets } = await guarded(answer, { unfinishedBytes: 50_000 })
		const clients = await Promise.all(Array.from({ length: 10 }, () => client(port)))
		for (const { socket } of clients) socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(10_000)}`)
		await vi.waitFor(() => expect(sockets.filter(({ bytesRead }) => bytesRead > 10_000)).toHaveLength(10))
		guard.check()
		await vi.waitFor(() => expect(guard.size).toBeLessThanOrEqual(5))
		expect(guard.size).toBeGreaterThan(0)
	})

	it('does not take a request that waits for its reply for one that is not whole', async () => {
		const waiting: ServerResponse[] = []
		const { guard, port, of } = await guarded((request, response) => {
			request.resume()
			waiting.push(response)
		})
		const { socket, answers } = await client(port)
		socket.write(post('', 5))
		await vi.waitFor(() => expect(waiting).toHaveLength(1))
		socket.write('abc')
		await vi.waitFor(() => {
			guard.check()
			expect(of(0).unfinished).toBe(3)
		})
		socket.write('de')
		await vi.waitFor(() => {
			guard.check()
			expect(of(0).unfinished).toBe(0)
		})
		expect(of(0).unfinishedSince).toBe(Number.POSITIVE_INFINITY)
		waiting[0]?.end('yes')
		await vi.waitFor(() => expect(answers()).toBe(1))
	})
})

describe('a guard of connections whose protocol reads past the socket', () => {
	it('takes none of what they have read for a request that is not whole', async () => {
		const guard = new ConnectionGuard(undefined, { unfinishedBytes: 1_000, requestMs: 0 })
		let read = 0
		const server = createNetServer((socket) => {
			guard.admit(socket)
			socket.on('data', (data) => {
				read += data.length
			})
		})
		const port = await listen(server, '127.0.0.1', 0)
		closing.push(() => server.close())
		const { socket } = await client(port)
		socket.write('x'.repeat(50_000))
		await vi.waitFor(() => expect(read).toBe(50_000))
		for (let look = 0; look < 3; look++) guard.check()
		expect(socket.destroyed).toBe(false)
		socket.write('y')
		await vi.waitFor(() => expect(read).toBe(50_001))
	})
})
