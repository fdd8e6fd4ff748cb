import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { portConnection } from '../../../../src/client/rpc/portConnection.ts'
import type { RpcStreamState } from '../../../../src/client/rpc/RpcConnection.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { remoteConnection } from '../../../../src/client/rpc/remoteConnection.ts'
import { until } from '../../../support/until.ts'

interface Message {
	readonly id: number
	readonly method: string
	readonly params: { readonly query?: string }
}
const event = (query: string) => ({ query, data: { type: 'x', value: {} }, events: {} })

describe('a connection to the node inside the app', () => {
	function connect() {
		const { port1, port2 } = new MessageChannel()
		const asked: Message[] = []
		port2.on('message', (message: Message) => asked.push(message))
		onTestFinished(() => {
			port1.close()
			port2.close()
		})
		const reply = (id: number, of: object): void => port2.postMessage(JSON.stringify({ jsonrpc: '2.0', id, ...of }))
		return { connection: portConnection(port1), asked, reply, port: port2 as MessagePort }
	}

	test('replies come to the call that has their id, in any order, and others are passed over', async () => {
		const { connection, asked, reply } = connect()
		const calls = [connection.call('health'), connection.call('net_info'), connection.call('status')]
		await until(() => asked.length === 3)
		expect(asked).toEqual(
			['health', 'net_info', 'status'].map((method, index) => ({ jsonrpc: '2.0', id: index + 1, method, params: {} })),
		)
		reply(7, { result: 'of nobody' })
		reply(3, { result: 'c' })
		reply(2, { error: { code: 5, message: 'no', data: 'why' } })
		reply(1, { result: 'a' })
		const [first, second, third] = await Promise.allSettled(calls)
		expect([first, third].map((settled) => settled?.status === 'fulfilled' && settled.value)).toEqual(['a', 'c'])
		expect(second).toEqual({ status: 'rejected', reason: new RpcError(5, 'no', 'why') })
	})

	test('events come to their subscription until it ends', async () => {
		const { connection, asked, reply } = connect()
		const states: RpcStreamState[] = []
		const events: unknown[] = []
		const end = connection.subscribe(
			'a',
			(one) => events.push(one),
			(state) => states.push(state),
		)
		connection.subscribe('b', (one) => events.push(one))
		await until(() => asked.length === 2)
		expect(asked.map(({ id, method, params }) => [id, method, params])).toEqual([
			[1, 'subscribe', { query: 'a' }],
			[2, 'subscribe', { query: 'b' }],
		])
		expect(states).toEqual([])
		reply(1, { result: {} })
		reply(2, { result: {} })
		await until(() => states.length > 0)
		expect([states, events]).toEqual([[{ up: true }], []])
		reply(1, { result: event('a') })
		reply(2, { result: event('b') })
		reply(2, { error: { code: 1, message: 'passed over' } })
		await until(() => events.length === 2)
		end()
		end()
		await until(() => asked.length === 3)
		expect(asked[2]).toEqual({ jsonrpc: '2.0', id: 3, method: 'unsubscribe', params: { query: 'a' } })
		reply(3, { result: {} })
		reply(1, { result: event('a') })
		reply(2, { result: event('b') })
		await until(() => events.length === 3)
		expect(events).toEqual([event('a'), event('b'), event('b')])
		connection.close()
		expect(states).toEqual([{ up: true }])
	})

	test('a subscription that is refused is down with the reason', async () => {
		const { connection, reply } = connect()
		const states: RpcStreamState[] = []
		connection.subscribe(
			'a',
			() => {},
			(state) => states.push(state),
		)
		reply(1, { error: { code: 1, message: 'too many', data: '' } })
		await until(() => states.length > 0)
		expect(states).toEqual([{ up: false, reason: 'too many' }])
	})

	test('what waits when the connection ends is told why, once, and later calls too', async () => {
		for (const [byNode, message] of [
			[true, 'The node inside the app has stopped.'],
			[false, 'The connection to the node was closed.'],
		] as const) {
			const { connection, asked, reply, port } = connect()
			const states: RpcStreamState[] = []
			const end = connection.subscribe(
				'a',
				() => {},
				(state) => states.push(state),
			)
			reply(1, { result: {} })
			await until(() => states.length > 0)
			const waiting = connection.call('health')
			waiting.catch(() => {})
			await until(() => asked.length === 2)
			if (byNode) port.close()
			else connection.close()
			await expect(waiting).rejects.toThrow(message)
			connection.close()
			await expect(connection.call('health')).rejects.toThrow(message)
			end()
			expect(states).toEqual([{ up: true }, { up: false, reason: message }])
			expect(asked).toHaveLength(2)
		}
	})
})

