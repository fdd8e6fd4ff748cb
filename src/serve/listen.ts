import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { Scheduler } from '../util/schedule/Scheduler.ts'
import type { GuardLimits } from './ConnectionGuard.ts'
import type { Gate } from './Gate.ts'
import type { RequestJournal } from './requests/RequestJournal.ts'

/** What a node's servers are told. */
export interface ServerOptions {
	readonly host: string
	/** 0 takes a free one. */
	readonly port: number
	/** Health, and heights that a client waits for. */
	readonly gate?: Gate
	/** Takes note of requests while it is on. */
	readonly journal?: RequestJournal
	/** Other limits than the usual ones, for tests. */
	readonly limits?: Partial<GuardLimits>
	/** Of the node. */
	readonly scheduler?: Scheduler | undefined
}

/** A listening server. */
export interface RunningServer {
	readonly host: string
	readonly port: number
	/** Where it is reached, if not by plain HTTP at its host and port. */
	readonly url?: string
	/** Ends all connections and subscriptions; some servers wait a moment for requests in progress. */
	close(): Promise<void>
}

/** A short queue would let the system drop honest clients for seconds while hostile ones come. */
const backlog = 4096

/** Binds a server to an address; port 0 takes a free one. Resolves with the port, rejects with the system's error. */
export function listen(server: Server, host: string, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject)
		server.listen({ port, host, backlog }, () => {
			server.off('error', reject)
			resolve((server.address() as AddressInfo).port)
		})
	})
}

/** Milliseconds between two looks for connections whose last reply has ended. */
const idleLookMs = 20

/** Refuses new connections and ends idle ones, waits `graceMs` for requests in progress, then ends them. */
export async function closeServer(server: HttpServer, graceMs: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()))
	// Node ends only those that are idle now; a client would keep the others open after their replies.
	const look = setInterval(() => server.closeIdleConnections(), idleLookMs)
	const force = setTimeout(() => server.closeAllConnections(), graceMs)
	await closed
	clearInterval(look)
	clearTimeout(force)
}
