import type { MessagePort } from 'node:worker_threads'
import { UserError } from '../../errors/UserError.ts'
import type { CallArgs, MethodName, ReplyOf } from '../../wire/NodeSchema.ts'
import type { SubscriptionEvent } from '../../wire/TendermintSchema.ts'
import type { RpcConnection, RpcStreamState } from './RpcConnection.ts'
import { type RpcReply, replyResult } from './RpcError.ts'

interface Waiting {
	readonly resolve: (result: unknown) => void
	readonly reject: (error: unknown) => void
}

/**
 * Creates a JSON-RPC connection over a MessagePort to the node's worker. Each message is one request object or the text
 * of one reply. Events carry the id of their subscription, as on Tendermint's websocket.
 */
export function portConnection(port: MessagePort): RpcConnection {
	const waiting = new Map<number, Waiting>()
	const streams = new Map<number, (event: SubscriptionEvent) => void>()
	const states = new Set<(state: RpcStreamState) => void>()
	let lastId = 0
	let ended: UserError | undefined

	const end = (error: UserError): void => {
		if (ended) return
		ended = error
		for (const { reject } of waiting.values()) reject(error)
		for (const onState of states) onState({ up: false, reason: error.message })
	}
	port.on('message', (text: string) => {
		const reply = JSON.parse(text) as RpcReply
		const id = Number(reply.id)
		const request = waiting.get(id)
		if (request) {
			waiting.delete(id)
			try {
				request.resolve(replyResult(reply))
			} catch (error) {
				request.reject(error)
			}
			return
		}
		if (reply.result !== undefined) streams.get(id)?.(reply.result as SubscriptionEvent)
	})
	port.on('close', () =>
		end(new UserError('The node inside the app has stopped.', { next: 'Start it again; the Logs screen says why.' })),
	)

	const request = (id: number, method: string, params: object): Promise<unknown> =>
		new Promise((resolve, reject) => {
			if (ended) {
				reject(ended)
				return
			}
			waiting.set(id, { resolve, reject })
			port.postMessage({ jsonrpc: '2.0', id, method, params })
		})

	return {
		kind: 'embedded',
		name: 'embedded',
		call: async <M extends MethodName>(method: M, ...[params = {}]: CallArgs<M>) =>
			(await request(++lastId, method, params)) as ReplyOf<M>,
		subscribe: (query, listener, onState = () => {}) => {
			const id = ++lastId
			streams.set(id, listener)
			states.add(onState)
			request(id, 'subscribe', { query }).then(
				() => onState({ up: true }),
				(error: Error) => onState({ up: false, reason: error.message }),
			)
			return () => {
				states.delete(onState)
				if (streams.delete(id) && !ended) request(++lastId, 'unsubscribe', { query }).catch(() => {})
			}
		},
		close: () => {
			end(new UserError('The connection to the node was closed.'))
			port.close()
		},
	}
}
