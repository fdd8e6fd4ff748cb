import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { networkReason } from '../../errors/innermostCause.ts'
import { UserError } from '../../errors/UserError.ts'
import type { CallArgs, MethodName, ReplyOf } from '../../wire/NodeSchema.ts'
import type { SubscriptionEvent } from '../../wire/TendermintSchema.ts'
import type { ApiKeySource, RpcConnection, RpcStreamState } from './RpcConnection.ts'
import { type RpcReply, replyResult } from './RpcError.ts'

/** Timeout of one request in milliseconds; `broadcast_tx_commit` waits for a block. */
const requestTimeoutMs = 20_000

/**
 * Creates a JSON-RPC connection to an address: requests as http POST to the root, subscriptions over `/websocket`.
 * Takes `http://`, `https://`, `tcp://`, `ws://`, `wss://` and plain `host:port`.
 * @param chosenBy what named the address, for the error of a node that does not answer: `the address given to --node`
 * @param apiKey the key sent as `x-api-key`
 * @param agent `User-Agent` of its requests
 * @throws {UserError} for any other text.
 */
export function remoteConnection(
	address: string,
	chosenBy = 'that address',
	apiKey?: ApiKeySource,
	agent = 'chain-tui',
): RpcConnection {
	const url = nodeUrl(address)
	const abort = new AbortController()
	const stream = websocketStream(websocketUrl(url), apiKey, agent)
	let lastId = 0
	return {
		kind: 'remote',
		name: url.href.replace(/\/$/, ''),
		...(apiKey === undefined ? {} : { apiKey }),
		call: async <M extends MethodName>(method: M, ...[params = {}]: CallArgs<M>) => {
			const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
			return checkReply(
				method,
				replyResult(
					await post(url, body, abort.signal, chosenBy, {
						...(await keyHeader(apiKey)),
						'user-agent': agent,
					}),
				),
				url.origin,
			)
		},
		subscribe: stream.subscribe,
		close: () => {
			abort.abort()
			stream.close()
		},
	}
}

/** The http URL of a node. @throws {UserError} if the text is not an address. */
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
	socket.pathname = `${url.pathname.replace(/\/$/, '')}/websocket`
	return socket.href
}

/** The header of an API key; none without one. */
export async function keyHeader(apiKey: ApiKeySource | undefined): Promise<Readonly<Record<string, string>>> {
	const key = await apiKey?.()
	return key === undefined ? {} : { 'x-api-key': key }
}

async function post(
	url: URL,
	body: string,
	closed: AbortSignal,
	chosenBy: string,
	headers: Readonly<Record<string, string>>,
): Promise<RpcReply> {
	let status = 0
	try {
		const signal = AbortSignal.any([closed, AbortSignal.timeout(requestTimeoutMs)])
		const response = await send(url, body, { 'content-type': 'application/json', ...headers }, signal)
		status = response.statusCode!
		const chunks: Uint8Array[] = []
		for await (const chunk of response) chunks.push(chunk)
		// A redirection is not followed: the key must not go to another address.
		if (status >= 300 && status < 400) throw new Error(`redirected to ${response.headers.location}`)
		return JSON.parse(Buffer.concat(chunks).toString()) as RpcReply
	} catch (cause) {
		throw new UserError(`The node at ${url.origin} does not answer.`, {
			why:
				status === 0
					? networkReason(cause)
					: [401, 403].includes(status)
						? `It wants a key, or another one (HTTP ${status}).`
						: `It replied with HTTP ${status} and no JSON-RPC.`,
			next: [401, 403].includes(status)
				? 'Save it with its key: `chain-tui rpc add`, or a on the RPC screen.'
				: `Check ${chosenBy}, and that the node runs.`,
			cause,
		})
	}
}

/** Sends a request. Not by `fetch`, which takes a quarter of the processor time of a whole query to load. */
async function send(
	url: URL,
	body: string,
	headers: Readonly<Record<string, string>>,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
	return new Promise((resolve, reject) => {
		request(url, { method: 'POST', headers, signal }).on('response', resolve).on('error', reject).end(body)
	})
}

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
function websocketStream(
	url: string,
	apiKey: ApiKeySource | undefined,
	agent: string,
): Pick<RpcConnection, 'subscribe' | 'close'> {
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
		// Without its key a place refuses the handshake, and says why.
		const headers = await keyHeader(apiKey).catch(() => ({}))
		if (closed) return
		const next = new WebSocket(url, {
			handshakeTimeout: 10_000,
			headers: { ...headers, 'user-agent': agent },
		})
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

/** Paths of the members that the client needs in a reply. A path does not lead through a list or null. */
const required: { readonly [M in MethodName]?: readonly string[] } = {
	status: ['node_info.network', 'sync_info.latest_block_height'],
	net_info: ['n_peers'],
	abci_info: ['response'],
	abci_query: ['response'],
	block: ['block_id.hash'],
	blockchain: ['block_metas'],
	tx: ['hash', 'height', 'tx', 'tx_result'],
	tx_search: ['total_count'],
	unconfirmed_txs: ['total'],
	num_unconfirmed_txs: ['total'],
	broadcast_tx_sync: ['code', 'log'],
	broadcast_tx_commit: ['check_tx', 'deliver_tx'],
	chain_blocks: ['blocks'],
	chain_txs: ['txs', 'total'],
	chain_traceGas: ['charges'],
	chain_history: ['step_ms', 'now', 'samples'],
}

/**
 * Checks a result from the network as the reply of its method.
 * @throws {UserError} if required members are missing: the program at that address is not a node of this line.
 */
function checkReply<M extends MethodName>(method: M, result: unknown, node: string): ReplyOf<M> {
	const missing = required[method]?.find((path) => !has(result, path.split('.')))
	if (missing === undefined) return result as ReplyOf<M>
	throw new UserError(`The node at ${node} gives answers that this program cannot read.`, {
		why: `Its reply to ${method} has no ${missing}.`,
		next: 'Check that the address is that of the JSON-RPC of a node of the Tendermint 0.34 line.',
	})
}

function has(value: unknown, [member = '', ...rest]: readonly string[]): boolean {
	if (typeof value !== 'object' || value === null || !(member in value)) return false
	return rest.length === 0 || has((value as Readonly<Record<string, unknown>>)[member], rest)
}
