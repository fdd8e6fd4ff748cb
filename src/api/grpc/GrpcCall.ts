import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { utf8 } from '../../util/bytes.ts'
import {
	type GrpcMethod,
	type GrpcStatus,
	grpcStatus,
	type IncomingCall,
	type StreamHandler,
	type UnaryHandler,
} from './GrpcMethod.ts'

const withTrailers = { waitForTrailers: true, sendDate: false }
const statusOnly = { endStream: true, sendDate: false }
const good: GrpcStatus = { code: grpcCodes.OK, details: '' }

/** Longest wait of a timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/** One call on its HTTP/2 stream, as grpc-go v1.33.2 has it; what is sent after the client has left is dropped. */
export class GrpcCall implements IncomingCall {
	readonly headers: IncomingHttpHeaders
	readonly rawHeaders: readonly string[]
	metadata: OutgoingHttpHeaders | undefined
	readonly #stream: ServerHttp2Stream
	readonly #contentType: string
	readonly #reader = new MessageReader()
	#status: GrpcStatus | undefined
	#hasHead = false

	/** @param contentType Of the reply. */
	constructor(
		stream: ServerHttp2Stream,
		headers: IncomingHttpHeaders,
		rawHeaders: readonly string[],
		contentType: string,
	) {
		this.headers = headers
		this.rawHeaders = rawHeaders
		this.#stream = stream
		this.#contentType = contentType
	}

	get peer(): string {
		return this.#stream.session?.socket.remoteAddress ?? ''
	}

	/** Whether the call has its status, or its client has disconnected. */
	get isOver(): boolean {
		return this.#status !== undefined || this.#stream.destroyed || this.#stream.closed
	}

	/** Ends the call with DeadlineExceeded after a time in milliseconds. */
	endAfter(ms: number): void {
		if (ms > longestTimer) return
		const late = { code: grpcCodes.DeadlineExceeded, details: 'context deadline exceeded' }
		const timer = setTimeout(() => this.end(late), Math.max(0, ms))
		this.#stream.once('close', () => clearTimeout(timer))
	}

	/** Runs a method on the client's messages. */
	run(method: GrpcMethod): void {
		try {
			const encoding = String(this.headers['grpc-encoding'] ?? '')
			if (encoding !== '' && encoding !== 'identity') throw noDecompressor(encoding)
			if ('unary' in method) this.#runUnary(method.unary)
			else this.#runStream(method.stream(this))
		} catch (error) {
			this.refuse(error)
		}
	}

	send(message: Uint8Array): Promise<void> | undefined {
		if (this.isOver) return undefined
		this.#sendHead()
		if (this.#stream.write(framed(message))) return undefined
		return new Promise((resolve) => {
			this.#stream.once('drain', resolve)
			this.#stream.once('close', resolve)
		})
	}

	/** Ends the call, with OK unless another status is given. Only the first status counts. */
	end(status: GrpcStatus = good): void {
		if (this.isOver) return
		this.#status = status
		if (this.metadata !== undefined) this.#sendHead()
		if (this.#hasHead) {
			this.#stream.end()
			return
		}
		this.#stream.respond(this.#head(statusFields(status)), statusOnly)
		setImmediate(() => this.#leave())
	}

	/** Ends the call with an error and discards what the client still sends. */
	refuse(error: unknown): void {
		this.end(grpcStatus(error))
		this.#stream.resume()
	}

	/** The handler gets the first message as soon as it is complete. Later messages are ignored, as in Go. */
	#runUnary(handler: UnaryHandler): void {
		let isAsked = false
		this.#stream.on('data', (chunk: Buffer) => {
			if (isAsked || this.isOver) return
			try {
				const [message] = this.#reader.push(chunk)
				if (message === undefined) return
				isAsked = true
				const reply = handler(this, message)
				if (reply instanceof Uint8Array) this.#reply(reply)
				else {
					reply.then(
						(bytes) => this.#reply(bytes),
						(error: unknown) => this.#fail(error),
					)
				}
			} catch (error) {
				this.#fail(error)
			}
		})
		this.#stream.on('end', () => {
			if (isAsked) return
			this.#fail(new GrpcStatusError('Unknown', this.#reader.isAmidst ? 'unexpected EOF' : 'EOF'))
		})
	}

	/** Answers messages one by one, and reads no faster than the client takes the answers. */
	#runStream(handler: StreamHandler): void {
		const stream = this.#stream
		stream.on('data', (chunk: Buffer) => {
			if (this.isOver) return
			stream.pause()
			this.#answerAll(chunk, handler).then(
				() => stream.resume(),
				(error: unknown) => this.refuse(error),
			)
		})
		stream.on('end', () => {
			if (this.#reader.isAmidst) this.#fail(new GrpcStatusError('Internal', 'unexpected EOF'))
			else this.end()
		})
	}

	async #answerAll(chunk: Buffer, handler: StreamHandler): Promise<void> {
		for (const message of this.#reader.push(chunk)) {
			if (this.isOver) return
			await handler(message)
		}
	}

	#fail(error: unknown): void {
		this.end(grpcStatus(error))
	}

	/** Sends the only message of a call and ends it. */
	#reply(message: Uint8Array): void {
		if (this.isOver) return
		this.#status = good
		this.#sendHead()
		this.#stream.end(framed(message))
	}

	#sendHead(): void {
		if (this.#hasHead) return
		this.#hasHead = true
		this.#stream.on('wantTrailers', () => {
			this.#stream.sendTrailers(statusFields(this.#status ?? good))
			// After node's own callback, which sends the trailers.
			if (!this.#stream.readableEnded) setImmediate(() => this.#leave())
		})
		this.#stream.respond(this.#head(this.metadata), withTrailers)
	}

	/** Resets the stream of a client that still sends. */
	#leave(): void {
		if (!this.#stream.readableEnded) this.#stream.close()
	}

	#head(fields: OutgoingHttpHeaders | undefined): OutgoingHttpHeaders {
		return { ':status': 200, 'content-type': this.#contentType, ...fields }
	}
}

