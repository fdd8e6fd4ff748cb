import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { subscribeToEngine } from '../../../src/engineRpc/subscribeToEngine.ts'

const closers: (() => unknown)[] = []
afterEach(() => {
	for (const close of closers.splice(0)) close()
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
	await expect(subscribeToEngine(urlOf(server), "tm.event='Tx'", () => undefined, 20)).rejects.toMatchObject({
		name: 'UserError',
		message: `The engine at ${urlOf(server)} does not answer.`,
		why: 'Error: Opening handshake has timed out',
	})
	expect(sockets).toHaveLength(1)
})

test('a subscription that an engine never confirms is refused, and its connection is closed', async () => {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
	await once(server, 'listening')
	closers.push(() => server.close())
	const connected = once(server, 'connection')
	await expect(subscribeToEngine(urlOf(server), "tm.event='Tx'", () => undefined, 1_000)).rejects.toMatchObject({
		name: 'UserError',
		message: `The engine at ${urlOf(server)} does not answer.`,
		why: 'It has not confirmed a subscription.',
	})
	const [socket] = (await connected) as [WebSocket]
	if (socket.readyState !== socket.CLOSED) await once(socket, 'close')
	expect(server.clients.size).toBe(0)
})
