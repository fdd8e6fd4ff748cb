import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { required } from '../../../../src/api/eth/args/valueParams.ts'
import { type EthJson, optional } from '../../../../src/api/eth/rpc/EthMethod.ts'
import { EthMethodSet } from '../../../../src/api/eth/rpc/EthMethodSet.ts'
import { defaultEndpointsConfig, type EndpointsConfig } from '../../../../src/endpoints/EndpointsConfig.ts'
import { EndpointDirectory } from '../../../../src/endpoints/gateway/EndpointDirectory.ts'
import { endpointPathOf, Gateway } from '../../../../src/endpoints/gateway/Gateway.ts'
import { GatewayMetrics } from '../../../../src/endpoints/gateway/GatewayMetrics.ts'
import { Leases } from '../../../../src/endpoints/metering/Leases.ts'
import { Meter } from '../../../../src/endpoints/metering/Meter.ts'
import { definePlainMethod, stateBlock } from '../../../../src/endpoints/methods/plainParams.ts'
import type { Actor } from '../../../../src/endpoints/service/Operation.ts'
import { type Desk, openDesk } from './desk.ts'

const text = optional(required((node): EthJson => JSON.parse(node.raw)))
const method = (name: string, run: (value: EthJson | undefined) => EthJson | Promise<EthJson>) =>
	definePlainMethod({ name, params: [text], cost: 'none', endpoint: 'serve', run: ([value]) => run(value) })
const methods = [
	method('echo', (value) => value ?? null),
	method('long', (length) => 'x'.repeat(Number(length))),
	method('late', async (value) => value ?? null),
	method('broken', () => {
		throw new TypeError('secret detail')
	}),
	definePlainMethod({
		name: 'height',
		params: [stateBlock],
		cost: 'none',
		endpoint: 'serve',
		run: ([at]) => at.height ?? null,
	}),
]
/** Small, so that a test reaches them. */
export const limits = { bodyBytes: 300, batchItems: 3, replyBytes: 400, callTimeoutMs: 60_000 }

export let desk: Desk
export let owner: Actor
export let applicationId: string
export let path: string
export let key: string
export let server: Server
export let meter: Meter
export let directory: EndpointDirectory
export let metrics: GatewayMetrics
export let lines: string[]

/** Opens a gateway before each test of a file, and closes it afterwards. */
export function gatewayForEach(): void {
	beforeEach(opened)
	afterEach(closed)
}

async function opened(): Promise<void> {
	const config: EndpointsConfig = { ...defaultEndpointsConfig, limits, pruningWindow: 10 }
	desk = await openDesk(config)
	owner = await desk.account('owner@example.com')
	const { id: projectId } = await desk.run('createProject', owner, { body: { name: 'acme' } })
	const made = await desk.run('createApplication', owner, {
		path: { projectId },
		body: { name: 'app', network: 'archival' },
	})
	applicationId = made.application.id
	path = made.application.endpointPath
	key = made.key.key
	lines = []
	const log = (level: string, source: string, line: string) => lines.push(`${level} ${source} ${line}`)
	const { storage, chain } = desk.context
	const clock = desk.clock
	directory = new EndpointDirectory(storage, log)
	meter = new Meter(storage, clock, 'process')
	metrics = new GatewayMetrics()
	const gateway = new Gateway({
		directory,
		meter,
		leases: new Leases(storage, clock, 'process'),
		chain,
		methods: EthMethodSet.of(methods, { chain, evmChainId: undefined }),
		config,
		metrics,
		clock,
		log,
	})
	server = createServer((request, response) => gateway.handle(request, response, endpointPathOf(request.url ?? '')))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

async function closed(): Promise<void> {
	vi.useRealTimers()
	server.closeAllConnections()
	await new Promise((resolve) => server.close(resolve))
	directory.close()
	await meter.close()
	await desk.context.storage.close()
}

export interface Sent {
	readonly method?: string
	readonly headers?: Readonly<Record<string, string>>
	/** Without the usual key and type. */
	readonly bare?: boolean
	readonly at?: string
	/** Sent without its length. */
	readonly chunked?: boolean
}
export interface Reply {
	readonly status: number | undefined
	readonly body: string
	readonly headers: IncomingHttpHeaders
}
/** Sends a request to the endpoint of the application, with its key and as JSON. */
export function ask(
	body: string,
	{ method: verb = 'POST', headers = {}, bare, at, chunked }: Sent = {},
): Promise<Reply> {
	const usual = bare ? {} : { 'x-api-key': key, 'content-type': 'application/json' }
	const length = chunked || verb !== 'POST' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
	const { port } = server.address() as AddressInfo
	return new Promise((resolve, reject) => {
		const sent = httpRequest(
			{
				host: '127.0.0.1',
				port,
				method: verb,
				path: at ?? `/v1/${path}`,
				headers: { ...usual, ...length, ...headers },
			},
			(response) => {
				let read = ''
				response.on('data', (chunk) => {
					read += String(chunk)
				})
				response.on('end', () => resolve({ status: response.statusCode, body: read, headers: response.headers }))
			},
		).on('error', reject)
		sent.end(body === '' ? undefined : body)
	})
}
export const call = (name: string, params: unknown = [], id: unknown = 1) =>
	JSON.stringify({ jsonrpc: '2.0', method: name, params, id })
export const notice = (name: string) => JSON.stringify({ jsonrpc: '2.0', method: name, params: [] })
export const ok = (result: unknown, id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, result })
export const failed = (code: number, message: string, id: unknown = null) =>
	JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
/** Rows of statistics, once everything is written. */
export const counted = async () => {
	await meter.close()
	const rows = await desk.db.selectFrom('statistics').selectAll().orderBy('method').orderBy('outcome').execute()
	const sums = new Map<string, number>()
	for (const { method: name, outcome, bucket, calls } of rows) {
		const what = `${name} ${outcome} ${bucket < 0n ? 'refused' : 'ran'}`
		sums.set(what, (sums.get(what) ?? 0) + Number(calls))
	}
	return [...sums].map(([what, calls]) => `${what} ${calls}`)
}
export const relays = async () =>
	(await desk.db.selectFrom('usage_accounts').select('relays').execute()).map((row) => Number(row.relays))
export const refusal = async (body: string, sent?: Sent) => {
	const { status, body: said, headers } = await ask(body, sent)
	expect([headers['content-type'], headers['content-length']]).toEqual([
		'application/json',
		String(Buffer.byteLength(said)),
	])
	return [status, said]
}
export const allow = async (body: { origins?: string[]; ips?: string[] }) => {
	await desk.run('setAllowlists', owner, { path: { applicationId }, body })
	directory.forget()
}
