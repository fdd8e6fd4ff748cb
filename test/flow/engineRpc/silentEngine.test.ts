import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ChainEvent } from '../../../src/chain/ChainEvent.ts'
import { subscribeToEngine } from '../../../src/engineRpc/subscribeToEngine.ts'
import { freePorts } from '../../../src/node/testnet/createTestnet.ts'
import { startNode } from '../../support/startNode.ts'
import { until } from '../../support/until.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close()
})

const urlOf = (server: { address(): unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('a subscription to an engine that takes connections and answers none is refused', async () => {
	const sockets: Socket[] = []
	const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
	await once(server, 'listening')
	closers.push(() => {
		for (const socket of sockets) socket.destroy()
		server.close()
	})
	await expect(
		subscribeToEngine(urlOf(server), "tm.event='Tx'", () => undefined, { patience: 50, rest: 5 }),
	).rejects.toMatchObject({
		name: 'UserError',
		message: `The engine at ${urlOf(server)} does not answer.`,
		why: 'Error: Opening handshake has timed out',
	})
})

test('a subscription that an engine never confirms is refused, and its connection is closed', async () => {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
	await once(server, 'listening')
	closers.push(() => server.close())
	const connected = once(server, 'connection')
	await expect(
		subscribeToEngine(urlOf(server), "tm.event='Tx'", () => undefined, { patience: 1_000, rest: 5 }),
	).rejects.toMatchObject({
		name: 'UserError',
		message: `The engine at ${urlOf(server)} does not answer.`,
		why: 'It has not confirmed a subscription.',
	})
	const [socket] = (await connected) as [WebSocket]
	if (socket.readyState !== socket.CLOSED) await once(socket, 'close')
	expect(server.clients.size).toBe(0)
})

test('a subscription opens its connection again each time it is lost, and ends while that is under way', async () => {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
	await once(server, 'listening')
	closers.push(() => server.close())
	const confirmed = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })
	const connections: WebSocket[] = []
	let asked = 0
	server.on('connection', (socket) => {
		connections.push(socket)
		socket.on('message', () => {
			asked++
			if (connections.length < 3) socket.send(confirmed)
		})
	})
	const stop = await subscribeToEngine(urlOf(server), "tm.event='Tx'", () => undefined, { patience: 30_000, rest: 1 })
	for (const left of [0, 1]) {
		connections[left]!.close()
		await until(() => asked === left + 2)
	}
	stop()
	const closed = once(connections[2]!, 'close')
	connections[2]!.send(confirmed)
	await closed
	expect(connections).toHaveLength(3)
	expect(server.clients.size).toBe(0)
})

test('a subscription goes on when the engine was started again, until it is ended', async () => {
	const [port = 0] = await freePorts(1)
	// The RPC of a light node stands for that of an engine.
	const node = await startNode({ flags: { rpc: `127.0.0.1:${port}`, blockMode: 'manual' } })
	const heard: ChainEvent[] = []
	const times = { patience: 30_000, rest: 5 }
	const stop = await subscribeToEngine(`http://127.0.0.1:${port}`, "tm.event='NewBlock'", (e) => heard.push(e), times)
	closers.push(stop, () => node.close())
	await node.engine.mine()
	await until(() => heard.length === 1)
	await node.call('admin_setListener', { name: 'rpc', on: false })
	await node.engine.mine()
	await node.call('admin_setListener', { name: 'rpc', on: true })
	await until(async () => {
		await node.engine.mine()
		return heard.length > 1
	})
	const heights = heard.map((event) => event.type === 'NewBlock' && event.block.header.height)
	expect(heights).toEqual([1, ...heights.slice(1)])
	expect(heights).not.toContain(2)
	stop()
	const before = heard.length
	await node.call('admin_setListener', { name: 'rpc', on: false })
	await node.call('admin_setListener', { name: 'rpc', on: true })
	const other: ChainEvent[] = []
	const own = await subscribeToEngine(`http://127.0.0.1:${port}`, "tm.event='NewBlock'", (e) => other.push(e), times)
	closers.push(own)
	await node.engine.mine()
	await until(() => other.length === 1)
	expect(heard).toHaveLength(before)
})
