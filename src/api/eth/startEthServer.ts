import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AllowedOrigins } from '../../serve/allowedOrigins.ts'
import { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import { answeredAtGate } from '../../serve/Gate.ts'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import { closeServer, listen, type RunningServer, type ServerOptions } from '../../serve/listen.ts'
import { readBody } from '../../serve/readBody.ts'
import { bounds } from './bounds.ts'
import { asksOf, type EthHandler } from './rpc/EthHandler.ts'
import { type EthSocketOptions, serveEthSockets } from './serveEthSockets.ts'

/** Options of the server. */
export interface EthServerOptions extends Omit<ServerOptions, 'limits'> {
	readonly handler: EthHandler
	/** Allowed web origins; programs send none. */
	readonly origins: AllowedOrigins
	/** Whether wallets in browsers may ask what wallets need, as extensions of this machine's browsers. */
	readonly wallets?: boolean
	/** WebSocket subscriptions on the same port; without them the upgrade is refused. */
	readonly sockets?: EthSocketOptions
}

const maxBodyBytes = bounds.bodyBytes.most
/** A reply of more bytes than this counts at once among those that clients have not taken. */
const largeReplyBytes = 1_000_000

/**
 * Serves Ethereum's JSON-RPC over HTTP POST on `/`, like go-ethereum's server (v1.10.16 rpc/http.go), and over
 * WebSocket on the same port. Rejects with the system's error if the address cannot be bound.
 */
export async function startEthServer(options: EthServerOptions): Promise<RunningServer> {
	const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 120_000 })
	const guard = new ConnectionGuard(options.scheduler)
	guard.watch(server)
	options.journal?.watch(server, 'eth')
	server.on('request', (request, response) => void serve({ ...options, guard }, request, response))
	const sockets =
		options.sockets === undefined
			? undefined
			: serveEthSockets(server, {
					...options.sockets,
					handler: options.handler,
					guard,
					origins: options.origins,
					wallets: options.wallets === true,
					journal: options.journal,
				})
	return {
		host: options.host,
		port: await listen(server, options.host, options.port),
		close: async () => {
			sockets?.close()
			await closeServer(server, 0)
		},
	}
}

async function serve(
	{ handler, guard, origins, wallets, gate }: EthServerOptions & { readonly guard: ConnectionGuard },
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	response.setHeader('Vary', 'Origin')
	const { origin } = request.headers
	const asks = asksOf(origin, origins, wallets === true)
	const foreign = asks === 'nothing'
	if (origin !== undefined && !foreign) response.setHeader('Access-Control-Allow-Origin', origin)
	const gated = answeredAtGate(gate, request, response)
	if (gated !== false && (await gated)) return
	const path = (request.url ?? '/').split('?', 1)[0]
	if (request.method === 'OPTIONS') {
		response.setHeader('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
		if (origin !== undefined && !foreign) {
			response.setHeader('Access-Control-Allow-Methods', 'POST')
			response.setHeader('Access-Control-Allow-Headers', 'content-type')
		}
		response.writeHead(204).end()
		return
	}
	if (path !== '/') return end(response, 404, '404 page not found\n')
	if (request.method !== 'POST') {
		response.writeHead(405).end()
		return
	}
	if (foreign) return end(response, 403, 'pages of this origin may not ask this node\n')
	const stated = Number(request.headers['content-length'] ?? 0)
	if (stated > maxBodyBytes) {
		response.setHeader('Connection', 'close')
		return end(response, 413, `content length too large (${stated}>${maxBodyBytes})\n`)
	}
	if (!/^application\/json(\s*;.*)?$/i.test(request.headers['content-type'] ?? '')) {
		return end(response, 415, 'invalid content type, only application/json is supported\n')
	}
	const connection = guard.of(request.socket)
	// node keeps reading a socket while its request flows.
	connection.reading = { stop: () => void request.pause(), goOn: () => void request.resume() }
	const body = await readBody(request, maxBodyBytes)
	if (body === 'aborted') return
	if (body === 'too large') {
		request.pause()
		response.setHeader('Connection', 'close')
		return end(response, 413, `content length too large (>${maxBodyBytes})\n`)
	}
	const answered = await connection.inOrder(body.length)
	const reply = request.socket.destroyed
		? ''
		: await handler.reply(body, {
				ownMachine: isFromThisMachine(request),
				isWallet: asks === 'as wallet',
				asker: { bytes: body.length, caller: connection.caller },
				turn: connection.turns(body.length, () => connection.answering, { begins: true }),
			})
	answered()
	if (request.socket.destroyed) return
	const bytes = Buffer.from(reply === '' ? '' : `${reply}\n`)
	response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes)
	if (bytes.length > largeReplyBytes) guard.check()
}

function end(response: ServerResponse, status: number, text: string): void {
	response
		.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' })
		.end(text)
}
