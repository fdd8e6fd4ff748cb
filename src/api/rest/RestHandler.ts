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
	/** Sends the reply with headers as given, in order of names; `X-Server-Time`, `Date` and length come behind. */
	send(status: number, headers: readonly (readonly [name: string, value: string])[], body: string): void
}

/** Answers a request and returns true, or false for other paths; what it throws becomes status 500. */
export type RestHandler = (request: RestRequest, reply: RestReply) => boolean | Promise<boolean>
