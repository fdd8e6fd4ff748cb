import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { writeIndentedJson } from '../../codec/goJson/writeJson.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { AllowedOrigins } from '../../serve/allowedOrigins.ts'
import type { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import type { GuardedConnection } from '../../serve/GuardedConnection.ts'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import { refuseUpgrade } from '../../serve/refuseUpgrade.ts'
import type { BoundedText } from '../../serve/requests/BoundedText.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import { rankOf } from '../../util/schedule/Caller.ts'
import type { Scheduler } from '../../util/schedule/Scheduler.ts'
import { envelope, parseMessage, type RpcRequest } from './envelope.ts'
import type { RpcJson } from './json/RpcJson.ts'
import { rpcErrors } from './MethodFault.ts'
import type { RpcHandler } from './RpcHandler.ts'
import { RpcSession, type SubscriptionCount, type SubscriptionLimits } from './RpcSession.ts'

/** Most bytes of a message (tendermint v0.34.15 config.DefaultRPCConfig MaxBodyBytes). */
const maxMessageBytes = 1_000_000

/** State shared by the websockets of a server. */
export interface WebsocketParts {
	readonly handler: RpcHandler
	readonly guard: ConnectionGuard
	readonly origins: AllowedOrigins
	/** Takes note of calls while it is on. */
	readonly journal: RequestJournal | undefined
}

/**
 * Takes the websocket connections of a server on `/websocket`. A page of an origin that is not allowed gets status 403, for
 * a browser lets every page open a websocket to every address and read what comes. The result ends them.
 */
export function serveWebsockets(
	server: Server,
	{ handler, guard, origins, journal }: WebsocketParts,
): { close(): void } {
	const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, autoPong: false })
	const count: SubscriptionCount = { clients: 0 }
	server.on('upgrade', (request, socket, head) => {
		const { origin } = request.headers
		if ((request.url ?? '').split('?')[0] !== '/websocket') {
			refuseUpgrade(socket, '404 Not Found')
		} else if (origin !== undefined && !origins.allows(origin)) {
			const why = 'This node takes no websockets from pages of this origin; see --allowed-origins.\n'
			refuseUpgrade(socket, '403 Forbidden', why)
		} else {
			const connection = guard.of(socket as Socket)
			connection.whole()
			sockets.handleUpgrade(request, socket, head, (client) =>
				serveSocket(client, {
					handler,
					count,
					connection,
					scheduler: guard.scheduler,
					journal,
					from: request.socket.remoteAddress ?? '',
					ownMachine: () => isFromThisMachine(request),
				}),
			)
		}
	})
	return {
		close: () => {
			for (const client of sockets.clients) client.terminate()
			sockets.close()
		},
	}
}

/** Tendermint's defaults (v0.34.15 config.DefaultRPCConfig, rpc/jsonrpc/server/ws_handler.go). */
const limits: SubscriptionLimits = { clients: 100, perClient: 5 }
const pingMs = 27_000
/** Messages that wait before nothing more is read of a socket. They are not even parsed before their turn. */
const mostWaiting = 64
const mostWaitingBytes = 256 * 1024
/** Bytes a client may leave unread before it gets no more answers until it reads. */
const pauseBytes = 64 * 1024
/** Bytes a client may leave unread when the next event comes. */
const maxUnreadBytes = 1024 * 1024
/** Close codes (RFC 6455 section 7.4.1, and the registry for 1013). */
const [policyViolation, tryAgainLater] = [1008, 1013]

/** Dependencies of a websocket. */
interface SocketParts {
	readonly handler: RpcHandler
	readonly count: SubscriptionCount
	readonly connection: GuardedConnection
	readonly scheduler: Scheduler
	/** Takes note of calls while it is on. */
	readonly journal: RequestJournal | undefined
	/** Address of the client. */
	readonly from: string
	/** Whether it is a program of this machine: no other may use the powers of a developer's node. */
	readonly ownMachine: () => boolean
}