describe('the events of a remote node', () => {
	/** A node that takes websockets; each of its sockets answers as it is told. */
	async function nodeOf(answer: (message: Message, socket: WebSocket) => void, refuses = (): boolean => false) {
		const asked: string[] = []
		const sockets: WebSocket[] = []
		const headers: (string | undefined)[][] = []
		const server = new WebSocketServer({
			port: 0,
			host: '127.0.0.1',
			path: '/base/websocket',
			verifyClient: (_info, done) => done(!refuses(), 401),
		})
		server.on('connection', (socket, request) => {
			sockets.push(socket)
			headers.push([request.headers['x-api-key'] as string | undefined, request.headers['user-agent']])
			socket.on('message', (data) => {
				const message = JSON.parse(String(data)) as Message
				asked.push(`${message.id} ${message.method} ${message.params.query}`)
				answer(message, socket)
			})
		})
		await once(server, 'listening')
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`
		onTestFinished(() => {
			for (const socket of sockets) socket.terminate()
			server.close()
		})
		return { url, asked, sockets, headers }
	}
	const confirm = ({ id }: Message, socket: WebSocket): void => socket.send(JSON.stringify({ id, result: {} }))

	test('subscriptions share a websocket, which ends with the last of them', async () => {
		const { url, asked, sockets, headers } = await nodeOf(confirm)
		const connection = remoteConnection(url, undefined, async () => 'secret', 'test agent')
		const states: unknown[] = []
		const events: unknown[] = []
		const first = connection.subscribe(
			'a',
			(one) => events.push(one),
			(state) => states.push(['a', state]),
		)
		await until(() => states.length === 1)
		const second = connection.subscribe(
			'b',
			(one) => events.push(one),
			(state) => states.push(['b', state]),
		)
		await until(() => states.length === 2)
		expect(states).toEqual([
			['a', { up: true }],
			['b', { up: true }],
		])
		const send = (of: object): void => sockets[0]!.send(JSON.stringify(of))
		send({ id: 9, result: event('of nobody') })
		send({ id: 2, result: event('b') })
		send({ id: 1, error: { code: 1, message: 'too slow' } })
		send({ id: 1, result: event('a') })
		await until(() => events.length === 2)
		expect(events).toEqual([event('b'), event('a')])
		expect(states.slice(2)).toEqual([['a', { up: false, reason: 'too slow' }]])
		first()
		first()
		await until(() => asked.length === 3)
		expect(sockets[0]!.readyState).toBe(1)
		second()
		await once(sockets[0]!, 'close')
		expect(asked).toEqual(['1 subscribe a', '2 subscribe b', '3 unsubscribe a', '4 unsubscribe b'])
		expect(headers).toEqual([['secret', 'test agent']])
		expect(states).toHaveLength(3)
		connection.close()
	})

	test('subscriptions made before the websocket is open are all sent over the one', async () => {
		const { url, asked, sockets, headers } = await nodeOf(confirm)
		const connection = remoteConnection(url)
		const states: RpcStreamState[] = []
		for (const query of ['a', 'b'])
			connection.subscribe(
				query,
				() => {},
				(state) => states.push(state),
			)
		await until(() => states.length === 2)
		expect([asked, sockets.length]).toEqual([['1 subscribe a', '2 subscribe b'], 1])
		expect(headers).toEqual([[undefined, 'chain-tui']])
		connection.close()
		await once(sockets[0]!, 'close')
		expect(states).toEqual([{ up: true }, { up: true }])
	})

	test('a websocket that breaks is told with the reason, and is opened again with what is still subscribed', async () => {
		const { url, asked, sockets } = await nodeOf(confirm)
		const connection = remoteConnection(url)
		const states: RpcStreamState[] = []
		const ended = connection.subscribe('a', () => {})
		connection.subscribe(
			'b',
			() => {},
			(state) => states.push(state),
		)
		await until(() => states.length === 1)
		ended()
		await until(() => asked.length === 3)
		sockets[0]!.terminate()
		await until(() => states.length === 3)
		expect(states).toEqual([{ up: true }, { up: false, reason: 'the connection was closed' }, { up: true }])
		expect(asked).toEqual(['1 subscribe a', '2 subscribe b', '3 unsubscribe a', '2 subscribe b'])
		connection.close()
	})

	test('a websocket that ended with its last subscription is not opened again', async () => {
		const { url, sockets } = await nodeOf(confirm)
		const connection = remoteConnection(url)
		const states: RpcStreamState[] = []
		const end = connection.subscribe(
			'a',
			() => {},
			(state) => states.push(state),
		)
		await until(() => states.length === 1)
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		onTestFinished(() => void vi.useRealTimers())
		end()
		await once(sockets[0]!, 'close')
		// Timers of the closing websocket itself end with it.
		await until(
			() => vi.getTimerCount() === 0,
			() => new Promise((resolve) => setImmediate(resolve)),
		)
		expect([sockets.length, states]).toEqual([1, [{ up: true }]])
		connection.close()
	})

	test('a websocket that is refused is told with the reason to each subscription', async () => {
		const { url, asked } = await nodeOf(confirm, () => true)
		const connection = remoteConnection(url)
		const states: RpcStreamState[] = []
		for (const query of ['a', 'b']) {
			connection.subscribe(
				query,
				() => {},
				(state) => states.push(state),
			)
		}
		await until(() => states.length === 2)
		expect(states).toEqual([
			{ up: false, reason: 'Unexpected server response: 401' },
			{ up: false, reason: 'Unexpected server response: 401' },
		])
		expect(asked).toEqual([])
		connection.close()
	})

	test('a connection that is closed before its websocket is open leaves none open', async () => {
		let release = (): void => {}
		const { url, sockets } = await nodeOf(confirm)
		const key = new Promise<undefined>((resolve) => {
			release = () => resolve(undefined)
		})
		const connection = remoteConnection(url, undefined, () => key)
		connection.subscribe('a', () => {})
		connection.close()
		release()
		const other = remoteConnection(url)
		const states: RpcStreamState[] = []
		other.subscribe(
			'b',
			() => {},
			(state) => states.push(state),
		)
		await until(() => states.length === 1)
		expect(sockets).toHaveLength(1)
		other.close()
	})
})
