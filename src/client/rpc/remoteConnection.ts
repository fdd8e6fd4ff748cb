import { UserError } from '../../errors/UserError.ts'
import type { CallArgs, MethodName } from '../../wire/NodeSchema.ts'
import { checkReply } from './checkReply.ts'
import type { RpcConnection } from './RpcConnection.ts'
import { type RpcReply, replyResult } from './RpcError.ts'
import { websocketStream } from './websocketStream.ts'

/** Timeout of one request in milliseconds; `broadcast_tx_commit` waits for a block. */
const requestTimeoutMs = 20_000

/**
 * Creates a JSON-RPC connection to an address: requests as http POST to the root, subscriptions over `/websocket`.
 *
 * Takes `http://`, `https://`, `tcp://`, `ws://`, `wss://` and plain `host:port`.
 *
 * @param chosenBy what named the address, for the error of a node that does not answer: `the address given to --node`
 * @throws {UserError} for any other text.
 */
export function remoteConnection(address: string, chosenBy = 'that address'): RpcConnection {
	const url = nodeUrl(address)
	const abort = new AbortController()
	const stream = websocketStream(websocketUrl(url))
	let lastId = 0
	return {
		kind: 'remote',
		name: url.href.replace(/\/$/, ''),
		call: async <M extends MethodName>(method: M, ...[params = {}]: CallArgs<M>) => {
			const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
			return checkReply(method, replyResult(await post(url, body, abort.signal, chosenBy)), url.origin)
		},
		subscribe: stream.subscribe,
		close: () => {
			abort.abort()
			stream.close()
		},
	}
}

/**
 * The http URL of a node.
 *
 * @throws {UserError} if the text is not an address.
 */
export function nodeUrl(address: string): URL {
	const text = /^[a-z]+:\/\//i.test(address) ? address : `http://${address}`
	const http = text.replace(/^(tcp|ws):\/\//i, 'http://').replace(/^wss:\/\//i, 'https://')
	const url = URL.canParse(http) ? new URL(http) : undefined
	if (url?.hostname && ['http:', 'https:'].includes(url.protocol)) return url
	throw new UserError(`"${address}" is not the address of a node.`, {
		next: 'Give an address such as http://127.0.0.1:26657.',
	})
}

function websocketUrl(url: URL): string {
	const socket = new URL(url)
	socket.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
	socket.pathname = `${url.pathname.replace(/\/$/, '')}/websocket`
	return socket.href
}

async function post(url: URL, body: string, closed: AbortSignal, chosenBy: string): Promise<RpcReply> {
	let status = 0
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body,
			signal: AbortSignal.any([closed, AbortSignal.timeout(requestTimeoutMs)]),
		})
		status = response.status
		return (await response.json()) as RpcReply
	} catch (cause) {
		throw new UserError(`The node at ${url.origin} does not answer.`, {
			why: status === 0 ? networkReason(cause) : `It replied with HTTP ${status} and no JSON-RPC.`,
			next: `Check ${chosenBy}, and that the node runs.`,
			cause,
		})
	}
}

/** The innermost cause of a failed fetch, which has the operating system's message. */
function networkReason(error: unknown): string {
	let current = error
	while (current instanceof Error && current.cause instanceof Error) current = current.cause
	if (!(current instanceof Error)) return String(current)
	if (current instanceof AggregateError && current.errors[0] instanceof Error) return current.errors[0].message
	return current.message
}
