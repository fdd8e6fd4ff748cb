import type { IncomingMessage, ServerResponse } from 'node:http'

/** Header by which a client asks for a state of at least a height. */
export const minHeightHeader = 'x-min-height'

/** The reply of a gate, for any protocol over HTTP. */
export interface GateReply {
	readonly status: number
	/** Canonical names in alphabetical order. */
	readonly headers: readonly (readonly [name: string, value: string])[]
	readonly body: string
}

/** What a gate looks at. */
export interface GateRequest {
	readonly method: string
	readonly path: string
	readonly headers: IncomingMessage['headers']
}

/**
 * What every HTTP listener asks before it answers: health paths are answered here, and a client that wants a newer state
 * than there is learns that it has to wait. Undefined lets a request through at once.
 */
export type Gate = (request: GateRequest) => Promise<GateReply | undefined> | undefined

/** Has a gate answer a request of Node's server. Returns whether it did; `false` at once for all others. */
export function answeredAtGate(
	gate: Gate | undefined,
	request: IncomingMessage,
	response: ServerResponse,
): false | Promise<boolean> {
	const { method = 'GET', url = '/', headers } = request
	const asked = gate?.({ method, path: url.split('?', 1)[0]!, headers })
	if (asked === undefined) return false
	return asked.then((reply) => {
		if (reply === undefined) return false
		// A body that came with it is not read.
		if (method !== 'GET' && method !== 'HEAD') response.setHeader('Connection', 'close')
		request.resume()
		const { status, headers, body } = reply
		response.writeHead(status, { ...Object.fromEntries(headers), 'Content-Length': Buffer.byteLength(body) })
		response.end(method === 'HEAD' ? undefined : body)
		return true
	})
}
