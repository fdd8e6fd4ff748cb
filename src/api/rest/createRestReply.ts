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
			lines.push('X-Server-Time', date.unixSeconds(), 'Date', date.text())
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
	#unix = ''
	#text = ''

	constructor(clock: Clock) {
		this.#clock = clock
	}

	/** Seconds since the epoch, for `X-Server-Time`. */
	unixSeconds(): string {
		this.#refresh()
		return this.#unix
	}

	/** RFC 7231 form, for `Date`: `Sat, 21 Nov 2026 03:13:28 GMT`. */
	text(): string {
		this.#refresh()
		return this.#text
	}

	#refresh(): void {
		const second = Math.floor(this.#clock.now() / 1000)
		if (second === this.#second) return
		this.#second = second
		this.#unix = String(second)
		this.#text = new Date(second * 1000).toUTCString()
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
