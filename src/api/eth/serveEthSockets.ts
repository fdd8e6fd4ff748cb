import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { Unsubscribe } from '../../chain/ChainReader.ts'
import { type JsonNode, parseJsonStream } from '../../codec/goJson/parseJson.ts'
import type { AllowedOrigins } from '../../serve/allowedOrigins.ts'
import type { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import type { GuardedConnection } from '../../serve/GuardedConnection.ts'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import type { EthParam } from './args/EthParam.ts'
import type { EthBlock } from './blocks/EthBlock.ts'
import type { EthDialect } from './dialect/EthDialect.ts'
import { EthFault, ethCodes } from './EthFault.ts'
import { asksOf, type EthAsking, type EthHandler, errorReply, toEthFault } from './EthHandler.ts'
import type { EthTurns } from './EthTurns.ts'
import type { ChainNews } from './filters/ChainNews.ts'
import { type LogFilter, logFilter, logsOfBlock, removedLogs } from './filters/LogFilter.ts'
import { hexBytes } from './hexJson.ts'
import { headerJson } from './json/blockJson.ts'
import { logJson } from './json/logJson.ts'

/** Dependencies of subscriptions. */
export interface EthSocketOptions {
	readonly news: ChainNews
	readonly dialect: EthDialect
}

/** Dependencies shared with the HTTP server. */
export interface EthSocketParts extends EthSocketOptions {
	readonly handler: EthHandler
	readonly guard: ConnectionGuard
	readonly turns: EthTurns
	readonly origins: AllowedOrigins
	/** As for the HTTP server. */
	readonly wallets: boolean
	/** Records calls while it is on. */
	readonly journal: RequestJournal | undefined
}

/**
 * Maximum size of a message in bytes (go-ethereum v1.16 rpc/websocket.go wsDefaultReadLimit is 32 MiB; HTTP bodies have
 * 5).
 */
const maxMessageBytes = 5 * 1024 * 1024
/** Maximum connections. */
const maxSockets = 500
/** Maximum subscriptions of a connection. */
const maxSubscriptions = 1_000
/** Unread bytes at which a connection is closed. */
const maxUnsentBytes = 8 * 1024 * 1024
/** Maximum concurrent calls of a connection; further messages wait unread. */
const maxCallsInFlight = 16

/** Serves JSON-RPC with `eth_subscribe` over WebSocket, beside HTTP on one server. */
export function serveEthSockets(
	server: Server,
	{ news, dialect, handler, guard, turns, origins, wallets, journal }: EthSocketParts,
): { close(): void } {
	const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
	server.on('upgrade', (request, socket, head) => {
		const asks = asksOf(request.headers.origin, origins, wallets)
		const refusal =
			asks === 'nothing' ? '403 Forbidden' : sockets.clients.size >= maxSockets ? '503 Service Unavailable' : undefined
		if (refusal !== undefined) {
			socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
			return
		}
		const connection = guard.of(socket as Socket)
		connection.whole()
		sockets.handleUpgrade(request, socket, head, (client) => {
			const from = request.socket.remoteAddress ?? ''
			const ownMachine = isFromThisMachine(request)
			const isWallet = asks === 'as wallet'
			new EthSocket(client, { handler, news, dialect, journal, from, ownMachine, isWallet, connection, turns })
		})
	})
	return {
		close: () => {
			for (const client of sockets.clients) client.terminate()
			sockets.close()
		},
	}
}

/** One connection with its subscriptions. */
class EthSocket {
	readonly #client: WebSocket
	readonly #handler: EthHandler
	readonly #news: ChainNews
	readonly #ownMachine: boolean
	readonly #isWallet: boolean
	readonly #isToday: boolean
	readonly #criteria: EthParam<LogFilter>
	readonly #subscriptions = new Map<string, Unsubscribe>()
	/** Subscriptions in creation. */
	#beginning = 0
	readonly #journal: RequestJournal | undefined
	readonly #from: string
	readonly #connection: GuardedConnection
	readonly #turns: EthTurns
	#inFlight = 0

	constructor(
		client: WebSocket,
		parts: {
			readonly handler: EthHandler
			readonly news: ChainNews
			readonly dialect: EthDialect
			readonly journal: RequestJournal | undefined
			/** Address of the client. */
			readonly from: string
			readonly ownMachine: boolean
			readonly isWallet: boolean
			readonly connection: GuardedConnection
			readonly turns: EthTurns
		},
	) {
		this.#criteria = logFilter(parts.dialect)
		this.#isToday = parts.dialect.isToday
		this.#ownMachine = parts.ownMachine
		this.#isWallet = parts.isWallet
		this.#client = client
		this.#handler = parts.handler
		this.#news = parts.news
		this.#journal = parts.journal
		this.#from = parts.from
		this.#connection = parts.connection
		this.#turns = parts.turns
		client.on('message', (data) => void this.#take(String(data)))
		client.on('close', () => {
			for (const stop of this.#subscriptions.values()) stop()
			this.#subscriptions.clear()
		})
		// ws itself closes a connection that violates the protocol.
		client.on('error', () => undefined)
	}

	async #take(text: string): Promise<void> {
		if (++this.#inFlight >= maxCallsInFlight) this.#client.pause()
		const note = this.#journal?.begin({ listener: 'eth', from: this.#from, method: 'WS', path: '/' })
		note?.body.add(text)
		try {
			const reply = await this.#reply(text)
			note?.reply.add(reply)
			this.#send(reply)
		} finally {
			if (note !== undefined) this.#journal?.finish(note)
			if (--this.#inFlight < maxCallsInFlight && this.#client.isPaused) this.#client.resume()
		}
	}

	async #reply(text: string): Promise<string> {
		const asking = {
			ownMachine: this.#ownMachine,
			isWallet: this.#isWallet,
			...this.#turns.of(this.#connection, { bytes: text.length, waiting: () => this.#inFlight }),
		}
		let items: readonly JsonNode[] | undefined
		const reply = await asking.turn(async () => {
			let node: JsonNode
			try {
				node = parseJsonStream(text)
			} catch {
				return errorReply('null', new EthFault('parse error', ethCodes.parseError))
			}
			if (node.kind !== 'array') return this.#answer(node, asking)
			items = node.items
			return ''
		}, false)
		return items === undefined ? reply : this.#handler.answerAll(items, asking)
	}

	async #answer(node: JsonNode, asking: EthAsking): Promise<string> {
		const method = node.kind === 'object' ? node.members.get('method') : undefined
		if (node.kind !== 'object' || method?.kind !== 'string') return this.#handler.answer(node, asking)
		if (method.value !== 'eth_subscribe' && method.value !== 'eth_unsubscribe') {
			return this.#handler.answer(node, asking)
		}
		const id = node.members.get('id')?.raw ?? 'null'
		const params = node.members.get('params')
		const items = params?.kind === 'array' ? params.items : []
		try {
			const result = method.value === 'eth_subscribe' ? await this.#subscribe(items) : this.#unsubscribe(items)
			return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`
		} catch (fault) {
			return errorReply(id, toEthFault(fault))
		}
	}

	async #subscribe([kind, criteria]: readonly JsonNode[]): Promise<string> {
		if (this.#subscriptions.size + this.#beginning >= maxSubscriptions) {
			throw new EthFault(`too many subscriptions, at most ${maxSubscriptions} a connection`, ethCodes.limitExceeded)
		}
		const id = hexBytes(randomBytes(16))
		const name = kind?.kind === 'string' ? kind.value : undefined
		this.#beginning++
		const stop = await this.#listen(name, criteria, (result) => {
			if (!this.#subscriptions.has(id)) return
			this.#send(`{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${result}}}`)
		}).finally(() => this.#beginning--)
		// The connection may have ended meanwhile.
		if (this.#client.readyState === WebSocket.OPEN) this.#subscriptions.set(id, stop)
		else stop()
		return id
	}

	async #listen(
		name: string | undefined,
		criteria: JsonNode | undefined,
		tell: (result: string) => void,
	): Promise<Unsubscribe> {
		switch (name) {
			case 'newHeads':
				return this.#news.listen({ onBlock: (block) => tell(headerText(block)) })
			case 'logs': {
				const filter: LogFilter = this.#criteria.read(criteria ?? { kind: 'object', members: new Map(), raw: '{}' })
				return this.#news.listen({
					onBlock: (block) => {
						for (const log of logsOfBlock(block, filter)) tell(JSON.stringify(logJson(log, this.#isToday)))
					},
					onRemoved: (block) => {
						for (const log of removedLogs(block, filter)) tell(JSON.stringify(log))
					},
				})
			}
			case 'newPendingTransactions':
				return this.#news.listen({ onPendingTx: (hash) => tell(`"${hexBytes(hash)}"`) })
			case 'syncing':
				// A light node is always in sync: it reports that once, and nothing afterwards.
				return this.#news.listen({})
			case undefined:
				throw new EthFault('missing value for required argument 0', ethCodes.invalidParams)
			default:
				throw new EthFault(`no "${name}" subscription in eth namespace`, ethCodes.methodNotFound)
		}
	}

	#unsubscribe([id]: readonly JsonNode[]): boolean {
		const stop = id?.kind === 'string' ? this.#subscriptions.get(id.value) : undefined
		if (id?.kind !== 'string' || stop === undefined) throw new EthFault('subscription not found')
		stop()
		return this.#subscriptions.delete(id.value)
	}

	#send(text: string): void {
		if (text === '' || this.#client.readyState !== WebSocket.OPEN) return
		if (this.#client.bufferedAmount > maxUnsentBytes) {
			this.#client.close(1013, 'this client reads too slowly')
			return
		}
		this.#client.send(text)
	}
}

/** The texts of headers that thousands of subscriptions of many connections are told at once. */
const headerTexts = new WeakMap<EthBlock, string>()

function headerText(block: EthBlock): string {
	const known = headerTexts.get(block)
	if (known !== undefined) return known
	const text = JSON.stringify(headerJson(block))
	headerTexts.set(block, text)
	return text
}
