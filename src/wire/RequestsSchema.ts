import type { ListenerName } from './AdminSchema.ts'
import type { Nothing } from './TendermintSchema.ts'

/** A request in one line. */
export type RequestSummary = {
	/** Counts up from 1 while the node runs. */
	readonly id: number
	readonly door: ListenerName
	/** When it came, RFC 3339. */
	readonly time: string
	/** Address of who asked. */
	readonly from: string
	/** What the client calls itself, as `User-Agent` says; empty when it does not. Untrusted text. */
	readonly agent: string
	/** HTTP method; `WS` for a call over a websocket, `gRPC` for one over gRPC. */
	readonly method: string
	/** With its query; secrets in it are masked. */
	readonly path: string
	/** Names of the JSON-RPC methods it calls, comma-separated; empty for other requests. */
	readonly calls: string
	/** HTTP status; 0 for a client that went away before its reply, or where there is none. */
	readonly status: number
	/** Of a JSON-RPC error, of gRPC (0 is good), or of a transaction in the reply; absent where nothing has a code. */
	readonly code?: number
	/** How long the answer took, in milliseconds. */
	readonly ms: number
	readonly requestBytes: number
	readonly replyBytes: number
}

/** A request with what it carried; secrets are masked, and bodies are cut at 16,384 bytes. */
export type RequestDetail = RequestSummary & {
	readonly headers: readonly (readonly [name: string, value: string])[]
	readonly body: string
	readonly reply: string
	/** Whether a body is cut, so that the request cannot be sent again. */
	readonly cut: boolean
	/** The shell line that sends it again; of a masked key it takes the variable API_KEY. */
	readonly curl: string
}

/** What clients ask this node: kept only while it is on. Powers, as the admin namespace. */
export interface RequestsSchema {
	/** Switches the journal on or off; off forgets everything. */
	requests_set: { Parameters: { readonly on: boolean }; ReturnType: { readonly on: boolean } }
	/**
	 * Requests with a higher id than `after` in order, at most `limit` (200) of them, the newest when there are more. With
	 * `waitMs` (at most 30,000) it waits for one when there is none: asked again with the last id it is a stream.
	 */
	requests_list: {
		Parameters: { readonly after?: number; readonly limit?: number; readonly waitMs?: number }
		ReturnType: { readonly on: boolean; readonly requests: readonly RequestSummary[] }
	}
	requests_get: { Parameters: { readonly id: number }; ReturnType: RequestDetail }
	/** Sends a request again, with the key it came with, and answers what came of it. */
	requests_replay: {
		Parameters: { readonly id: number }
		ReturnType: { readonly status: number; readonly ms: number; readonly body: string }
	}
	requests_clear: { Parameters: Nothing; ReturnType: { readonly on: boolean } }
}
