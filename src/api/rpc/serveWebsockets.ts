import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { AllowedOrigins } from '../../serve/allowedOrigins.ts'
import type { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import type { RpcHandler } from './RpcHandler.ts'
import type { SubscriptionCount } from './RpcSession.ts'
import { serveSocket } from './serveSocket.ts'

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
			socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
		} else if (origin !== undefined && !origins.allows(origin)) {
			const why = 'This node takes no websockets from pages of this origin; see --allowed-origins.\n'
			const head = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8'
			socket.end(`${head}\r\nContent-Length: ${why.length}\r\n\r\n${why}`)
		} else {
			const connection = guard.of(socket as Socket)
			connection.whole()
			sockets.handleUpgrade(request, socket, head, (client) =>
				serveSocket(client, {
					handler,
					count,
					connection,
					turns: guard.turns,
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
