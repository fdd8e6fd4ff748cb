import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AllowedOrigins, allowedOrigins, allowPage } from '../../serve/allowedOrigins.ts'
import { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import { answeredAtGate, type Gate } from '../../serve/Gate.ts'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import { closeServer, listen, type RunningServer, type ServerOptions } from '../../serve/listen.ts'
import { readBody } from '../../serve/readBody.ts'
import { type Clock, systemClock } from '../../util/Clock.ts'
import { httpReply } from './httpReply.ts'
import type { RpcHandler } from './RpcHandler.ts'
import { serveWebsockets } from './serveWebsockets.ts'

/** Options of the server. */
export interface RpcServerOptions extends ServerOptions {
	readonly handler: RpcHandler
	readonly clock?: Clock
	/** Which web pages may open websockets and read replies; pages of this machine when left out. */
	readonly origins?: AllowedOrigins
}

/** Limits of Tendermint's server (v0.34.15 rpc/jsonrpc/server DefaultConfig). */
const maxBodyBytes = 1_000_000
const maxHeaderBytes = 1 << 20
const readTimeoutMs = 10_000
/** A connection that waits for more replies at a time comes after others. */
const fewRequests = 4

/**
 * Tendermint's JSON-RPC over HTTP (POST, and GET per method) and websocket. Rejects with the system's error (EADDRINUSE,
 * EACCES) when the address cannot be bound.
 */
export async function startRpcServer({
	handler,
	host,
	port,
	clock = systemClock,
	origins = allowedOrigins('same-machine'),
	limits,
	journal,
	gate,
	scheduler,
}: RpcServerOptions): Promise<RunningServer> {
	const guard = new ConnectionGuard(scheduler, limits)
	const server = createServer({
		maxHeaderSize: maxHeaderBytes,
		headersTimeout: readTimeoutMs,
		requestTimeout: readTimeoutMs,
		// Interval of node's search for slow clients. With node's default they had half a minute more.
		connectionsCheckingInterval: 1000,
		keepAliveTimeout: 60_000,
	})
	guard.watch(server)
	journal?.watch(server, 'rpc')
	server.on('request', (request, response) => {
		void serve({ handler, clock, origins, guard, gate }, request, response)
	})
	const websockets = serveWebsockets(server, { handler, guard, origins, journal })
	return {
		host,
		port: await listen(server, host, port),
		close: async () => {
			websockets.close()
			await closeServer(server, 0)
		},
	}
}

/** State shared by all requests. */
interface Service {
	readonly handler: RpcHandler
	readonly clock: Clock
	readonly origins: AllowedOrigins
	readonly guard: ConnectionGuard
	readonly gate: Gate | undefined
}

async function serve(
	{ handler, clock, origins, guard, gate }: Service,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { origin } = message.headers
	if (origin !== undefined && origins.allows(origin) && allowPage(message, response, origin)) return
	if (message.method === 'OPTIONS' && message.url === '*') {
		// net/http answers a question about the server as a whole itself.
		response.writeHead(200, { 'Content-Length': 0 }).end()
		return
	}
	response.setHeader('X-Server-Time', String(Math.floor(clock.now() / 1000)))
	const gated = answeredAtGate(gate, message, response)
	if (gated !== false && (await gated)) return
	const { path, query, host } = splitTarget(message.url ?? '/', message.headers.host ?? '')
	if (path === '/websocket') {
		response.setHeader('Sec-Websocket-Version', '13')
		response.setHeader('X-Content-Type-Options', 'nosniff')
		response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Bad Request\n')
		return
	}
	const connection = guard.of(message.socket)
	// node keeps reading a socket while its request flows.
	connection.reading = { stop: () => void message.pause(), goOn: () => void message.resume() }
	const read = await readBody(message, maxBodyBytes)
	if (read === 'aborted') return
	if (read === 'too large') message.pause()
	const body = read === 'too large' ? undefined : read
	// It takes its bytes until the reply.
	connection.whole(body?.length)
	const {
		status,
		contentType,
		location,
		body: text,
	} = await httpReply(
		handler,
		{
			method: message.method ?? 'GET',
			path,
			query,
			host,
			ownMachine: () => isFromThisMachine(message),
			contentType: message.headers['content-type'],
			body,
		},
		connection.turns(body?.length ?? 0, () => connection.answering, { few: fewRequests }),
	)
	connection.whole()
	if (contentType !== undefined) response.setHeader('Content-Type', contentType)
	if (contentType?.startsWith('text/plain')) response.setHeader('X-Content-Type-Options', 'nosniff')
	if (location !== undefined) response.setHeader('Location', location)
	const length = Buffer.byteLength(text)
	response.setHeader('Content-Length', length)
	// The rest of a body that is too large is not read.
	if (body === undefined) response.setHeader('Connection', 'close')
	// As a text it goes out in one write with the headers.
	response.writeHead(status).end(text, length === text.length ? 'latin1' : 'utf8')
}

/** The request line's target; a proxy's client writes the whole URL, whose host then counts (RFC 9112 section 3.2.2). */
function splitTarget(url: string, hostHeader: string): { path: string; query: string; host: string } {
	const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i.exec(url)
	const local = absolute ? url.slice(absolute[0].length) : url
	const at = local.indexOf('?')
	const path = at < 0 ? local : local.slice(0, at)
	return {
		path: path === '' ? '/' : path,
		query: at < 0 ? '' : local.slice(at + 1),
		host: absolute?.[1] ?? hostHeader,
	}
}
