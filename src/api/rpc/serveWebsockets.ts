import type { Server } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import { envelope, parseMessage, type RpcRequest } from './envelope.ts'
import type { RpcJson } from './json/RpcJson.ts'
import { writeIndentedJson } from './json/writeJson.ts'
import { rpcErrors } from './RpcFault.ts'
import type { RpcHandler } from './RpcHandler.ts'
import { RpcSession, type SubscriptionCount, type SubscriptionLimits } from './RpcSession.ts'

/** Tendermint's defaults (v0.34.15 config.DefaultRPCConfig, rpc/jsonrpc/server/ws_handler.go). */
const limits: SubscriptionLimits = { clients: 100, perClient: 5 }
const pingMs = 27_000
const maxMessageBytes = 1_000_000
/** Bytes a client may leave unread before its subscriptions are cancelled. */
const maxUnreadBytes = 16 * 1024 * 1024

/** Takes the websocket connections of a server on `/websocket`. The result ends them. */
export function serveWebsockets(server: Server, handler: RpcHandler): { close(): void } {
	const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
	const count: SubscriptionCount = { clients: 0 }
	server.on('upgrade', (request, socket, head) => {
		if ((request.url ?? '').split('?')[0] !== '/websocket') {
			socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
			return
		}
		sockets.handleUpgrade(request, socket, head, (client) =>
			serveSocket(client, handler, count, isFromThisMachine(request)),
		)
	})
	return {
		close: () => {
			for (const client of sockets.clients) client.terminate()
			sockets.close()
		},
	}
}

function serveSocket(client: WebSocket, handler: RpcHandler, count: SubscriptionCount, ownMachine: boolean): void {
	const send = (reply: RpcJson): void => {
		if (client.readyState !== client.OPEN) return
		client.send(writeIndentedJson(reply))
		if (client.bufferedAmount > maxUnreadBytes) {
			session.close()
			client.close(1008, 'client is not pulling messages fast enough')
		}
	}
	const session = new RpcSession(handler, send, limits, count)
	let alive = true
	const ping = setInterval(() => {
		if (!alive) client.terminate()
		alive = false
		client.ping()
	}, pingMs)
	client.on('pong', () => {
		alive = true
	})
	client.on('message', (data) => {
		alive = true
		const request = read(data, send)
		if (request === undefined) return
		if (!ownMachine && handler.isPrivileged(request.method)) {
			send(envelope(request.id, { error: rpcErrors.ownMachineOnly() }))
		} else session.handle(request)
	})
	// The close that follows an error does the work.
	client.on('error', () => undefined)
	client.on('close', () => {
		clearInterval(ping)
		session.close()
	})
}

function read(data: RawData, send: (reply: RpcJson) => void): RpcRequest | undefined {
	try {
		return parseMessage(textOf(data))
	} catch (fault) {
		const text = fault instanceof Error ? fault.message : String(fault)
		send(envelope(undefined, { error: rpcErrors.parse(`error unmarshaling request: ${text}`) }))
		return undefined
	}
}

function textOf(data: RawData): string {
	if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
	return Buffer.from(data as Buffer).toString('utf8')
}
