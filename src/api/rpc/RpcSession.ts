import type { ChainEvent } from '../../chain/ChainEvent.ts'
import { QueryError } from '../../chain/faults.ts'
import type { JsonNode } from '../../codec/goJson/parseJson.ts'
import { SharedJson } from '../../codec/goJson/writeJson.ts'
import { parseQuery } from '../../engine/query/parseQuery.ts'
import { thrownText } from '../../errors/UserError.ts'
import { toBase64 } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import type { Args } from './args/ArgType.ts'
import { postArgs } from './args/readArgs.ts'
import { envelope, type RpcId, type RpcRequest } from './envelope.ts'
import { blockJson, headerJson } from './json/blockJson.ts'
import type { RpcJson } from './json/RpcJson.ts'
import { blockEventResults, sparseTxResultJson } from './json/resultJson.ts'
import { rpcErrors } from './MethodFault.ts'
import { type RpcHandler, type RpcOutcome, subscriptionMethods } from './RpcHandler.ts'

/** Limits of a server over all its connections (tendermint v0.34.15 config.DefaultRPCConfig). */
export interface SubscriptionLimits {
	readonly clients: number
	readonly perClient: number
}

/** Number of connections with subscriptions. */
export interface SubscriptionCount {
	clients: number
}

/**
 * One persistent connection, a websocket or a message port. It answers requests in order of arrival and sends events
 * under the id of their subscribe request (tendermint v0.34.15 rpc/core/events.go).
 */
export class RpcSession {
	readonly #handler: RpcHandler
	readonly #send: (reply: RpcJson) => void
	readonly #limits: SubscriptionLimits
	readonly #count: SubscriptionCount
	readonly #subscriptions = new Map<string, { readonly id: RpcId; readonly stop: () => void }>()
	#last: Promise<void> = Promise.resolve()
	#closed = false

	constructor(
		handler: RpcHandler,
		send: (reply: RpcJson) => void,
		limits: SubscriptionLimits,
		count: SubscriptionCount = { clients: 0 },
	) {
		this.#handler = handler
		this.#send = send
		this.#limits = limits
		this.#count = count
	}

	/** Answers a request after those before it; resolves when its answer is given. */
	handle(request: RpcRequest): Promise<void> {
		this.#last = this.#last.then(async () => {
			if (this.#closed) return
			const outcome = await this.#outcome(request)
			const id = outcome.panic ? -1 : request.id
			if (!this.#closed) this.#send(envelope(id, outcome))
		})
		return this.#last
	}

	/** Ends all subscriptions and answers nothing more. */
	close(): void {
		this.#closed = true
		this.#drop([...this.#subscriptions.keys()])
	}

	async #outcome({ id, method, params }: RpcRequest): Promise<RpcOutcome> {
		const list = subscriptionMethods.get(method)
		if (list === undefined) {
			const outcome = await this.#handler.call(method, params)
			// A connection answers bad parameters as an internal error.
			if ('error' in outcome && outcome.error.code === -32602)
				return { error: rpcErrors.internal(outcome.error.data ?? '') }
			return outcome
		}
		if (params === undefined && list.length > 0) {
			return { error: rpcErrors.internal('reflect: Call with too few input arguments'), panic: true }
		}
		try {
			const query = String(this.#argsOf(list, params).query ?? '')
			if (method === 'subscribe') await this.#subscribe(query, id)
			else if (method === 'unsubscribe') this.#unsubscribe(query)
			else this.#unsubscribeAll()
			return { result: {} }
		} catch (fault) {
			const text = thrownText(fault)
			return { error: rpcErrors.internal(fault instanceof QueryError ? `failed to parse query: ${text}` : text) }
		}
	}

	#argsOf(list: NonNullable<ReturnType<typeof subscriptionMethods.get>>, params: JsonNode | undefined): Args {
		if (params === undefined) return {}
		try {
			return postArgs(list, params)
		} catch (fault) {
			throw new SessionFault(`error converting json params to arguments: ${thrownText(fault)}`)
		}
	}

	async #subscribe(query: string, id: RpcId): Promise<void> {
		const { clients, perClient } = this.#limits
		if (this.#count.clients >= clients) throw new SessionFault(`max_subscription_clients ${clients} reached`)
		if (this.#subscriptions.size >= perClient) {
			throw new SessionFault(`max_subscriptions_per_client ${perClient} reached`)
		}
		if (this.#subscriptions.has(query)) {
			throw new SessionFault('already subscribed')
		}
		const stop = await this.#handler.subscribe(query, (event) => {
			if (!this.#closed) this.#send(envelope(id, { result: eventJson(query, event) }))
		})
		// The connection may have gone meanwhile.
		if (this.#closed) return stop()
		if (this.#subscriptions.size === 0) this.#count.clients++
		this.#subscriptions.set(query, { id, stop })
	}

	#unsubscribe(query: string): void {
		// A query that does not parse is refused as such.
		parseQuery(query)
		if (!this.#subscriptions.has(query)) throw new SessionFault('subscription not found')
		this.#drop([query])
	}

	#unsubscribeAll(): void {
		if (this.#subscriptions.size === 0) throw new SessionFault('subscription not found')
		this.#drop([...this.#subscriptions.keys()])
	}

	#drop(queries: readonly string[]): void {
		for (const query of queries) {
			this.#subscriptions.get(query)?.stop()
			if (this.#subscriptions.delete(query) && this.#subscriptions.size === 0) this.#count.clients--
		}
	}
}

class SessionFault extends Error {}

/** The result of a subscription's message (tendermint v0.34.15 rpc/core/types ResultEvent). */
export function eventJson(query: string, event: ChainEvent): RpcJson {
	return { query, ...getOrInsert(shared, event, sharedParts) }
}

/** All subscriptions that an event matches differ in their query alone. */
const shared = new WeakMap<ChainEvent, ReturnType<typeof sharedParts>>()

function sharedParts(event: ChainEvent) {
	return {
		data: new SharedJson<RpcJson>({ type: `tendermint/event/${event.type}`, value: dataOf(event) }),
		events: new SharedJson<RpcJson>(Object.fromEntries(event.keys)),
	}
}

function dataOf(event: ChainEvent): RpcJson {
	switch (event.type) {
		case 'NewBlock':
			return { block: blockJson(event.block), ...blockEventResults(event.results) }
		case 'NewBlockHeader':
			return {
				header: headerJson(event.header),
				num_txs: String(event.numTxs),
				...blockEventResults(event.results),
			}
		case 'Tx': {
			const { height, index, tx, result } = event.record
			return {
				TxResult: {
					height: String(height),
					index: index || undefined,
					tx: toBase64(tx),
					result: sparseTxResultJson(result),
				},
			}
		}
	}
}
