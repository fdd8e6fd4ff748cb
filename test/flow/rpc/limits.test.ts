import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { Engine } from '../../../src/engine/Engine.ts'
import { allowedOrigins } from '../../../src/serve/allowedOrigins.ts'
import type { GuardLimits } from '../../../src/serve/ConnectionGuard.ts'
import { frame } from '../../attack/support/hostileSocket.js'
import { until } from '../../support/until.ts'
import { testEngine } from '../../unit/engine/testEngine.ts'
import { rpcServer } from './rpcServer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

let engine: Engine
async function server(limits: Partial<GuardLimits> = {}, origins?: string) {
	engine = await testEngine()
	await engine.mine(30)
	const running = await rpcServer(
		engine,
		{},
		{ limits, ...(origins === undefined ? {} : { origins: allowedOrigins(origins) }) },
	)
	closing.push(() => running.close())
	return running
}

function raw(port: number): Promise<Socket> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => resolve(socket))
		socket.on('error', () => undefined)
		closing.push(() => socket.destroy())
	})
}

const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

function websocket(port: number, headers: Record<string, string> = {}): Promise<WebSocket> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket`, { headers })
		socket.once('open', () => resolve(socket))
		socket.on('error', reject)
		closing.push(() => socket.terminate())
	})
}

const call = (id: number, method: string, params: unknown = {}) =>
	JSON.stringify({ jsonrpc: '2.0', id, method, params })

describe('a web page cannot use the websocket of a node on the machine of who reads it', () => {
	it('unless it is served by this machine, or allowed', async () => {
		const { port } = await server()
		for (const origin of ['http://evil.example', 'null', 'http://localhost.evil.example']) {
			await expect(websocket(port, { origin })).rejects.toThrow('403')
		}
		await websocket(port, { origin: 'http://localhost:3000' })
		const other = await server({}, 'https://wallet.example')
		await websocket(other.port, { origin: 'https://wallet.example' })
		await expect(websocket(other.port, { origin: 'http://localhost:3000' })).rejects.toThrow('403')
	})

	it('a web page reads no reply of a node on its reader’s machine over HTTP', async () => {
		const { url } = await server()
		const ask = (origin: string, method = 'POST') =>
			fetch(url, {
				method,
				headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
				...(method === 'POST' ? { body: call(1, 'health') } : {}),
			})
		expect((await ask('http://evil.example')).headers.get('access-control-allow-origin')).toBe(null)
		expect((await ask('http://localhost:3000')).headers.get('access-control-allow-origin')).toBe(
			'http://localhost:3000',
		)
		const preflight = await ask('http://localhost:3000', 'OPTIONS')
		expect(preflight.status).toBe(204)
		expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
	})
})

describe('a node keeps its memory and its time', () => {
	it('when a client asks without reading: its further calls wait until it does', async () => {
		const { port } = await server()
		const socket = await websocket(port)
		let answered = 0
		socket.on('message', () => {
			answered++
		})
		socket.pause()
		for (let i = 0; i < 3000; i++) socket.send(call(i, 'blockchain', { minHeight: '1', maxHeight: '20' }))
		const other = await websocket(port)
		const reply = new Promise((resolve) => other.once('message', resolve))
		other.send(call(1, 'health'))
		await reply
		socket.resume()
		await until(() => answered >= 3000)
		expect(answered).toBe(3000)
	})

	it('when a message never ends: the client is told so and goes', async () => {
		const { port } = await server({ requestMs: 50 })
		const socket = await websocket(port)
		const closed = new Promise<[number, string]>((resolve) =>
			socket.once('close', (code, reason) => resolve([code, String(reason)])),
		)
		const inner = (socket as unknown as { _socket: Socket })._socket
		inner.write(frame('half', 1000))
		expect(await closed).toEqual([1008, 'the message was not whole in time'])
	})

	it('when many begin large messages: the largest go', async () => {
		const { port, url } = await server({ unfinishedBytes: 300_000 })
		const heads = await Promise.all(Array.from({ length: 20 }, () => raw(port)))
		const gone = heads.map(ended)
		for (const socket of heads) {
			socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(100_000)}`)
		}
		await Promise.race(gone)
		expect((await fetch(url, { method: 'POST', body: call(1, 'health') })).status).toBe(200)
	})

	it('when there are too many connections: one that does nothing makes room for one that asks', async () => {
		const { port, url } = await server({ connections: 5 })
		const idle = await Promise.all(Array.from({ length: 5 }, () => raw(port)))
		const gone = Promise.race(idle.map(ended))
		const reply = await fetch(url, { method: 'POST', body: call(1, 'health') })
		expect(await reply.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
		await gone
	})

	it('when one connection sends hundreds of requests before the first reply', async () => {
		const { port } = await server()
		const socket = await raw(port)
		const gone = ended(socket)
		socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000))
		socket.resume()
		await gone
		expect(socket.destroyed).toBe(true)
	})

	it('when a batch has thousands of calls, or a body a million values', async () => {
		const { url } = await server()
		const post = async (body: string) => (await fetch(url, { method: 'POST', body })).json()
		const batch = (count: number) => `[${Array.from({ length: count }, (_, i) => call(i, 'health')).join(',')}]`
		expect(await post(batch(1000))).toHaveLength(1000)
		expect(await post(batch(1001))).toMatchObject({
			error: { code: -32600, data: 'a batch has at most 1000 requests' },
		})
		expect(
			await post(
				call(
					1,
					'health',
					Array.from({ length: 100_000 }, () => 0),
				),
			),
		).toMatchObject({
			error: { code: -32700, data: 'error unmarshaling request: more than 10000 values' },
		})
	})

	it('when a search has a query of a megabyte', async () => {
		const { url } = await server()
		const query = `tx.height>0${' AND a.b=1'.repeat(50_000)}`
		const reply = await fetch(url, { method: 'POST', body: call(1, 'tx_search', { query }) })
		expect(await reply.json()).toMatchObject({
			error: { data: expect.stringContaining('maximum query length exceeded') },
		})
	})
})
