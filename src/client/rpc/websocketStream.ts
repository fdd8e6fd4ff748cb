import type { WebSocket } from 'ws'
import type { SubscriptionEvent } from '../../wire/TendermintSchema.ts'
import type { RpcConnection, RpcStreamState } from './RpcConnection.ts'
import { type RpcReply, replyResult } from './RpcError.ts'

const firstRetryMs = 500
const longestRetryMs = 10_000

interface Subscriber {
	readonly query: string
	readonly listener: (event: SubscriptionEvent) => void
	readonly onState: (state: RpcStreamState) => void
}

/**
 * Keeps subscriptions over one websocket. The first subscription opens it. After a break it reconnects, at growing
 * intervals up to ten seconds, and subscribes again.
 */
export function websocketStream(url: string): Pick<RpcConnection, 'subscribe' | 'close'> {
	const subscribers = new Map<number, Subscriber>()
	let socket: WebSocket | undefined
	let retry: NodeJS.Timeout | undefined
	let retryMs = firstRetryMs
	let lastId = 0
	let closed = false
	let opening = false

	const send = (id: number, method: string, query: string): void => {
		if (socket?.readyState === 1) socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { query } }))
	}
	const broken = (reason: string): void => {
		socket = undefined
		opening = false
		for (const { onState } of subscribers.values()) onState({ up: false, reason })
		if (closed || subscribers.size === 0 || retry) return
		retry = setTimeout(() => {
			retry = undefined
			open()
		}, retryMs)
		retry.unref()
		retryMs = Math.min(retryMs * 2, longestRetryMs)
	}
	const receive = (text: string): void => {
		const reply = JSON.parse(text) as RpcReply
		const subscriber = subscribers.get(Number(reply.id))
		if (!subscriber) return
		try {
			const result = replyResult(reply) as Partial<SubscriptionEvent> | undefined
			// The first reply is empty and confirms the subscription.
			if (result?.data === undefined) subscriber.onState({ up: true })
			else subscriber.listener(result as SubscriptionEvent)
		} catch (error) {
			subscriber.onState({ up: false, reason: (error as Error).message })
		}
	}
	const open = async (): Promise<void> => {
		if (closed || opening || socket) return
		opening = true
		const { WebSocket } = await import('ws')
		if (closed) return
		const next = new WebSocket(url, { handshakeTimeout: 10_000 })
		let reason = 'the connection was closed'
		next.on('error', (error) => {
			reason = error.message
		})
		next.on('open', () => {
			socket = next
			opening = false
			retryMs = firstRetryMs
			if (closed) next.close()
			else for (const [id, { query }] of subscribers) send(id, 'subscribe', query)
		})
		next.on('message', (data) => receive(String(data)))
		next.on('close', () => broken(reason))
	}

	return {
		subscribe: (query, listener, onState = () => {}) => {
			const id = ++lastId
			subscribers.set(id, { query, listener, onState })
			if (socket) send(id, 'subscribe', query)
			else open()
			return () => {
				if (subscribers.delete(id)) send(++lastId, 'unsubscribe', query)
				if (subscribers.size === 0) socket?.close()
			}
		},
		close: () => {
			closed = true
			clearTimeout(retry)
			subscribers.clear()
			socket?.close()
		},
	}
}
