import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { EthMethodSet } from '../api/eth/rpc/EthMethodSet.ts'
import type { Clock } from '../util/Clock.ts'
import type { Log } from '../util/Log.ts'
import { ChainView } from './chain/ChainView.ts'
import type { EndpointsConfig } from './EndpointsConfig.ts'
import type { EndpointUpstream } from './EndpointUpstream.ts'
import { EndpointDirectory } from './gateway/EndpointDirectory.ts'
import { endpointPathOf, Gateway } from './gateway/Gateway.ts'
import { GatewayMetrics } from './gateway/GatewayMetrics.ts'
import { createManagement } from './management/createManagement.ts'
import { Leases } from './metering/Leases.ts'
import { Meter } from './metering/Meter.ts'
import { plainMethods } from './methods/index.ts'
import type { PasswordCost, ServiceContext } from './service/ServiceContext.ts'
import { heightFloor, openStorage } from './storage/openStorage.ts'

/** Dependencies of the service. */
interface ServiceParts {
	readonly databaseUrl: string
	readonly upstream: EndpointUpstream
	readonly config: EndpointsConfig
	/** Folder for the operator's token; undefined keeps it in memory. */
	readonly home: string | undefined
	/** Public URL of the gateway. */
	readonly publicUrl: () => string
	readonly log: Log
	readonly clock: Clock
	/** Whether the chain makes blocks; without it an old block is as good as a new one. */
	readonly isFresh?: () => Promise<boolean>
	/** Work of a password's hash; OWASP's when it is left out. */
	readonly passwordCost?: PasswordCost | undefined
	/** The methods of a chain with an EVM; without them those of a chain without one are offered. */
	readonly methods?: EthMethodSet
}

/** The open service: answers requests until it is closed. */
export interface Service {
	/** @param isManaging whether it came to the listener for management from other machines, which serves nothing else */
	handle(request: IncomingMessage, response: ServerResponse, isManaging: boolean): void
	close(): Promise<void>
}

/** Interval at which idle shares of caps are returned, in milliseconds. */
const releaseMs = 250

/** Opens database, gateway and management. @throws {UserError} if the database cannot be opened. */
export async function openService(parts: ServiceParts): Promise<Service> {
	const { upstream, config, log, clock } = parts
	const storage = await openStorage(parts.databaseUrl)
	upstream.share?.(heightFloor(storage))
	const processId = randomUUID()
	const directory = new EndpointDirectory(storage, log)
	const meter = new Meter(storage, clock, processId)
	const leases = new Leases(storage, clock, processId)
	const metrics = new GatewayMetrics()
	const chain = new ChainView(upstream)
	const methods = parts.methods ?? EthMethodSet.of(plainMethods, { chain, evmChainId: config.evmChainId })
	const gateway = new Gateway({ directory, meter, leases, chain, methods, config, metrics, clock, log })
	const { passwordCost } = parts
	const context: ServiceContext = {
		storage,
		clock,
		log,
		config,
		chain,
		passwordCost,
		changed: () => directory.forget(),
	}
	const management = createManagement({ context, metrics, home: parts.home, publicUrl: parts.publicUrl })
	const releasing = setInterval(() => void leases.release().catch(() => {}), releaseMs).unref()
	return {
		handle(request, response, isManaging) {
			if (isManaging) return management.handle(request, response, isManaging)
			const url = request.url ?? '/'
			if (url === healthPath) void answerHealth(request, response, { directory, chain, isFresh: parts.isFresh })
			else if (management.owns(url)) management.handle(request, response, isManaging)
			else gateway.handle(request, response, endpointPathOf(url))
		},
		async close() {
			clearInterval(releasing)
			directory.close()
			await management.close()
			await meter.close()
			await leases.release(true).catch(() => {})
			await storage.close()
		},
	}
}

/** Path at which a load balancer asks whether calls are answered here. */
const healthPath = '/healthz'

/** Longest wait for the node. */
const waitMs = 2_000

/** 200 with the newest height while database and node answer, else 503 with the failing part; it is public. */
async function answerHealth(
	request: IncomingMessage,
	response: ServerResponse,
	{
		directory,
		chain,
		isFresh = async () => true,
	}: {
		readonly directory: EndpointDirectory
		readonly chain: ChainView
		/** Whether the chain makes blocks. */
		readonly isFresh?: (() => Promise<boolean>) | undefined
	},
): Promise<void> {
	request.resume()
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		response.writeHead(405, { allow: 'GET, HEAD' }).end()
		return
	}
	const [isStored, height, isMaking] = await Promise.all([directory.isCurrent(), newestHeight(chain), isFresh()])
	const missing = [
		...(isStored ? [] : ['database']),
		...(height === undefined ? ['node'] : isMaking ? [] : ['new blocks']),
	]
	const [status, body] =
		missing.length === 0 ? [200, { status: 'ok', height }] : [503, { status: 'unavailable', missing }]
	const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
	response.writeHead(status, headers).end(JSON.stringify(body))
}

async function newestHeight(chain: ChainView): Promise<number | undefined> {
	let timer: NodeJS.Timeout | undefined
	try {
		const late = new Promise<undefined>((resolve) => {
			timer = setTimeout(() => resolve(undefined), waitMs)
		})
		return (await Promise.race([chain.head(), late]))?.height
	} catch {
		return undefined
	} finally {
		clearTimeout(timer)
	}
}
