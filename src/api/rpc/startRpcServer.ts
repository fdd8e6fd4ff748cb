import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import { type Clock, systemClock } from '../../util/Clock.ts'
import { httpReply } from './httpReply.ts'
import type { RpcHandler } from './RpcHandler.ts'
import { serveWebsockets } from './serveWebsockets.ts'

/** What the server is made of. */
export interface RpcServerOptions {
	readonly handler: RpcHandler
	readonly host: string
	/** 0 takes a free one. */
	readonly port: number
	readonly clock?: Clock
}

/** A listening server. */
export interface RunningRpcServer {
	readonly host: string
	readonly port: number
	/** Ends all connections and subscriptions. */
	close(): Promise<void>
}

/** Limits of Tendermint's server (v0.34.15 rpc/jsonrpc/server DefaultConfig). */
const maxBodyBytes = 1_000_000
const maxHeaderBytes = 1 << 20
const readTimeoutMs = 10_000

/**
 * Tendermint's JSON-RPC over HTTP (POST, and GET per method) and websocket. Rejects with the system's error (EADDRINUSE,
 * EACCES) when the address cannot be bound.
 */
export async function startRpcServer({
	handler,
	host,
	port,
	clock = systemClock,
}: RpcServerOptions): Promise<RunningRpcServer> {
	const server = createServer({
		maxHeaderSize: maxHeaderBytes,
		headersTimeout: readTimeoutMs,
		requestTimeout: readTimeoutMs,
		keepAliveTimeout: 60_000,
	})
	server.on('request', (request, response) => void serve(handler, clock, request, response))
	const websockets = serveWebsockets(server, handler)
	await listen(server, host, port)
	return {
		host,
		port: (server.address() as AddressInfo).port,
		close: async () => {
			websockets.close()
			const closed = new Promise<void>((resolve) => server.close(() => resolve()))
			server.closeAllConnections()
			await closed
		},
	}
}

async function serve(
	handler: RpcHandler,
	clock: Clock,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	if (message.method === 'OPTIONS' && message.url === '*') {
		// net/http answers a question about the server as a whole itself.
		response.writeHead(200, { 'Content-Length': 0 }).end()
		return
	}
	response.setHeader('X-Server-Time', String(Math.floor(clock.now() / 1000)))
	const { path, query, host } = splitTarget(message.url ?? '/', message.headers.host ?? '')
	if (path === '/websocket') {
		response.setHeader('Sec-Websocket-Version', '13')
		response.setHeader('X-Content-Type-Options', 'nosniff')
		response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Bad Request\n')
		return
	}
	const body = await readBody(message)
	if (body === 'aborted') return
	const {
		status,
		contentType,
		location,
		body: text,
	} = await httpReply(handler, {
		method: message.method ?? 'GET',
		path,
		query,
		host,
		ownMachine: isFromThisMachine(message),
		contentType: message.headers['content-type'],
		body,
	})
	if (contentType !== undefined) response.setHeader('Content-Type', contentType)
	if (contentType?.startsWith('text/plain')) response.setHeader('X-Content-Type-Options', 'nosniff')
	if (location !== undefined) response.setHeader('Location', location)
	const bytes = Buffer.from(text)
	response.setHeader('Content-Length', bytes.length)
	// The rest of a body that is too large is not read.
	if (body === undefined) response.setHeader('Connection', 'close')
	response.writeHead(status).end(bytes)
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

/** Undefined when the body is too large. */
function readBody(message: IncomingMessage): Promise<Uint8Array | undefined | 'aborted'> {
	return new Promise((resolve) => {
		const chunks: Buffer[] = []
		let size = 0
		message.on('data', (chunk: Buffer) => {
			size += chunk.length
			if (size <= maxBodyBytes) chunks.push(chunk)
			else {
				message.pause()
				resolve(undefined)
			}
		})
		message.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
		message.on('error', () => resolve('aborted'))
		message.on('close', () => resolve('aborted'))
	})
}

function listen(server: Server, host: string, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, host, () => {
			server.off('error', reject)
			resolve()
		})
	})
}
