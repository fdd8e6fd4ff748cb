import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'

/** A call as it comes to an engine. */
interface EngineCall {
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
}

/** A server in place of an engine. */
export interface AnsweringEngine {
	readonly url: string
	close(): Promise<void>
}

/**
 * A server that answers every call with one reply: an object as JSON, a text as it is, what a function makes of the call; none
 * leaves every call waiting. Each message over a websocket gets the `socketReplies` in order; none at all closes the connection.
 */
export async function answeringEngine(
	reply: object | string | ((call: EngineCall) => object) | undefined,
	socketReplies?: readonly (object | string)[],
): Promise<AnsweringEngine> {
	const textOf = (one: object | string): string => (typeof one === 'string' ? one : JSON.stringify(one))
	const server = createServer(async (request, response) => {
		if (typeof reply === 'function') response.end(textOf(reply((await json(request)) as EngineCall)))
		else if (reply !== undefined) response.end(textOf(reply))
	})
	if (socketReplies !== undefined) {
		const sockets = new WebSocketServer({ server })
		sockets.on('connection', (socket) =>
			socket.on('message', () => {
				for (const one of socketReplies) socket.send(textOf(one))
				if (socketReplies.length === 0) socket.close()
			}),
		)
	}
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections()
				server.close(() => resolve())
			}),
	}
}