function statusFields({ code, details }: GrpcStatus): OutgoingHttpHeaders {
	return { 'grpc-status': code, 'grpc-message': percentEncoded(details) }
}

/** A message with its prefix: no compression, and its length. */
function framed(message: Uint8Array): Buffer {
	const frame = Buffer.allocUnsafe(5 + message.length)
	frame[0] = 0
	frame.writeUInt32BE(message.length, 1)
	frame.set(message, 5)
	return frame
}

/** Size of the prefix of a message: whether it is compressed, and its length. */
const headSize = 5

/** Go's limit of a message (grpc-go v1.33.2 server.go defaultServerMaxReceiveMessageSize). */
const longestMessage = 4 * 1024 * 1024

/** Splits the bytes of a call into messages. */
class MessageReader {
	#rest: Buffer | undefined

	/**
	 * Takes a chunk and returns the messages that are complete.
	 *
	 * @throws {GrpcStatusError} if a message is too long or compressed, with Go's texts (rpc_util.go recvMsg, checkRecvPayload).
	 */
	push(chunk: Buffer): readonly Buffer[] {
		let bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk])
		const messages: Buffer[] = []
		while (bytes.length >= headSize) {
			const length = bytes.readUInt32BE(1)
			if (length > longestMessage) {
				throw new GrpcStatusError(
					'ResourceExhausted',
					`grpc: received message larger than max (${length} vs. ${longestMessage})`,
				)
			}
			if (bytes.length < headSize + length) break
			checkFormat(bytes[0]!)
			messages.push(bytes.subarray(headSize, headSize + length))
			bytes = bytes.subarray(headSize + length)
		}
		this.#rest = bytes.length === 0 ? undefined : bytes
		return messages
	}

	/** Whether there is an incomplete message. */
	get isAmidst(): boolean {
		return this.#rest !== undefined
	}
}

/** Refuses a message that is compressed: calls with an encoding do not come this far. */
function checkFormat(format: number): void {
	if (format === 0) return
	if (format > 1) throw new GrpcStatusError('Internal', `grpc: received unexpected payload format ${format}`)
	throw new GrpcStatusError('Internal', 'grpc: compressed flag set with identity or empty encoding')
}

/** The refusal of a compressed call: the framework's server has no compression (server.go processUnaryRPC). */
function noDecompressor(encoding: string): GrpcStatusError {
	return new GrpcStatusError(
		'Unimplemented',
		`grpc: Decompressor is not installed for grpc-encoding ${JSON.stringify(encoding)}`,
	)
}

/** A text as the header `grpc-message` has it (grpc-go v1.33.2 internal/transport/http_util.go encodeGrpcMessage). */
function percentEncoded(text: string): string {
	let encoded = ''
	for (const byte of utf8(text)) {
		const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25
		encoded += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
	}
	return encoded
}
