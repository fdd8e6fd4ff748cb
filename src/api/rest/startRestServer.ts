import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { plainError } from '../../errors/ChainError.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { type AllowedOrigins, allowedOrigins, allowPage } from '../../serve/allowedOrigins.ts'

import { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import { closeServer, listen, type RunningServer, type ServerOptions } from '../../serve/listen.ts'
import { readBody } from '../../serve/readBody.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import { type Clock, systemClock } from '../../util/Clock.ts'
import { goQuote, goString } from '../../util/goString.ts'
import { rankOf } from '../../util/schedule/Caller.ts'

import { createRestReply, HttpDate, ReplyBatch } from './createRestReply.ts'
import { cleanPath, escapePath, unescapeUrl } from './goUrl.ts'
import type { RestHandler, RestReply, RestRequest } from './RestHandler.ts'

/** Options of the REST server. */
export interface RestServerOptions extends Omit<ServerOptions, 'journal' | 'gate'> {
	/** Asked in order; the gateway, which answers everything, comes last. */
	readonly handlers: readonly RestHandler[]
	/** Clock for the headers. */
	readonly clock?: Clock
	/** Which web pages may read replies; pages of this machine when left out. */
	readonly origins?: AllowedOrigins
	/** Takes note of requests while it is on, under the name of the listener. */
	readonly journal?: { readonly journal: RequestJournal; readonly listener: 'rest' | 'legacy8' }
}

/** Limits of the framework's server (tendermint rpc/jsonrpc/server DefaultConfig). */
const maxBodyBytes = 1_000_000
const maxHeaderBytes = 1 << 20

/** Parsed, a body can take a hundred times its bytes, until its reply: only a few large ones are taken up at a time. */
const largeBodyBytes = 100_000
const largeBodiesAtOnce = 4

const readTimeoutMs = 10_000
const closeGraceMs = 1000
/** A connection that waits for more replies at a time comes after others. */
const fewRequests = 4

/**
 * One HTTP server for all REST routes, with the headers, redirects and refusals of the framework's: Go's net/http
 * behind Tendermint's handler and gorilla/mux (server/api/server.go).
 * @throws {UserError} if the address cannot be bound.
 */
export async function startRestServer(options: RestServerOptions): Promise<RunningServer> {
	const { host, port, handlers, origins = allowedOrigins('same-machine') } = options
	const guard = new ConnectionGuard(options.scheduler, options.limits)
	const date = new HttpDate(options.clock ?? systemClock)
	const batch = new ReplyBatch()
	const largeBodies = new Turns(largeBodiesAtOnce)
	const server = createServer({
		maxHeaderSize: maxHeaderBytes,
		keepAliveTimeout: readTimeoutMs,
		headersTimeout: readTimeoutMs,
		requestTimeout: readTimeoutMs,
		// Interval of node's search for slow clients. With node's default they had half a minute more.
		connectionsCheckingInterval: 1000,
		// Checked below, with Go's text.
		requireHostHeader: false,
	})
	guard.watch(server, { expects: true })
	options.journal?.journal.watch(server, options.journal.listener, ['request', 'checkContinue'])
	const service = { handlers, date, batch, largeBodies, guard, origins }
	const onRequest = (request: IncomingMessage, response: ServerResponse) => serve(service, request, response)
	server.on('request', onRequest)
	// Answers `Expect: 100-continue` when a handler wants the body.
	server.on('checkContinue', onRequest)
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		if (!socket.writable) return
		const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
		socket.end(refusal(tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'))
	})
	try {
		return { host, port: await listen(server, host, port), close: () => closeServer(server, closeGraceMs) }
	} catch (cause) {
		throw new UserError(`The REST server cannot listen on ${goQuote(host)}, port ${port}.`, {
			because: cause,
			next: 'Choose another port with --rest HOST:PORT, or --rest off.',
		})
	}
}

/** State shared by all requests. */
interface Service {
	readonly handlers: readonly RestHandler[]
	readonly date: HttpDate
	readonly batch: ReplyBatch
	readonly largeBodies: Turns
	readonly guard: ConnectionGuard
	readonly origins: AllowedOrigins
}

function serve(service: Service, message: IncomingMessage, response: ServerResponse): void {
	const target = splitTarget(rawText(message.url ?? '/'))
	if (target === undefined) {
		message.socket.end(refusal('400 Bad Request'))
		return
	}
	if (message.headers.host === undefined && message.httpVersion === '1.1') {
		message.socket.end(refusal('400 Bad Request: missing required Host header'))
		return
	}
	const { origin } = message.headers
	if (origin !== undefined && service.origins.allows(origin) && allowPage(message, response, origin)) return
	const connection = service.guard.of(message.socket)
	const waiting = message.headers.expect !== undefined
	const { send } = createRestReply(message, response, service.date, service.batch)
	let answered = false
	let hasTurn = false
	const reply: RestReply = {
		send(status, headers, body) {
			answered = true
			if (hasTurn) service.largeBodies.end()
			hasTurn = false
			if (connection.unfinished > 0) connection.whole()
			send(status, headers, body)
		},
	}
	if (message.method === 'OPTIONS' && message.url === '*') {
		// net/http answers a question about the server as a whole itself.
		reply.send(200, [], '')
		return
	}
	const clean = cleanPath(target.path)
	if (clean !== target.path) {
		const query = target.rawQuery === undefined ? '' : `?${target.rawQuery}`
		reply.send(301, [['Location', escapePath(clean) + query]], '')
		return
	}
	const request: RestRequest = {
		method: message.method ?? 'GET',
		path: target.path,
		rawQuery: target.rawQuery ?? '',
		headers: message.headers,
		body: async () => {
			if (waiting && !response.headersSent) response.writeContinue()
			// node keeps reading a socket while its request flows.
			connection.reading = { stop: () => void message.pause(), goOn: () => void message.resume() }
			const body = await readBody(message, maxBodyBytes)
			if (body === 'too large') throw plainError('http: request body too large')
			if (body === 'aborted') throw plainError('unexpected EOF')
			// It takes its bytes until the reply.
			connection.whole(body.length)
			if (body.length > largeBodyBytes && !hasTurn) {
				await service.largeBodies.begin()
				if (answered) service.largeBodies.end()
				else hasTurn = true
			}
			return body
		},
	}
	const rank = rankOf(Number(message.headers['content-length'] ?? 0), connection.answering, fewRequests)
	service.guard.scheduler.start(connection.caller.lines[rank], () => dispatch(service.handlers, 0, request, reply))
}

/** Runs the handlers. An asynchronous one returns a promise that never rejects. */
function dispatch(
	handlers: readonly RestHandler[],
	from: number,
	request: RestRequest,
	reply: RestReply,
): Promise<unknown> | undefined {
	for (let i = from; i < handlers.length; i++) {
		let handled: boolean | Promise<boolean>
		try {
			handled = handlers[i]!(request, reply)
		} catch (error) {
			sendPanic(reply, error)
			return undefined
		}
		if (handled === true) return undefined
		if (handled !== false) {
			return handled.then(
				(done) => (done ? undefined : dispatch(handlers, i + 1, request, reply)),
				(error: unknown) => sendPanic(reply, error),
			)
		}
	}
	reply.send(
		404,
		[
			['Content-Type', 'text/plain; charset=utf-8'],
			['X-Content-Type-Options', 'nosniff'],
		],
		'404 page not found\n',
	)
	return undefined
}

/** A fault inside a handler (tendermint rpc/jsonrpc/server RecoverAndLogHandler). */
function sendPanic(reply: RestReply, error: unknown): void {
	const data = thrownText(error)
	const body = { jsonrpc: '2.0', id: -1, error: { code: -32603, message: 'Internal error', data } }
	reply.send(500, [['Content-Type', 'application/json']], JSON.stringify(body, null, 2))
}

interface Target {
	readonly path: string
	readonly rawQuery: string | undefined
}

/** Path and query of a request line, or undefined when its escapes are broken. */
function splitTarget(url: string): Target | undefined {
	const local = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
	const mark = local.indexOf('?')
	try {
		if (mark === -1) return { path: unescapeUrl(local, 'path'), rawQuery: undefined }
		return { path: unescapeUrl(local.slice(0, mark), 'path'), rawQuery: local.slice(mark + 1) }
	} catch {
		return undefined
	}
}

/** node decodes bytes beyond ASCII as Latin-1; a Go string keeps the bytes. */
function rawText(url: string): string {
	for (let i = 0; i < url.length; i++) if (url.charCodeAt(i) > 0x7f) return goString(Buffer.from(url, 'latin1'))
	return url
}

/** Go's reply before it closes a connection with an unreadable request. */
function refusal(status: string): string {
	return `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`
}

/** Lets a few at a time do what would take too much memory if all did it at once; the others wait in order. */
export class Turns {
	#free: number
	readonly #waiting: (() => void)[] = []

	/** `count` may go at once. */
	constructor(count: number) {
		this.#free = count
	}

	/** Resolves when it is one's turn; each must be followed by one `end`. */
	async begin(): Promise<void> {
		if (this.#free > 0) this.#free--
		else await new Promise<void>((resolve) => this.#waiting.push(resolve))
	}

	/** Passes the turn to the caller that has waited longest. */
	end(): void {
		const next = this.#waiting.shift()
		if (next === undefined) this.#free++
		else next()
	}
}
