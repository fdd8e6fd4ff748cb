import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import { ChainError } from '../../errors/ChainError.ts'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { thrownText } from '../../errors/UserError.ts'
import { fromUtf8, utf8 } from '../../util/bytes.ts'

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

/** Code and text of a failed call. */
export interface GrpcStatus {
	readonly code: number
	readonly details: string
}

/** The gRPC status of a handler's error: its own, Unknown with its text, or Internal for a fault of this program. */
export function grpcStatus(error: unknown): GrpcStatus {
	const { code, text } = statusOf(error)
	// A header takes no bytes that are not UTF-8.
	return { code, details: fromUtf8(utf8(text)) }
}

function statusOf(error: unknown): { code: number; text: string } {
	if (error instanceof GrpcStatusError) return { code: error.code, text: error.description }
	if (error instanceof ChainError) return { code: grpcCodes.Unknown, text: error.log }
	return { code: grpcCodes.Internal, text: thrownText(error) }
}
