import type { IncomingMessage, ServerResponse } from 'node:http'
import { EthFault, errorReply, ethCodes } from '../../api/eth/rpc/EthFault.ts'
import type { EthMethodSet } from '../../api/eth/rpc/EthMethodSet.ts'
import {
	type EthRequest,
	firstId,
	type RequestBody,
	readRequests,
	standardEnvelope,
} from '../../api/eth/rpc/readRequests.ts'
import { thrownText } from '../../errors/UserError.ts'
import { onBody } from '../../serve/readBody.ts'
import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import type { ChainView } from '../chain/ChainView.ts'
import type { EndpointsConfig } from '../EndpointsConfig.ts'
import type { Leases } from '../metering/Leases.ts'
import type { Meter } from '../metering/Meter.ts'
import { type IpRule, ipRule } from '../service/applications/allowlists.ts'
import { UncertainWrite } from '../storage/OnceWriter.ts'
import { clientAddress } from './clientAddress.ts'
import type { Endpoint, EndpointDirectory } from './EndpointDirectory.ts'
import type { GatewayMetrics } from './GatewayMetrics.ts'
import { pruningWindow } from './pruningWindow.ts'
import { RateLimiter } from './RateLimiter.ts'
import { type Refusal, refusals } from './refusals.ts'
import { type CallPolicy, type RanCall, runCall } from './runCall.ts'

/** Dependencies of the gateway. */
interface GatewayParts {
	readonly directory: EndpointDirectory
	readonly meter: Meter
	readonly leases: Leases
	readonly chain: ChainView
	/** What endpoints offer. */
	readonly methods: EthMethodSet
	readonly config: EndpointsConfig
	readonly metrics: GatewayMetrics
	readonly clock: Clock
	readonly log: Log
}

/** A request in progress. */
interface Exchange {
	readonly request: IncomingMessage
	readonly response: ServerResponse
	readonly endpoint: Endpoint
	/** Id of the request's key; undefined without one. */
	readonly keyId: string | undefined
}

const jsonType = /^application\/(json|json-rpc|jsonrequest)\s*(;|$)/i
const hexPath = /^\/v1\/([0-9a-f]{32})(\?|$)/

/** The path of an endpoint in a URL; undefined for any other URL. */
export function endpointPathOf(url: string): string | undefined {
	return hexPath.exec(url)?.[1]
}

/** Serves `POST /v1/<endpoint_path>`: refusals by HTTP status, JSON-RPC errors by 200, once counted on disk. */
export class Gateway {
	readonly #parts: GatewayParts
	readonly #trusted: IpRule
	readonly #rates = new RateLimiter()
	readonly #archival: CallPolicy
	readonly #pruning: CallPolicy

	constructor(parts: GatewayParts) {
		this.#parts = parts
		const { chain, config, methods } = parts
		this.#trusted = ipRule(config.trustedProxies)
		const policy = { methods, timeoutMs: config.limits.callTimeoutMs, fail: this.#logFault }
		this.#archival = { ...policy, call: {} }
		this.#pruning = { ...policy, call: { window: pruningWindow(chain, config.pruningWindow) } }
	}

	/** Answers one request; never throws. Cached, it waits only for the body and the count on disk. */
	handle(request: IncomingMessage, response: ServerResponse, path: string | undefined): void {
		if (path === undefined) {
			send(request, response, refusals.unknownEndpoint)
			return
		}
		const { directory } = this.#parts
		const known = directory.known(path)
		if (known !== undefined) this.#serve(request, response, known)
		else {
			directory
				.find(path)
				.then((found) => {
					if (found === undefined) send(request, response, refusals.unknownEndpoint)
					else this.#serve(request, response, found)
				})
				.catch((cause: unknown) => this.#fail(request, response, cause))
		}
	}

	#fail(request: IncomingMessage, response: ServerResponse, cause: unknown): void {
		if (request.destroyed && !request.complete) return
		this.#parts.log('error', 'endpoints', `request failed: ${thrownText(cause)}`)
		send(request, response, cause instanceof UncertainWrite ? refusals.uncertain : refusals.unavailable)
	}

	#serve(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint): void {
		try {
			const { origin } = request.headers
			const refusal = this.#placeRefusal(request, endpoint)
			if (refusal === undefined && origin !== undefined) allowOrigin(response, endpoint.origins.empty ? '*' : origin)
			if (refusal === undefined && request.method === 'OPTIONS') preflight(response)
			else {
				const keyId = refusal ?? this.#keyOf(request, endpoint)
				if (typeof keyId === 'object') this.#refuse({ request, response, endpoint }, keyId)
				else this.#read({ request, response, endpoint, keyId })
			}
		} catch (cause) {
			this.#fail(request, response, cause)
		}
	}

