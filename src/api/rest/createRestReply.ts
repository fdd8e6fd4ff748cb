import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../util/Clock.ts'
import type { RestReply } from './RestHandler.ts'

/** Size up to which Go's server buffers a reply to compute its length; longer ones are chunked. */
const goBufferBytes = 2048

/** The reply to one request, with the headers Go's server and Tendermint's handler around it add. */
export function createRestReply(
	message: IncomingMessage,
	response: ServerResponse,
	date: HttpDate,
	batch: ReplyBatch,
): RestReply {
	return {
		send(status, headers, body) {
			if (response.headersSent) return
			const length = Buffer.byteLength(body)
			const lines: string[] = []
			for (const [name, value] of headers) lines.push(name, value)
			lines.push(...date.headers())
			const silent = message.method === 'HEAD' && length === 0
			if (length <= goBufferBytes && !silent) lines.push('Content-Length', String(length))
			// A body that the client still holds back would be taken for the next request.
			if (message.headers.expect !== undefined && !message.complete) response.shouldKeepAlive = false
			addConnection(message, response, lines)
			response.sendDate = false
			response.writeHead(status, lines)
			batch.add(() => {
				// Sends headers and text in one write; ASCII needs no encoding.
				response.end(body, length === body.length ? 'latin1' : 'utf8')
				// The unread rest of a body must not be parsed as the next request.
				if (!message.complete) message.resume()
			})
		},
	}
}

/** Go names only what is not the rule of the request's HTTP version; node would always add its own header. */
function addConnection(message: IncomingMessage, response: ServerResponse, lines: string[]): void {
	const old = message.httpVersion === '1.0'
	response.removeHeader('connection')
	if (response.shouldKeepAlive && old) lines.push('Connection', 'keep-alive')
	else if (!response.shouldKeepAlive && !old) lines.push('Connection', 'close')
}

/** The two time headers of every reply, made once a second. */
export class HttpDate {
	readonly #clock: Clock
	#second = -1
	#headers: readonly string[] = []

	constructor(clock: Clock) {
		this.#clock = clock
	}

	/** `X-Server-Time` in seconds since the epoch, then `Date` as RFC 7231 writes it: `Sat, 21 Nov 2026 03:13:28 GMT`. */
	headers(): readonly string[] {
		const second = Math.floor(this.#clock.now() / 1000)
		if (second !== this.#second) {
			this.#second = second
			this.#headers = ['X-Server-Time', String(second), 'Date', new Date(second * 1000).toUTCString()]
		}
		return this.#headers
	}
}

/** Longest wait of the first reply for others, in milliseconds. */
const maxWaitMs = 2
const maxReplies = 32

/**
 * Holds replies until the other requests of this turn of the event loop are answered. A write to a sleeping client
 * wakes it, which costs as much as the reply itself; the next writes find it awake.
 */
export class ReplyBatch {
	#writes: (() => void)[] = []
	#since = 0
	readonly #flush = () => {
		const writes = this.#writes
		this.#writes = []
		for (const write of writes) write()
	}

	/** Runs a write soon. It must not throw. */
	add(write: () => void): void {
		const now = performance.now()
		if (this.#writes.push(write) === 1) {
			this.#since = now
			setImmediate(this.#flush)
		} else if (this.#writes.length >= maxReplies || now - this.#since > maxWaitMs) this.#flush()
	}
}
