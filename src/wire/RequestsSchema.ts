import type { ListenerName } from './AdminSchema.ts'
import type { Nothing } from './TendermintSchema.ts'

/** `User-Agent` of this program's app, whose own questions the journal leaves out. */
export const appAgent = 'chain-tui app'

/** A request in one line. */
export type RequestSummary = {
	/** Counts up from 1 while the node runs. */
	readonly id: number
	readonly listener: ListenerName
	/** Time of arrival, RFC 3339. */
	readonly time: string
	/** Address of who asked. */
	readonly from: string
	/** The client's `User-Agent`, untrusted text; empty if there is none. */
	readonly agent: string
	/** HTTP method; `WS` for a call over a websocket, `gRPC` for one over gRPC. */
	readonly method: string
	/** With its query; secrets in it are masked. */
	readonly path: string
	/** Names of the JSON-RPC methods it calls, comma-separated; empty for other requests. */
	readonly calls: string
	/** HTTP status; 0 if the client left before its reply, or if the protocol has none. */
	readonly status: number
	/** Code of a JSON-RPC error, of gRPC (0 is success), or of a transaction in the reply; absent without a code. */
	readonly code?: number
	/** Duration until the reply, in milliseconds. */
	readonly ms: number
	readonly requestBytes: number
	readonly replyBytes: number
}

/** A request with what it carried; secrets are masked, and bodies are cut at 16,384 bytes. */
export type RequestDetail = RequestSummary & {
	readonly headers: readonly (readonly [name: string, value: string])[]
	readonly body: string
	readonly reply: string
	/** Whether the body was cut, so that the request cannot be sent again. */
	readonly cut: boolean
	/** The shell line that sends it again; of a masked key it takes the variable API_KEY. */
	readonly curl: string
}

/** How many requests were answered. */
export type Served = {
	/** Since the journal was switched on. */
	readonly total: number
	/** In each ten seconds of the last hour, the newest last. */
	readonly spans: readonly number[]
}

/** The journal of client requests, recorded only while it is on. Access rules are those of the admin methods. */
export interface RequestsSchema {
	/** Switches the journal on or off; off forgets everything. */
	requests_set: { Parameters: { readonly on: boolean }; ReturnType: { readonly on: boolean } }
	/**
	 * Lists requests with a higher id than `after` in order, at most `limit` (default 200), the newest if there are more.
	 * With `waitMs` (at most 30,000) it waits for a request if there is none. Repeated calls with the last id form a
	 * stream.
	 */
	requests_list: {
		Parameters: { readonly after?: number; readonly limit?: number; readonly waitMs?: number }
		ReturnType: { readonly on: boolean; readonly requests: readonly RequestSummary[] }
	}
	requests_get: { Parameters: { readonly id: number }; ReturnType: RequestDetail }
	/** Sends a request again, with its key, and returns the reply. */
	requests_replay: {
		Parameters: { readonly id: number }
		ReturnType: { readonly status: number; readonly ms: number; readonly body: string }
	}
	/** How many requests were answered while the journal is on, by listener; of the private endpoint at `path` too if that is given. */
	requests_served: {
		Parameters: { readonly path?: string }
		ReturnType: {
			readonly on: boolean
			readonly listeners: { readonly [Name in ListenerName]?: Served }
			readonly path?: Served
		}
	}
	requests_clear: { Parameters: Nothing; ReturnType: { readonly on: boolean } }
}
