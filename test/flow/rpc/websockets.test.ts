import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import type { Engine } from '../../../src/engine/Engine.ts'
import type { RunningServer } from '../../../src/serve/listen.ts'
import { testEngine } from '../../unit/engine/testEngine.ts'
import { rpcServer } from './rpcServer.ts'

/** After this time without a word a client is asked whether it is there (tendermint v0.34.15 rpc/jsonrpc/server/ws_handler.go). */
const pingMs = 27_000

let engine: Engine
let server: RunningServer
let sockets: WebSocket[] = []

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	engine = await testEngine()
	server = await rpcServer(engine)
})

afterEach(async () => {
	for (const socket of sockets) socket.terminate()
	sockets = []
	await server.close()
	vi.useRealTimers()
})

async function websocket(options: WebSocket.ClientOptions = {}): Promise<WebSocket> {
	const socket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket`, options)
	sockets.push(socket)
	await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
	return socket
}

/** Resolves with the next event of this name. */
const next = (socket: WebSocket, event: string): Promise<unknown> =>
	new Promise((resolve) => socket.once(event, (value: unknown) => resolve(value)))

async function answered(socket: WebSocket): Promise<void> {
	const reply = next(socket, 'message')
	socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'health', params: {} }))
	expect(JSON.parse(String(await reply))).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
}

describe('a websocket of the JSON-RPC', () => {
	test('a websocket whose client answers no ping ends at the second one', async () => {
		const socket = await websocket({ autoPong: false })
		const asked = next(socket, 'ping')
		vi.advanceTimersByTime(pingMs)
		await asked
		expect(socket.readyState).toBe(socket.OPEN)
		const gone = next(socket, 'close')
		vi.advanceTimersByTime(pingMs)
		expect(await gone).toBe(1006)
	})

	test.each([
		['answers pings', async (socket: WebSocket) => socket.pong()],
		['sends pings', async (socket: WebSocket) => socket.ping()],
		['asks something', answered],
	])('a websocket whose client only %s stays', async (_, shows) => {
		const socket = await websocket({ autoPong: false })
		for (let ping = 0; ping < 3; ping++) {
			const asked = next(socket, 'ping')
			vi.advanceTimersByTime(pingMs)
			await asked
			await shows(socket)
			await answered(await websocket())
		}
		expect(socket.readyState).toBe(socket.OPEN)
		const gone = next(socket, 'close')
		vi.advanceTimersByTime(pingMs)
		vi.advanceTimersByTime(pingMs)
		expect(await gone).toBe(1006)
	})

	test('a ping is answered with the same bytes', async () => {
		const socket = await websocket()
		const pong = next(socket, 'pong')
		socket.ping('are you there')
		expect(String(await pong)).toBe('are you there')
	})

	test('a websocket is opened on its own path alone, whatever stands behind the question mark', async () => {
		const answer = (path: string): Promise<string> =>
			new Promise((resolve) => {
				let text = ''
				const socket = connect(server.port, '127.0.0.1', () => {
					socket.write(
						`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
							'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
					)
				})
				socket.on('data', (data) => {
					text += data
					if (text.includes('\r\n\r\n')) socket.destroy()
				})
				socket.once('close', () => resolve(text.split('\r\n')[0] ?? ''))
			})
		expect(await answer('/elsewhere')).toBe('HTTP/1.1 404 Not Found')
		expect(await answer('/websocket/?x=/websocket')).toBe('HTTP/1.1 404 Not Found')
		expect(await answer('/websocket?key=1')).toBe('HTTP/1.1 101 Switching Protocols')
	})

	test('a websocket whose client takes no events ends when a megabyte of them waits, and one that takes them gets all', async () => {
		const blocks = 24
		const follow = async () => {
			const socket = await websocket()
			const subscribed = next(socket, 'message')
			socket.send(
				JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { query: "tm.event='NewBlock'" } }),
			)
			await subscribed
			let events = 0
			socket.on('message', () => events++)
			return { socket, gone: next(socket, 'close'), events: () => events }
		}
		const [slow, quick] = [await follow(), await follow()]
		slow.socket.pause()
		for (let block = 1; block <= blocks; block++) {
			await engine.broadcastTxSync(Buffer.from(`${block}=${'x'.repeat(500_000)}`))
			await engine.mine()
			await expect.poll(quick.events, { interval: 2 }).toBe(block)
		}
		slow.socket.resume()
		expect(await slow.gone).toBe(1006)
		expect(slow.events()).toBeLessThan(blocks)
		expect(quick.socket.readyState).toBe(WebSocket.OPEN)
	})

	test('a message in several pieces is one question', async () => {
		const socket = await websocket()
		const reply = next(socket, 'message')
		const text = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'health', params: {} })
		socket.send(text.slice(0, 10), { fin: false })
		socket.send(text.slice(10), { fin: true })
		expect(JSON.parse(String(await reply))).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
	})

	test('subscribing without parameters is answered as by the panic of the original, with the id -1', async () => {
		const socket = await websocket()
		const reply = next(socket, 'message')
		socket.send(JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'subscribe' }))
		expect(JSON.parse(String(await reply))).toMatchObject({
			id: -1,
			error: { code: -32603, data: 'reflect: Call with too few input arguments' },
		})
		await answered(socket)
	})
})
