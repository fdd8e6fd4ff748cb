import type { IncomingMessage } from 'node:http'

/**
 * Reads the body of a request as text and hands it to `done` once; undefined when it has more than `limit` bytes. Of a client
 * that goes away `done` hears nothing: there is nobody left to answer.
 */
export function readBody(request: IncomingMessage, limit: number, done: (text: string | undefined) => void): void {
	if (Number(request.headers['content-length'] ?? 0) > limit) {
		done(undefined)
		return
	}
	let first: Buffer | undefined
	let more: Buffer[] | undefined
	let length = 0
	request.on('data', (chunk: Buffer) => {
		if (length > limit) return
		length += chunk.length
		if (length > limit) {
			done(undefined)
		} else if (first === undefined) {
			first = chunk
		} else {
			more ??= [first]
			more.push(chunk)
		}
	})
	request.on('end', () => {
		if (length <= limit) done((more === undefined ? first : Buffer.concat(more))?.toString('utf8') ?? '')
	})
	request.on('error', () => {})
}
