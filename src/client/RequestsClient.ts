import type { RequestDetail, RequestSummary, RequestsSchema, Served } from '../wire/RequestsSchema.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { userCall } from './withUserErrors.ts'

export type { RequestDetail, RequestSummary, Served }

/** Requests that were answered, by listener. */
export type ServedRequests = RequestsSchema['requests_served']['ReturnType']

/** The journal of requests that clients send to the node; absent if the node does not offer it. */
export type RequestsClient = ReturnType<typeof createRequestsClient>

/** Reply to a request that was sent again. */
export interface ReplayedRequest {
	readonly status: number
	/** Milliseconds. */
	readonly ms: number
	readonly body: string
}

/** The journal of requests of a node that serves the requests_* methods (wire/RequestsSchema.ts). */
export function createRequestsClient(connection: RpcConnection) {
	const call = userCall(connection)
	return {
		/** Switches the journal on or off. Switching it off clears it. */
		set: async (on: boolean): Promise<void> => void (await call('requests_set', { on })),
		/**
		 * Lists requests with a higher id than `after`, in the order of their replies, at most the newest 200. If there are
		 * none, it waits up to `waitMs` milliseconds for one.
		 */
		list: (after: number, waitMs?: number) =>
			call('requests_list', { after, ...(waitMs === undefined ? {} : { waitMs }) }),
		/** A request with headers and bodies, secrets masked. @throws {UserError} if the journal no longer has it. */
		get: (id: number) => call('requests_get', { id }),
		/** Sends a request again, to the same listener with the same key. @throws {UserError} if it is not complete. */
		replay: (id: number): Promise<ReplayedRequest> => call('requests_replay', { id }),
		/** How many requests the listeners answered since the journal is on. @param path of a private endpoint's URL */
		served: (path?: string): Promise<ServedRequests> => call('requests_served', path === undefined ? {} : { path }),
		/** Clears the journal. */
		clear: async (): Promise<void> => void (await call('requests_clear')),
	}
}
