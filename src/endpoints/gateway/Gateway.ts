import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import type { ChainView } from '../chain/ChainView.ts'
import type { EndpointsConfig } from '../EndpointsConfig.ts'
import { errorReply, type ParsedBody, type ParsedCall, parseCalls } from '../jsonrpc/parseCalls.ts'
import { rpcCodes } from '../jsonrpc/RpcFault.ts'
import type { Leases } from '../metering/Leases.ts'
import type { Meter } from '../metering/Meter.ts'
import type { Usage } from '../metering/Usage.ts'
import type { EthMethod, MethodContext } from '../methods/EthMethod.ts'
import { type IpRule, ipRule } from '../service/allowRules.ts'
import { isSecret, keyPrefix, secretDigest } from '../service/secrets.ts'
import { clientAddress } from './clientAddress.ts'
import type { Endpoint, EndpointDirectory } from './EndpointDirectory.ts'
import type { GatewayMetrics } from './GatewayMetrics.ts'
import { RateLimiter } from './RateLimiter.ts'
import { readBody } from './readBody.ts'
import { type Refusal, refusals } from './refusals.ts'
import { type RanCall, runCall } from './runCall.ts'

/** What the gateway is made of. */
export interface GatewayParts {
	readonly directory: EndpointDirectory
	readonly meter: Meter
	readonly leases: Leases
	readonly chain: ChainView
	readonly methods: ReadonlyMap<string, EthMethod>
	readonly config: EndpointsConfig
	readonly metrics: GatewayMetrics
	readonly clock: Clock
	readonly log: Log
}

const jsonType = /^application\/(json|json-rpc|jsonrequest)\s*(;|$)/i
const hexPath = /^\/v1\/([0-9a-f]{32})(\?|$)/

/** The path part of an endpoint's URL, or undefined when the URL is none of the gateway's. */
export function endpointPathOf(url: string): string | undefined {
	return hexPath.exec(url)?.[1]
}

/**
 * Serves `POST /v1/<endpoint_path>`. Refusals carry an HTTP status of their own; whatever JSON-RPC can say comes with 200. A
 * reply leaves only after its calls are counted on disk.
 */
export class Gateway {
	private readonly parts: GatewayParts
	private readonly trusted: IpRule
	private readonly rates = new RateLimiter()
	private readonly archival: MethodContext
	private readonly pruning: MethodContext

	constructor(parts: GatewayParts) {
		this.parts = parts
		const { chain, config } = parts
		this.trusted = ipRule(config.trustedProxies)
		this.archival = { chain, config, window: undefined }
		this.pruning = { chain, config, window: config.pruningWindow }
	}

	/** Answers one request for an endpoint. Never rejects. */
	async handle(request: IncomingMessage, response: ServerResponse, path: string | undefined): Promise<void> {
		try {
			const { directory } = this.parts
			const endpoint = path === undefined ? undefined : (directory.known(path) ?? (await directory.find(path)))
			if (endpoint === undefined) send(request, response, refusals.unknownEndpoint)
			else await this.serve(request, response, endpoint)
		} catch (cause) {
			if (request.destroyed && !request.complete) return
			this.parts.log('error', 'endpoints', `request failed: ${cause instanceof Error ? cause.message : String(cause)}`)
			send(request, response, refusals.unavailable)
		}
	}

	private async serve(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint): Promise<void> {
		const { meter, config } = this.parts
		const refuse = (refusal: Refusal): void => {
			meter.note([{ ...endpoint, method: 'invalid', outcome: '4xx', micros: undefined, billed: false }])
			this.parts.metrics.refused(endpoint.applicationId, refusal.status)
			send(request, response, refusal)
		}
		const { origin } = request.headers
		if (!endpoint.ips.empty && !endpoint.ips.allows(clientAddress(request, this.trusted))) {
			return refuse(refusals.address)
		}
		if (!endpoint.origins.allows(origin)) return refuse(origin === undefined ? refusals.noOrigin : refusals.origin)
		if (origin !== undefined) allowOrigin(response, endpoint.origins.empty ? '*' : origin)
		if (request.method === 'OPTIONS') return preflight(response)
		if (request.method !== 'POST') return refuse(refusals.method)
		const keyId = this.keyOf(request, endpoint)
		if (typeof keyId === 'object') return refuse(keyId)
		if (!jsonType.test(request.headers['content-type'] ?? '')) return refuse(refusals.contentType)
		const text = await readBody(request, config.limits.bodyBytes)
		if (text === undefined) return refuse(refusals.bodySize(config.limits.bodyBytes))
		const body = parseCalls(text)
		const limited = endpoint.cap !== null || endpoint.rateLimit !== null
		const problem = limited ? await this.admit(body, endpoint) : undefined
		if (problem !== undefined) return refuse(problem)
		await this.answer(response, body, endpoint, keyId)
	}

