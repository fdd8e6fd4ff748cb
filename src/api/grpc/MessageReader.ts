import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'

/** Size of the prefix of a message: whether it is compressed, and its length. */
const headSize = 5

/** Go's limit of a message (grpc-go v1.33.2 server.go defaultServerMaxReceiveMessageSize). */
const longestMessage = 4 * 1024 * 1024

/** Splits the bytes of a call into messages. */
export class MessageReader {
	/** The header `grpc-encoding`. */
	readonly #encoding: string
	#rest: Buffer | undefined

	constructor(encoding: string) {
		this.#encoding = encoding
	}

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
			this.#checkFormat(bytes[0]!)
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

	#checkFormat(format: number): void {
		if (format === 0) return
		if (format > 1) throw new GrpcStatusError('Internal', `grpc: received unexpected payload format ${format}`)
		if (this.#encoding === '' || this.#encoding === 'identity') {
			throw new GrpcStatusError('Internal', 'grpc: compressed flag set with identity or empty encoding')
		}
		throw noDecompressor(this.#encoding)
	}
}

/** The refusal of a compressed call: the framework's server has no compression (server.go processUnaryRPC). */
export function noDecompressor(encoding: string): GrpcStatusError {
	return new GrpcStatusError(
		'Unimplemented',
		`grpc: Decompressor is not installed for grpc-encoding ${JSON.stringify(encoding)}`,
	)
}