	/** The reason a client's origin or address is refused. */
	#placeRefusal(request: IncomingMessage, { ips, origins }: Endpoint): Refusal | undefined {
		if (!ips.allows(clientAddress(request, this.#trusted))) return refusals.address
		const { origin } = request.headers
		if (origins.allows(origin)) return undefined
		return origin === undefined ? refusals.noOrigin : refusals.origin
	}

	#read(exchange: Exchange): void {
		const { request, response, endpoint } = exchange
		const { bodyBytes } = this.#parts.config.limits
		if (Number(request.headers['content-length']) > bodyBytes) {
			this.#refuse(exchange, refusals.bodySize(bodyBytes))
			return
		}
		onBody(request, bodyBytes, (read) => {
			// A connection that was ended, as one with too many requests at once is, has nothing run and nothing billed.
			if (read === 'aborted' || request.socket.destroyed) return
			if (read === 'too large') return this.#refuse(exchange, refusals.bodySize(bodyBytes))
			try {
				const body = readRequests(read, standardEnvelope)
				if (endpoint.cap === null && endpoint.rateLimit === null) return this.#answer(exchange, body)
				this.#admit(body, endpoint)
					.then((problem) => (problem === undefined ? this.#answer(exchange, body) : this.#refuse(exchange, problem)))
					.catch((cause: unknown) => this.#fail(request, response, cause))
			} catch (cause) {
				this.#fail(request, response, cause)
			}
		})
	}

	#refuse({ request, response, endpoint }: Omit<Exchange, 'keyId'>, refusal: Refusal): void {
		this.#noteInvalid(endpoint, refusal.status)
		send(request, response, refusal)
	}

	/** Counts a refused request or an invalid body: statistics show it, and it is free. */
	#noteInvalid(endpoint: Endpoint, status: number): void {
		this.#parts.meter.note(endpoint, [{ method: 'invalid', outcome: '4xx', micros: undefined, billed: false }])
		this.#parts.metrics.refused(endpoint.applicationId, status)
	}

	/** Id of the call's key, undefined if none is given or required, or the refusal. */
	#keyOf({ method, headers }: IncomingMessage, endpoint: Endpoint): string | undefined | Refusal {
		if (method !== 'POST') return refusals.method
		const key = headers['x-api-key']
		const known = typeof key === 'string' ? endpoint.keys.idOf(key, this.#parts.clock.now()) : undefined
		if (known === undefined && endpoint.keyRequired) return key ? refusals.badKey : refusals.noKey
		return jsonType.test(headers['content-type'] ?? '') ? known : refusals.contentType
	}

	/** Rate limit and cap, for all calls of a body together. */
	async #admit(body: RequestBody, endpoint: Endpoint): Promise<Refusal | undefined> {
		if (body.kind === 'fault' || body.kind === 'nothing' || this.#isTooLarge(body)) return undefined
		const { rateLimit, accountId, cap } = endpoint
		if (rateLimit !== null) {
			const calls = body.kind === 'batch' ? body.requests.length : 1
			const wait = this.#rates.take(endpoint.applicationId, rateLimit, calls, performance.now())
			if (wait > 0) return refusals.rate(wait)
		}
		if (cap === null) return undefined
		const relays =
			body.kind === 'batch' ? body.requests.filter(({ valid }) => valid).length : body.request.valid ? 1 : 0
		if (relays === 0 || (await this.#parts.leases.take(accountId, cap, BigInt(relays)))) return undefined
		return refusals.cap
	}

	#isTooLarge(body: RequestBody): boolean {
		return body.kind === 'batch' && body.requests.length > this.#parts.config.limits.batchItems
	}

	#answer(exchange: Exchange, body: RequestBody): void {
		if (body.kind === 'fault') this.#answerInvalid(exchange, body.reply)
		else if (body.kind === 'single') this.#answerSingle(exchange, body.request)
		else if (body.kind === 'batch' && this.#isTooLarge(body)) {
			// As go-ethereum: one error, with the id of the first call that has one.
			const tooLarge = new EthFault('batch too large', ethCodes.invalidRequest)
			this.#answerInvalid(exchange, `[${errorReply(firstId(body.requests), tooLarge)}]`)
		} else this.#answerBatch(exchange, body.kind === 'batch' ? body.requests : [])
	}

	#answerSingle(exchange: Exchange, call: EthRequest): void {
		const ran = this.#run(call, exchange)
		const answer = (one: RanCall) => this.#count(exchange, [one], () => this.#limited(one.reply, call.id))
		if (ran instanceof Promise) void ran.then(answer)
		else answer(ran)
	}

	#answerBatch(exchange: Exchange, calls: readonly EthRequest[]): void {
		void Promise.all(calls.map((call) => this.#run(call, exchange))).then((ran) =>
			this.#count(exchange, ran, () => {
				const replies = ran.flatMap((one) => (one.reply === undefined ? [] : [one.reply]))
				return replies.length === 0 ? undefined : this.#limited(`[${replies.join(',')}]`, undefined)
			}),
		)
	}

	#answerInvalid({ endpoint, response }: Exchange, text: string): void {
		this.#noteInvalid(endpoint, 200)
		reply(response, text)
	}

	#run(call: EthRequest, { endpoint, response }: Exchange): RanCall | Promise<RanCall> {
		const policy = endpoint.network === 'archival' ? this.#archival : this.#pruning
		return runCall(call, policy, (left) => response.once('close', left))
	}

	readonly #logFault = (method: string, cause: unknown): void => {
		const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
		this.#parts.log('error', 'endpoints', `${method}: ${text}`)
	}

	/** Counts calls and then sends the reply to them. Never throws. */
	#count(exchange: Exchange, ran: readonly RanCall[], text: () => string | undefined): void {
		const { request, response, endpoint, keyId } = exchange
		const { meter, metrics } = this.#parts
		let billed = false
		for (const call of ran) {
			metrics.ran(endpoint.applicationId, call)
			billed ||= call.billed
		}
		const counted = (problem: Error | undefined): void => {
			try {
				if (problem !== undefined) throw problem
				reply(response, text())
			} catch (cause) {
				this.#fail(request, response, cause)
			}
		}
		if (billed) meter.count(endpoint, ran, endpoint.cap, keyId, counted)
		else {
			meter.note(endpoint, ran)
			counted(undefined)
		}
	}

	#limited(text: string | undefined, id: string | undefined): string | undefined {
		if (text === undefined || text.length <= this.#parts.config.limits.replyBytes) return text
		return errorReply(id ?? 'null', new EthFault('response too large', ethCodes.replyTooLarge))
	}
}

function reply(response: ServerResponse, text: string | undefined): void {
	if (text === undefined) {
		response.writeHead(204)
		response.end()
		return
	}
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
	response.end(text)
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Refusal): void {
	if (response.headersSent) return
	// Discards the rest of the body, so that the connection stays usable.
	request.resume()
	response.writeHead(status, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
		...headers,
	})
	response.end(body)
}

function allowOrigin(response: ServerResponse, origin: string): void {
	response.setHeader('access-control-allow-origin', origin)
	response.setHeader('access-control-expose-headers', 'retry-after')
	if (origin !== '*') response.setHeader('vary', 'origin')
}

function preflight(response: ServerResponse): void {
	response.writeHead(204, {
		'access-control-allow-methods': 'POST, OPTIONS',
		'access-control-allow-headers': 'content-type, x-api-key',
		'access-control-max-age': '600',
	})
	response.end()
}
