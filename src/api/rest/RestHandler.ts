import type { IncomingHttpHeaders } from 'node:http'

/** A request as handlers of the REST server see it. */
export interface RestRequest {
	readonly method: string
	/** Decoded and clean: no `//`, no `.` or `..` parts. */
	readonly path: string
	/** The raw query, without the question mark. */
	readonly rawQuery: string
	/** Names in lower case. */
	readonly headers: IncomingHttpHeaders
	/** The whole body. Rejects with the plain error `http: request body too large` beyond 1,000,000 bytes. */
	body(): Promise<Uint8Array>
}

/** Sends the reply; call it once per request. */
export interface RestReply {
	/**
	 * Sends the reply. The server adds `X-Server-Time`, `Date` and `Content-Length` behind the given headers, which are
	 * written as they are: canonical names, in alphabetical order.
	 */
	send(status: number, headers: readonly (readonly [name: string, value: string])[], body: string | Uint8Array): void
}

/**
 * Answers a request and returns true, or false when the path is not its own. A handler that needs time returns a promise.
 * What it throws becomes a reply with status 500.
 */
export type RestHandler = (request: RestRequest, reply: RestReply) => boolean | Promise<boolean>
