import type { RequestsClient } from './RequestsClient.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { userCall } from './rpc/userCall.ts'

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
		clear: async () => {
			await call('requests_clear')
		},
	}
}
