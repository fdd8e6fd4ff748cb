import type { IncomingMessage } from 'node:http'

/** A body, or why there is none. */
export type ReadBody = Uint8Array | 'too large' | 'aborted'

/**
 * Reads the body of a request and hands it to `done` once: as soon as it is whole, has more than `limit` bytes, or its client
 * is gone. What comes after too many bytes is thrown away; who wants to stop reading pauses the request.
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
		if (isDone) return
		length += chunk.length
		if (length > limit) end('too large')
		else if (first === undefined) first = chunk
		else {
			more ??= [first]
			more.push(chunk)
		}
	})
	request.on('end', () => end((more === undefined ? first : Buffer.concat(more)) ?? new Uint8Array(0)))
	request.on('error', () => end('aborted'))
	request.on('close', () => end('aborted'))
}

/** As `onBody`, by a promise that never rejects. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
	return new Promise((resolve) => onBody(request, limit, resolve))
}