	/** Id of the key the request came with, undefined without one where none is needed, or the refusal. */
	private keyOf(request: IncomingMessage, endpoint: Endpoint): string | undefined | Refusal {
		const key = request.headers['x-api-key']
		if (typeof key !== 'string' || key === '') return endpoint.keyRequired ? refusals.noKey : undefined
		if (isSecret(key, keyPrefix)) {
			const digest = secretDigest(key)
			for (const known of endpoint.keys) {
				if (timingSafeEqual(known.digest, digest) && known.expiresAt > this.parts.clock.now()) return known.id
			}
		}
		return endpoint.keyRequired ? refusals.badKey : undefined
	}

	/** Rate limit and cap, for all calls of a body together. */
	private async admit(body: ParsedBody, endpoint: Endpoint): Promise<Refusal | undefined> {
		if (body.kind === 'fault' || this.isTooLarge(body)) return undefined
		const { rateLimit, accountId, cap } = endpoint
		if (rateLimit !== null) {
			const calls = body.kind === 'batch' ? body.calls.length : 1
			const wait = this.rates.take(endpoint.applicationId, rateLimit, calls, performance.now())
			if (wait > 0) return refusals.rate(wait)
		}
		if (cap === null) return undefined
		const relays = body.kind === 'batch' ? body.calls.filter(({ valid }) => valid).length : body.call.valid ? 1 : 0
		if (relays === 0 || (await this.parts.leases.take(accountId, cap, BigInt(relays)))) return undefined
		return refusals.cap
	}

	private isTooLarge(body: ParsedBody): boolean {
		return body.kind === 'batch' && body.calls.length > this.parts.config.limits.batchItems
	}

	private async answer(
		response: ServerResponse,
		body: ParsedBody,
		endpoint: Endpoint,
		keyId: string | undefined,
	): Promise<void> {
		if (body.kind === 'fault') return this.answerInvalid(response, endpoint, body.reply)
		if (body.kind === 'batch' && this.isTooLarge(body)) {
			// As go-ethereum: one error, with the id of the first call that has one.
			const id = body.calls.map(idOf).find((one) => one !== undefined) ?? 'null'
			return this.answerInvalid(response, endpoint, `[${errorReply(id, rpcCodes.invalidRequest, 'batch too large')}]`)
		}
		if (body.kind === 'single') {
			const ran = await this.run(body.call, endpoint)
			await this.count([ran], endpoint, keyId)
			return reply(response, this.limited(ran.reply, idOf(body.call)))
		}
		const ran = await Promise.all(body.calls.map((call) => this.run(call, endpoint)))
		await this.count(ran, endpoint, keyId)
		const replies = ran.flatMap((one) => (one.reply === undefined ? [] : [one.reply]))
		return reply(response, replies.length === 0 ? undefined : this.limited(`[${replies.join(',')}]`, undefined))
	}

	private answerInvalid(response: ServerResponse, endpoint: Endpoint, text: string): void {
		this.parts.meter.note([{ ...endpoint, method: 'invalid', outcome: '4xx', micros: undefined, billed: false }])
		this.parts.metrics.refused(endpoint.applicationId, 200)
		reply(response, text)
	}

	private run(call: ParsedCall, endpoint: Endpoint): Promise<RanCall> {
		const context = endpoint.network === 'archival' ? this.archival : this.pruning
		return runCall(call, this.parts.methods, context, (method, cause) => {
			const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
			this.parts.log('error', 'endpoints', `${method.slice(0, 100)}: ${text}`)
		})
	}

	private async count(ran: readonly RanCall[], endpoint: Endpoint, keyId: string | undefined): Promise<void> {
		const { accountId, applicationId, cap } = endpoint
		const calls = ran.map(
			({ method, outcome, micros, billed }): Usage => ({
				accountId,
				applicationId,
				method,
				outcome,
				micros: billed ? micros : undefined,
				billed,
			}),
		)
		for (const call of calls) this.parts.metrics.ran(call)
		if (calls.some(({ billed }) => billed)) await this.parts.meter.count(calls, cap, keyId)
		else this.parts.meter.note(calls)
	}

	private limited(text: string | undefined, id: string | undefined): string | undefined {
		if (text === undefined || text.length <= this.parts.config.limits.replyBytes) return text
		return errorReply(id ?? 'null', -32003, 'response too large')
	}
}

function idOf(call: ParsedCall): string | undefined {
	return call.id
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
	// What is left of the body is thrown away, so that the connection can go on.
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
