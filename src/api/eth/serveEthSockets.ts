import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { Unsubscribe } from '../../chain/ChainReader.ts'
import type { JsonNode } from '../../codec/goJson/parseJson.ts'
import type { AllowedOrigins } from '../../serve/allowedOrigins.ts'
import type { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import type { GuardedConnection } from '../../serve/GuardedConnection.ts'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import { refuseUpgrade } from '../../serve/refuseUpgrade.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import type { EthBlock } from './blocks/EthBlock.ts'
import { bounds } from './bounds.ts'
import type { EthContext } from './EthContext.ts'
import { logsOfBlock, readLogFilter, removedLogs } from './filters/LogFilter.ts'
import { hexBytes } from './hexJson.ts'
import { headerJson } from './json/blockJson.ts'
import { logJson } from './json/logJson.ts'
import { EthFault, ethCodes } from './rpc/EthFault.ts'
import { asksOf, type EthHandler } from './rpc/EthHandler.ts'
import type { EthSubscriptions } from './rpc/EthMethod.ts'

/** Dependencies of subscriptions. */
export type EthSocketOptions = Pick<EthContext, 'news' | 'dialect'>

/** Dependencies shared with the HTTP server. */
export interface EthSocketParts extends EthSocketOptions {
	readonly handler: EthHandler
	readonly guard: ConnectionGuard
	readonly origins: AllowedOrigins
	/** As for the HTTP server. */
	readonly wallets: boolean
	/** Records calls while it is on. */
	readonly journal: RequestJournal | undefined
}

/** Unread bytes at which a connection is closed. */
const maxUnsentBytes = 8 * 1024 * 1024

/** Serves JSON-RPC with `eth_subscribe` over WebSocket, beside HTTP on one server. */
export function serveEthSockets(server: Server, parts: EthSocketParts): { close(): void } {
	const { guard, origins, wallets } = parts
	const sockets = new WebSocketServer({ noServer: true, maxPayload: bounds.messageBytes.most })
	server.on('upgrade', (request, socket, head) => {
		const asks = asksOf(request.headers.origin, origins, wallets)
		const refusal =
			asks === 'nothing'
				? '403 Forbidden'
				: sockets.clients.size >= bounds.sockets.most
					? '503 Service Unavailable'
					: undefined
		if (refusal !== undefined) {
			refuseUpgrade(socket, refusal)
			return
		}
		const connection = guard.of(socket as Socket)
		connection.whole()
		sockets.handleUpgrade(request, socket, head, (client) => {
			new EthSocket(client, {
				...parts,
				from: request.socket.remoteAddress ?? '',
				ownMachine: isFromThisMachine(request),
				isWallet: asks === 'as wallet',
				connection,
			})
		})
	})
	return {
		close: () => {
			for (const client of sockets.clients) client.terminate()
			sockets.close()
		},
	}
}

/** What a connection works with. */
interface SocketParts extends Pick<EthSocketParts, 'handler' | 'news' | 'dialect' | 'journal'> {
	/** Address of the client. */
	readonly from: string
	readonly ownMachine: boolean
	readonly isWallet: boolean
	readonly connection: GuardedConnection
}

/** One connection with its subscriptions. */
class EthSocket implements EthSubscriptions {
	readonly #client: WebSocket
	readonly #parts: SocketParts
	readonly #subscriptions = new Map<string, Unsubscribe>()
	/** Subscriptions in creation. */
	#beginning = 0
	#inFlight = 0

	constructor(client: WebSocket, parts: SocketParts) {
		this.#client = client
		this.#parts = parts
		client.on('message', (data) => void this.#take(String(data)))
		client.on('close', () => {
			for (const stop of this.#subscriptions.values()) stop()
			this.#subscriptions.clear()
		})
		// ws itself closes a connection that violates the protocol.
		client.on('error', () => undefined)
	}

	async #take(text: string): Promise<void> {
		if (++this.#inFlight >= bounds.callsInFlight.most) this.#client.pause()
		const { handler, journal, from, ownMachine, isWallet, connection } = this.#parts
		const note = journal?.begin({ listener: 'eth', from, method: 'WS', path: '/' })
		note?.body.add(text)
		try {
			const reply = await handler.reply(text, {
				ownMachine,
				isWallet,
				subscriptions: this,
				asker: { bytes: text.length, caller: connection.caller },
				turn: connection.turns(text.length, () => this.#inFlight, { begins: true }),
			})
			note?.reply.add(reply)
			this.#send(reply)
		} finally {
			if (note !== undefined) journal?.finish(note)
			if (--this.#inFlight < bounds.callsInFlight.most && this.#client.isPaused) this.#client.resume()
		}
	}

	async subscribe(kind: string, criteria: JsonNode | undefined): Promise<string> {
		bounds.subscriptions.check(this.#subscriptions.size + this.#beginning + 1)
		const id = hexBytes(randomBytes(16))
		this.#beginning++
		const stop = await this.#listen(kind, criteria, (result) => {
			if (!this.#subscriptions.has(id)) return
			this.#send(`{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${result}}}`)
		}).finally(() => this.#beginning--)
		// The connection may have ended meanwhile.
		if (this.#client.readyState === WebSocket.OPEN) this.#subscriptions.set(id, stop)
		else stop()
		return id
	}

	unsubscribe(id: string | undefined): boolean {
		const stop = id === undefined ? undefined : this.#subscriptions.get(id)
		if (id === undefined || stop === undefined) throw new EthFault('subscription not found')
		stop()
		return this.#subscriptions.delete(id)
	}

	async #listen(kind: string, criteria: JsonNode | undefined, tell: (result: string) => void): Promise<Unsubscribe> {
		const { news, dialect } = this.#parts
		switch (kind) {
			case 'newHeads':
				return news.listen({ onBlock: (block) => tell(headerText(block)) })
			case 'logs': {
				const filter = readLogFilter(criteria ?? { kind: 'object', members: new Map(), raw: '{}' }, dialect)
				return news.listen({
					onBlock: (block) => {
						for (const log of logsOfBlock(block, filter)) tell(JSON.stringify(logJson(log, dialect.isToday)))
					},
					onRemoved: (block) => {
						for (const log of removedLogs(block, filter)) tell(JSON.stringify(log))
					},
				})
			}
			case 'newPendingTransactions':
				return news.listen({ onPendingTx: (hash) => tell(`"${hexBytes(hash)}"`) })
			case 'syncing':
				// A light node is always in sync: it reports that once, and nothing afterwards.
				return news.listen({})
			default:
				throw new EthFault(`no "${kind}" subscription in eth namespace`, ethCodes.methodNotFound)
		}
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
	return getOrInsert(headerTexts, block, () => JSON.stringify(headerJson(block)))
}
