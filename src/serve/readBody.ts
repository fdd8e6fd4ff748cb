import type { IncomingMessage } from 'node:http'

/** A body, or the reason there is none. */
export type ReadBody = Uint8Array | 'too large' | 'aborted'

/**
 * Reads the body of a request and calls `done` once: when it is complete, exceeds `limit` bytes, or its client has
 * left. Data after too many bytes is discarded; to stop reading, pause the request.
 */
export function onBody(request: IncomingMessage, limit: number, done: (body: ReadBody) => void): void {
	// Most bodies are one chunk, which is not copied.
	let first: Buffer | undefined
	let more: Buffer[] | undefined
	let length = 0
	let isDone = false
	const end = (body: ReadBody): void => {
		if (isDone) return
		isDone = true
		first = undefined
		more = undefined
		done(body)
	}
	request.on('data', (chunk: Buffer) => {
		length += chunk.length
		if (length > limit) end('too large')
		else if (first === undefined) first = chunk
		else {
			more ??= [first]
			more.push(chunk)
		}
	})
	request.on('end', () => end((more === undefined ? first : Buffer.concat(more)) ?? new Uint8Array(0)))
	// Without a listener of errors node reports a client that left by this event alone.
	request.on('close', () => end('aborted'))
}

/** As `onBody`, by a promise that never rejects. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
	return new Promise((resolve) => onBody(request, limit, resolve))
}
