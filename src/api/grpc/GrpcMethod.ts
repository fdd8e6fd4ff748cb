import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'

/** A call as its method sees it. */
export interface IncomingCall {
	readonly headers: IncomingHttpHeaders
	/** Names and values alternately, as received. */
	readonly rawHeaders: readonly string[]
	/** Address of the client, without its port. */
	readonly peer: string
	/** Sent before the first message, or before the status if there is no message. */
	metadata: OutgoingHttpHeaders | undefined
	/** Sends a message. Returns a promise if the client reads too slowly: it resolves when more may be sent. */
	send(message: Uint8Array): Promise<void> | undefined
}

/** Returns the reply to the one message of a call. A thrown error becomes the call's status. */
export type UnaryHandler = (call: IncomingCall, request: Buffer) => Uint8Array | Promise<Uint8Array>

/** Answers a message of a stream by `IncomingCall.send`. A thrown error becomes the call's status. */
export type StreamHandler = (message: Buffer) => void | Promise<void>

/** A method of the server. Messages are bytes, so that decoding errors get the framework's texts. */
export type GrpcMethod =
	| { readonly unary: UnaryHandler }
	/** Opened for each call, which ends with OK when the client has sent everything. */
	| { readonly stream: (call: IncomingCall) => StreamHandler }
