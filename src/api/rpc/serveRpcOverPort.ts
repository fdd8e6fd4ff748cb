import type { MessagePort } from 'node:worker_threads'
import { parseJson } from '../../codec/goJson/parseJson.ts'
import { writeCompactJson } from '../../codec/goJson/writeJson.ts'
import type { RpcHandler } from './RpcHandler.ts'
import { RpcSession } from './RpcSession.ts'

/** A message into the port: a JSON-RPC request as an object. `params` defaults to `{}`. */
export interface PortRequest {
	readonly jsonrpc?: '2.0'
	readonly id: number | string
	readonly method: string
	readonly params?: unknown
}

/**
 * A message out of the port, as JSON text: a JSON-RPC reply, as over the websocket. Events of a subscription are
 * further messages with the id of the `subscribe` request and `result: {query, data, events}`; the first has `result:
 * {}`.
 */
export type PortReply =
	| { readonly jsonrpc: '2.0'; readonly id: number | string; readonly result: unknown }
	| {
			readonly jsonrpc: '2.0'
			readonly id: number | string
			readonly error: { readonly code: number; readonly message: string; readonly data?: string }
	  }

/**
 * Serves JSON-RPC over a message port: each message is one `PortRequest`, each answer the text of one `PortReply`. Requests
 * are answered side by side, not in order: match them by id. The returned function ends the service and its subscriptions.
 */
export function serveRpcOverPort(port: MessagePort, handler: RpcHandler): () => void {
	const limits = { clients: Number.POSITIVE_INFINITY, perClient: Number.POSITIVE_INFINITY }
	const post = (reply: Parameters<ConstructorParameters<typeof RpcSession>[1]>[0]): void => {
		// As text, as over the websocket: parsing it there costs less than making objects here and cloning them.
		port.postMessage(writeCompactJson(reply))
	}
	const sessions = new RpcSession(handler, post, limits)
	const onMessage = ({ id, method, params }: PortRequest): void => {
		const node = parseJson(JSON.stringify(params ?? {}))
		if (method.startsWith('subscribe') || method.startsWith('unsubscribe'))
			void sessions.handle({ id, method, params: node })
		else void new RpcSession(handler, post, limits).handle({ id, method, params: node })
	}
	port.on('message', onMessage)
	return () => {
		port.off('message', onMessage)
		sessions.close()
	}
}
