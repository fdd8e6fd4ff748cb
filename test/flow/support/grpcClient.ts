import { create, type DescMessage, type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf'
import { Client, credentials, Metadata } from '@grpc/grpc-js'

/** How a call ended. */
export interface CallResult {
	readonly code: number
	readonly details: string
	/** Value of the height header, if the reply had one. */
	readonly height: string | undefined
	readonly response: Uint8Array | undefined
}

/** A client without descriptors: bytes in, bytes out. */
export class GrpcClient {
	readonly #client: Client

	constructor(port: number) {
		this.#client = new Client(`127.0.0.1:${port}`, credentials.createInsecure())
	}

	call(path: string, request: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<CallResult> {
		const metadata = new Metadata()
		for (const [name, value] of Object.entries(headers)) metadata.add(name, value)
		return new Promise((resolve) => {
			let height: string | undefined
			const call = this.#client.makeUnaryRequest(
				path,
				(bytes: Uint8Array) => Buffer.from(bytes),
				(bytes: Buffer) => bytes,
				request,
				metadata,
				(error, response) => {
					resolve({
						code: error?.code ?? 0,
						details: error?.details ?? '',
						height,
						response: response === undefined ? undefined : new Uint8Array(response),
					})
				},
			)
			call.on('metadata', (head) => {
				height = head.get('x-cosmos-block-height')[0]?.toString()
			})
		})
	}

	/** Sends messages on one bidirectional stream, each after the answer to the one before. */
	async stream(method: DescMethod, requests: readonly Message[]): Promise<Message[]> {
		const stream = this.#client.makeBidiStreamRequest(
			`/${method.parent.typeName}/${method.name}`,
			(message: Message) => Buffer.from(toBinary(method.input, message)),
			(bytes: Buffer) => fromBinary(method.output, bytes),
		)
		const answers: Message[] = []
		for (const request of requests) {
			answers.push(
				await new Promise<Message>((resolve, reject) => {
					stream.once('data', resolve)
					stream.once('error', reject)
					stream.write(request)
				}),
			)
			stream.removeAllListeners('error')
		}
		stream.on('error', () => undefined)
		stream.end()
		return answers
	}

	close(): void {
		this.#client.close()
	}
}

/** An empty request of a message type, as bytes. */
export function emptyRequest(schema: DescMessage): Uint8Array {
	return toBinary(schema, create(schema))
}
