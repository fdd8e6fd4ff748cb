import { ChainError } from '../errors/ChainError.ts'
import { joinBytes } from '../util/bytes.ts'

/** Longest message of the socket, as the engine itself limits it (tendermint v0.34 abci/types/messages.go maxMsgSize). */
export const maxFrameBytes = 104_857_600

/** Bytes of the longest varint of 64 bits. */
const maxVarintBytes = 10

/**
 * Cuts a stream into messages. Each has its length in front as a signed (zig-zag) varint, which is the 0.34 form: later
 * lines write it unsigned (tendermint v0.34 libs/protoio and abci/types/messages.go).
 */
export class FrameReader {
	#chunks: Uint8Array[] = []
	#held = 0

	/**
	 * Takes bytes of the stream and gives the messages that are whole now.
	 *
	 * @throws ChainError for a length that is none, negative or too long; the stream cannot be read on then.
	 */
	push(bytes: Uint8Array): Uint8Array[] {
		this.#chunks.push(bytes)
		this.#held += bytes.length
		const frames: Uint8Array[] = []
		for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame)
		return frames
	}

	/** Whether the stream stopped inside of a message. */
	get isInside(): boolean {
		return this.#held > 0
	}

	#next(): Uint8Array | undefined {
		const head = this.#peek(Math.min(this.#held, maxVarintBytes))
		const length = readLength(head)
		if (length === undefined) return undefined
		const whole = length.bytes + length.value
		if (this.#held < whole) return undefined
		const all = this.#take(whole)
		return all.subarray(length.bytes)
	}

	#peek(count: number): Uint8Array {
		const first = this.#chunks[0]
		if (first === undefined || first.length >= count) return first?.subarray(0, count) ?? new Uint8Array(0)
		const parts: Uint8Array[] = []
		let found = 0
		for (const chunk of this.#chunks) {
			if (found >= count) break
			parts.push(chunk.subarray(0, count - found))
			found += chunk.length
		}
		return joinBytes(parts)
	}

	#take(count: number): Uint8Array {
		if ((this.#chunks[0]?.length ?? 0) < count) this.#chunks = [joinBytes(this.#chunks)]
		const first = this.#chunks[0] as Uint8Array
		if (first.length === count) this.#chunks.shift()
		else this.#chunks[0] = first.subarray(count)
		this.#held -= count
		return first.subarray(0, count)
	}
}

/** The length in front of a message and the bytes it takes; undefined while it is not whole. */
function readLength(bytes: Uint8Array): { readonly value: number; readonly bytes: number } | undefined {
	let raw = 0n
	for (const [index, byte] of bytes.entries()) {
		raw |= BigInt(byte & 0x7f) << BigInt(7 * index)
		if (byte >= 0x80) {
			if (index === maxVarintBytes - 1) throw frameFault('the length of a message does not end')
			continue
		}
		if (raw >= 1n << 64n) throw frameFault('the length of a message has more than 64 bits')
		const value = raw & 1n ? -((raw + 1n) >> 1n) : raw >> 1n
		if (value < 0n) throw frameFault(`the length of a message is negative: ${value}`)
		if (value > BigInt(maxFrameBytes)) throw frameFault(`a message of ${value} bytes is longer than ${maxFrameBytes}`)
		return { value: Number(value), bytes: index + 1 }
	}
	return undefined
}

function frameFault(text: string): ChainError {
	return new ChainError('abci', 1, text)
}

/** A message with its length in front. */
export function frameOf(message: Uint8Array): Uint8Array {
	const head: number[] = []
	// Zig-zag: a length is never negative, so it is doubled.
	let rest = message.length * 2
	while (rest >= 0x80) {
		head.push((rest % 0x80) | 0x80)
		rest = Math.floor(rest / 0x80)
	}
	head.push(rest)
	const frame = new Uint8Array(head.length + message.length)
	frame.set(head)
	frame.set(message, head.length)
	return frame
}
