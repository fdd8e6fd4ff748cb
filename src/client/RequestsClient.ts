import type { RequestDetail, RequestSummary, RequestsSchema, Served } from '../wire/RequestsSchema.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { userCall } from './withUserErrors.ts'

export type { RequestDetail, RequestSummary, Served }

/** Requests that were answered, by listener. */
export type ServedRequests = RequestsSchema['requests_served']['ReturnType']

/** The journal of requests that clients send to the node; absent if the node does not offer it. */
export interface RequestsClient {
	/** Switches the journal on or off. Switching it off clears it. */
	set(on: boolean): Promise<void>
	/**
	 * Lists requests with a higher id than `after`, in the order of their replies, at most the newest 200. If there are
	 * none, it waits up to `waitMs` milliseconds for one.
	 */
	list(after: number, waitMs?: number): Promise<{ readonly on: boolean; readonly requests: readonly RequestSummary[] }>
	/**
	 * A request with headers and bodies, secrets masked.
	 *
	 * @throws {UserError} if the journal no longer has it.
	 */
	get(id: number): Promise<RequestDetail>
	/**
	 * Sends a request again, to the same listener and with the same key.
	 *
	 * @throws {UserError} if it was not recorded completely.
	 */
	replay(id: number): Promise<ReplayedRequest>
	/**
	 * How many requests the listeners answered while the journal is on.
	 *
	 * @param path Of the URL of a private endpoint, whose requests are counted too.
	 */
	served(path?: string): Promise<ServedRequests>
	/** Clears the journal. */
	clear(): Promise<void>
}

/** Reply to a request that was sent again. */
export interface ReplayedRequest {
	readonly status: number
	/** Milliseconds. */
	readonly ms: number
	readonly body: string
}

/** The journal of requests of a node that serves the requests_* methods (wire/RequestsSchema.ts). */
export function createRequestsClient(connection: RpcConnection): RequestsClient {
	const call = userCall(connection)
	return {
		set: async (on) => {
			await call('requests_set', { on })
		},
		list: (after, waitMs) => call('requests_list', { after, ...(waitMs === undefined ? {} : { waitMs }) }),
		get: (id) => call('requests_get', { id }),
		replay: (id) => call('requests_replay', { id }),
		served: (path) => call('requests_served', path === undefined ? {} : { path }),
		clear: async () => {
			await call('requests_clear')
		},
	}
}
