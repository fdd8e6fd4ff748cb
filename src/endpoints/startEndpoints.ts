import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { EthMethodSet } from '../api/eth/rpc/EthMethodSet.ts'
import { UserError } from '../errors/UserError.ts'
import { ConnectionGuard } from '../serve/ConnectionGuard.ts'
import { answeredAtGate, type Gate } from '../serve/Gate.ts'
import { isLoopbackHost, reachableHost } from '../serve/isFromThisMachine.ts'
import { closeServer, listen } from '../serve/listen.ts'
import type { RequestJournal } from '../serve/requests/RequestJournal.ts'
import type { Clock } from '../util/Clock.ts'
import type { Log } from '../util/Log.ts'
import type { Scheduler } from '../util/schedule/Scheduler.ts'
import { defaultEndpointsConfig, type EndpointsConfig } from './EndpointsConfig.ts'
import type { EndpointUpstream } from './EndpointUpstream.ts'
import { listenerLimits } from './limits.ts'
import type { Service } from './openService.ts'
import type { PasswordCost } from './service/ServiceContext.ts'
import { parseDatabaseUrl } from './storage/parseDatabaseUrl.ts'

interface ListenerAddress {
	readonly host: string
	readonly port: number
}

/** Options of the endpoint service. */
export interface EndpointsOptions {
	readonly listener: ListenerAddress
	/** Where teams on other machines manage their endpoints; the gateway's own listener is managed from its machine alone. */
	readonly manage?: ({ readonly on: true } & ListenerAddress) | { readonly on: false } | undefined
	/** `sqlite:FILE` or `postgres://…`. */
	readonly databaseUrl: string
	readonly upstream: EndpointUpstream
	/** Folder of `endpoints.json` and the operator's token; undefined for a service without files. */
	readonly home: string | undefined
	readonly log: Log
	readonly clock: Clock
	/** Whether the chain makes blocks, for load balancers; without it an old block is as good as a new one. */
	readonly isFresh?: () => Promise<boolean>
	/** Opens the database before it listens, so that an error is reported at once; otherwise at the first request. */
	readonly eager?: boolean
	/** Methods that extend or replace those of the registry, such as the EVM's. */
	readonly methods?: EthMethodSet
	/** Whether the chain is ready at `/readyz`, and heights that a client waits for. */
	readonly gate?: Gate
	/** Takes note of requests while it is on. */
	readonly journal?: RequestJournal
	/** Work of a password's hash; OWASP's when it is left out. */
	readonly passwordCost?: PasswordCost | undefined
	/** Settings to use instead of those of `endpoints.json`. */
	readonly config?: EndpointsConfig
	/** Of the node beside it. */
	readonly scheduler?: Scheduler
}

/** The running service. */
export interface Endpoints {
	readonly address: ListenerAddress
	/** `http://127.0.0.1:8545`. */
	readonly url: string
	/** URL of the listener for management, if there is one. */
	readonly manage: string | undefined
	/** Answers what has begun, writes the counts and closes the database. */
	close(): Promise<void>
}

/** Requests that have begun may take this long when the service is closed. */
const closeMs = 5_000

/**
 * Starts the private JSON-RPC endpoints. Only the listener is opened at once: database, gateway and management are
 * loaded by the first request, since most sessions never use them.
 * @throws {UserError} for settings or a database URL that cannot be used, and what the listener throws (EADDRINUSE,
 * EACCES).
 */
