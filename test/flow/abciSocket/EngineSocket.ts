import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { abciFrames } from '../../../src/abciSocket/abciFrames.ts'
import { decodeMessage } from '../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { RequestSchema, type Response, ResponseSchema } from '../../../src/gen/tendermint/abci/types_pb.js'
import { FrameReader, frameOf } from '../../../src/util/FrameReader.ts'

type AnswerOf<C> = Extract<Response['value'], { case: C }> extends { value: infer V } ? V : never

export type RequestValue = NonNullable<MessageInitShape<typeof RequestSchema>['value']>

/** One connection of an engine that a test plays. */
export class EngineSocket {
	readonly socket: Socket
	/** Answers in the order they came. */
	readonly responses: Response['value'][] = []
	readonly #isLean: boolean
	#arrived: () => void = () => undefined

	private constructor(socket: Socket, isLean: boolean) {
		this.socket = socket
		this.#isLean = isLean
		const reader = new FrameReader(abciFrames)
		socket.on('data', (bytes) => {
			for (const frame of reader.push(bytes as Uint8Array)) {
				this.responses.push(decodeMessage(ResponseSchema, frame).value)
			}
			this.#arrived()
		})
		socket.on('close', () => this.#arrived())
		socket.on('error', () => undefined)
	}

	/** @param isLean leaves out empty parts of a message that code made by gogo-proto always writes */
	static async open(address: string, isLean = false): Promise<EngineSocket> {
		const path = /^unix:\/\/(.*)$/.exec(address)?.[1]
		const url = new URL(address.replace('tcp:', 'http:'))
		const socket = path === undefined ? connect(Number(url.port), url.hostname) : connect(path)
		await once(socket, 'connect')
		// A flush does not wait for the receipt of the request before it, which may come 40 ms later.
		socket.setNoDelay(true)
		return new EngineSocket(socket, isLean)
	}

	/** Sends a request and does not wait. */
	send(value: RequestValue): void {
		this.socket.write(EngineSocket.bytesOf(value, this.#isLean))
	}

	static bytesOf(value: RequestValue, isLean = false): Uint8Array {
		const request = create(RequestSchema, { value })
		return frameOf(isLean ? toBinary(RequestSchema, request) : encodeMessage(RequestSchema, request), abciFrames)
	}

	/** Sends a request with a flush and gives its answer. */
	async ask<C extends NonNullable<Response['value']['case']>>(value: RequestValue): Promise<AnswerOf<C>> {
		const index = this.responses.length
		this.send(value)
		this.send({ case: 'flush', value: {} })
		await this.until(() => this.responses.length > index + 1 || this.responses.at(index)?.case === 'exception')
		const response = this.responses[index]!
		if (response.case === 'exception') throw new RangeError(response.value.error)
		return response.value as AnswerOf<C>
	}

	/** Waits until a condition over the answers holds; rejects when the connection ends before. */
	async until(holds: () => boolean): Promise<void> {
		while (!holds()) {
			if (this.socket.closed) throw new RangeError('the connection has ended')
			await new Promise<void>((resolve) => {
				this.#arrived = resolve
			})
		}
	}

	close(): void {
		this.socket.destroy()
	}
}
