import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpDate } from './HttpDate.ts'
import type { ReplyBatch } from './ReplyBatch.ts'
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
			const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
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
				if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8')
				else response.end(body)
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