export async function startEndpoints(options: EndpointsOptions): Promise<Endpoints> {
	const { listener, log } = options
	parseDatabaseUrl(options.databaseUrl)
	const config = options.config ?? (await readConfig(options.home))
	const manage = options.manage?.on ? options.manage : undefined
	if (manage !== undefined) checkManageListener(manage.host, config)
	let url = ''
	let opening: Promise<Service> | undefined
	const open = (): Promise<Service> => {
		opening ??= import('./openService.ts').then(({ openService }) =>
			openService({ ...options, config, publicUrl: () => config.publicUrl ?? url }),
		)
		return opening
	}
	let service: Service | undefined
	const guard = new ConnectionGuard(options.scheduler, listenerLimits)
	const handler: RequestListener = (request, response) => {
		if (guard.refuses(request)) return
		// Its own /healthz tells of the database too.
		const gated = request.url !== '/healthz' && answeredAtGate(options.gate, request, response)
		if (gated === false) serve(request, response)
		else void gated.then((isAnswered) => isAnswered || serve(request, response))
	}
	const serve = (request: IncomingMessage, response: ServerResponse, isManaging = false): void => {
		if (service !== undefined) {
			service.handle(request, response, isManaging)
			return
		}
		open().then(
			(opened) => {
				service = opened
				opened.handle(request, response, isManaging)
			},
			(cause: unknown) => {
				// The next request tries again: the database may be back.
				opening = undefined
				log('error', 'endpoints', cause instanceof UserError ? cause.text : String(cause))
				request.resume()
				response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
				void openingRefusal(request, cause).then((body) => response.end(body))
			},
		)
	}
	if (options.eager) service = await open()
	else if (options.home !== undefined) {
		const { checkOperatorToken } = await import('./management/managers.ts')
		checkOperatorToken(options.home, log)
	}
	const servers: Server[] = []
	const openOn = async ({ host, port }: ListenerAddress, listener: RequestListener): Promise<ListenerAddress> => {
		const server = await createListener(config, listener)
		guard.watch(server, {
			connectionEvent: config.tls === undefined ? 'connection' : 'secureConnection',
			trustsShort: true,
			answersBegun: true,
		})
		options.journal?.watch(server, 'endpoints')
		server.requestTimeout = 30_000
		server.headersTimeout = 15_000
		server.keepAliveTimeout = 120_000
		const bound = await listen(server, host, port).catch(async (error: unknown) => {
			for (const other of servers) other.close()
			await service?.close()
			throw error
		})
		servers.push(server)
		return { host, port: bound }
	}
	const urlOf = ({ host, port }: ListenerAddress): string =>
		`${config.tls ? 'https' : 'http'}://${reachableHost(host)}:${port}`
	const address = await openOn(listener, handler)
	url = urlOf(address)
	const managed =
		manage &&
		(await openOn(manage, (request, response) => {
			if (!guard.refuses(request)) serve(request, response, true)
		}))
	if (managed !== undefined) log('info', 'endpoints', `managed from other machines on ${managed.host}:${managed.port}`)
	return {
		address,
		url,
		manage: managed && urlOf(managed),
		async close() {
			await Promise.all(servers.map((server) => closeServer(server, closeMs)))
			await opening?.then(
				(opened) => opened.close(),
				() => {},
			)
		},
	}
}

/** Passwords and sessions cross this listener. @throws {UserError} if nothing would encrypt them. */
function checkManageListener(host: string, { tls, trustedProxies }: EndpointsConfig): void {
	if (tls !== undefined || trustedProxies.length > 0 || isLoopbackHost(host)) return
	throw new UserError(`--manage cannot be used with ${host} without TLS.`, {
		why: 'Passwords and sessions would cross the network in clear text.',
		next: 'Give a certificate (tls in endpoints.json), or the addresses of the proxy that has one (trustedProxies).',
	})
}

const gatewayRefusal =
	'{"jsonrpc":"2.0","id":null,"error":{"code":-32002,"message":"the endpoint service is not available"}}'

/** Only managers on this machine learn which file or server failed; callers do not. */
async function openingRefusal(request: IncomingMessage, cause: unknown): Promise<string> {
	if (!request.url?.startsWith('/manage/')) return gatewayRefusal
	const { checkLoopback } = await import('./management/managers.ts')
	try {
		checkLoopback(request)
	} catch {
		return gatewayRefusal
	}
	const { message, why, next } =
		cause instanceof UserError ? cause : new UserError('The endpoint service cannot be opened.', { why: String(cause) })
	return JSON.stringify({ error: { code: 'database', message: [message, why].filter(Boolean).join(' '), next } })
}

async function readConfig(home: string | undefined): Promise<EndpointsConfig> {
	if (home === undefined) return defaultEndpointsConfig
	const { readEndpointsConfig } = await import('./readEndpointsConfig.ts')
	return readEndpointsConfig(home)
}

async function createListener(config: EndpointsConfig, handler: RequestListener): Promise<Server> {
	// Interval of node's search for slow connections. With node's default they had half a minute more.
	const connectionsCheckingInterval = 1000
	if (config.tls === undefined) return createServer({ connectionsCheckingInterval }, handler)
	const { createServer: createTlsServer } = await import('node:https')
	try {
		return createTlsServer(
			{
				cert: readFileSync(config.tls.certFile),
				key: readFileSync(config.tls.keyFile),
				connectionsCheckingInterval,
				handshakeTimeout: 10_000,
			},
			handler,
		) as unknown as Server
	} catch (cause) {
		throw new UserError('The certificate of the endpoints cannot be used.', {
			because: cause,
			next: 'Check tls.certFile and tls.keyFile in endpoints.json.',
		})
	}
}