/**
 * Serves JSON-RPC on one websocket. Its requests are answered one after the other, each when it is the connection's turn; it
 * is read no further while many wait or while the client does not take its answers.
 */
function serveSocket(
	client: WebSocket,
	{ handler, count, connection, scheduler, journal, from, ownMachine }: SocketParts,
): void {
	const waiting: Buffer[] = []
	let busy = false
	/** The reply to the call in progress, while calls are noted. */
	let answered: BoundedText | undefined
	let waitingBytes = 0
	const send = (reply: RpcJson): void => {
		if (client.readyState !== client.OPEN) return
		if (client.bufferedAmount > maxUnreadBytes) {
			connection.end('client is not pulling messages fast enough')
		} else {
			const text = writeIndentedJson(reply)
			answered?.add(text)
			client.send(text, goOn)
		}
	}
	const session = new RpcSession(handler, send, limits, count)
	const goOn = (): void => {
		if (busy || waiting.length === 0 || client.bufferedAmount > pauseBytes) return
		busy = true
		scheduler.start(connection.caller.lines[rankOf(waitingBytes, waiting.length)], answerNext)
	}
	const answerNext = async (): Promise<void> => {
		// Nothing waits any more once the connection ends.
		const data = waiting.shift()
		if (data !== undefined) await answer(data)
		busy = false
		goOn()
	}
	const answer = async (data: Buffer): Promise<void> => {
		waitingBytes -= data.length
		if (client.isPaused && !connection.held && waiting.length <= mostWaiting / 2) client.resume()
		const note = journal?.on ? journal.begin({ listener: 'rpc', from, method: 'WS', path: '/websocket' }) : undefined
		answered = note?.reply
		note?.body.add(data.toString('utf8'))
		const request = read(data, send)
		if (request !== undefined) {
			if (handler.isPrivileged(request.method) && !ownMachine()) {
				send(envelope(request.id, { error: rpcErrors.ownMachineOnly() }))
			} else await session.handle(request)
		}
		answered = undefined
		if (note !== undefined) journal?.finish(note)
	}
	let alive = true
	const ping = setInterval(() => {
		// A paused client cannot answer pings.
		if (!alive && !client.isPaused) client.terminate()
		alive = false
		client.ping()
	}, pingMs)
	client.on('pong', () => {
		alive = true
		connection.whole(waitingBytes)
	})
	client.on('ping', (data) => {
		alive = true
		connection.whole(waitingBytes)
		// A client that sends many requests and reads nothing gets no more replies of this kind.
		if (client.bufferedAmount < pauseBytes) client.pong(data)
	})
	// One buffer a message: `binaryType` stays as it is.
	client.on('message', (data: Buffer) => {
		alive = true
		waiting.push(data)
		waitingBytes += data.length
		connection.whole(waitingBytes)
		if (waiting.length >= mostWaiting || waitingBytes >= mostWaitingBytes) client.pause()
		goOn()
	})
	connection.lasting = true
	connection.reading = {
		stop: () => {
			client.pause()
		},
		goOn: () => {
			if (waiting.length <= mostWaiting / 2) client.resume()
		},
	}
	connection.farewell = (reason) => {
		session.close()
		waiting.length = 0
		client.close(reason === 'too many connections' ? tryAgainLater : policyViolation, reason)
	}
	// The close that follows an error does the work.
	client.on('error', () => undefined)
	client.on('close', () => {
		clearInterval(ping)
		waiting.length = 0
		session.close()
	})
}

function read(data: Buffer, send: (reply: RpcJson) => void): RpcRequest | undefined {
	try {
		return parseMessage(data.toString('utf8'))
	} catch (fault) {
		const text = thrownText(fault)
		send(envelope(undefined, { error: rpcErrors.parse(`error unmarshaling request: ${text}`) }))
		return undefined
	}
}
