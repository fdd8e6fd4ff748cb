import { joinBytes } from './bytes.ts'

/** Length of the longest varint of 64 bits, in bytes. */
const maxVarintBytes = 10

/** A length prefix that is malformed, negative or too large. The stream cannot be read further. */
export class FrameError extends Error {
	override readonly name = 'FrameError'
}

/** Encoding of the length prefix. */
export interface FrameForm {
	/** Whether the varint is signed (zig-zag). */
	readonly isSigned: boolean
	/** Longest message in bytes. */
	readonly limit: number
}

/** Splits a stream into messages with a varint length prefix (gogo-proto io.DelimitedReader). */
export class FrameReader {
	readonly #form: FrameForm
	#chunks: Uint8Array[] = []
	#held = 0

	constructor(form: FrameForm) {
		this.#form = form
	}

	/** Adds bytes and returns the messages now complete. @throws {FrameError} for a wrong or too large length prefix. */
	push(bytes: Uint8Array): Uint8Array[] {
		this.#chunks.push(bytes)
		this.#held += bytes.length
		const frames: Uint8Array[] = []
		for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame)
		return frames
	}

	/** Whether the stream ends inside a message. */
	get isInside(): boolean {
		return this.#held > 0
	}

	#next(): Uint8Array | undefined {
		const length = readLength(this.#front(), this.#form)
		if (length === undefined) return undefined
		const whole = length.bytes + length.value
		if (this.#held < whole) return undefined
		return this.#take(whole).subarray(length.bytes)
	}

	/** The first bytes that have come: a whole length prefix, unless there are fewer. */
	#front(): Uint8Array {
		const [first = new Uint8Array(), second] = this.#chunks
		if (second === undefined || first.length >= maxVarintBytes) return first
		const joined = joinBytes(this.#chunks)
		this.#chunks = [joined]
		return joined
	}

	#take(count: number): Uint8Array {
		if (this.#chunks[0]!.length < count) this.#chunks = [joinBytes(this.#chunks)]
		const first = this.#chunks[0]!
		if (first.length === count) this.#chunks.shift()
		else this.#chunks[0] = first.subarray(count)
		this.#held -= count
		return first.subarray(0, count)
	}
}

/** Reads a length prefix and its size in bytes; undefined while it is incomplete. */
function readLength(
	bytes: Uint8Array,
	{ isSigned, limit }: FrameForm,
): { readonly value: number; readonly bytes: number } | undefined {
	let raw = 0n
	for (const [index, byte] of bytes.entries()) {
		raw |= BigInt(byte & 0x7f) << BigInt(7 * index)
		if (byte >= 0x80) {
			if (index === maxVarintBytes - 1) throw new FrameError('the length of a message does not end')
			continue
		}
		if (raw >= 1n << 64n) throw new FrameError('the length of a message has more than 64 bits')
		const value = isSigned ? unzigzag(raw) : raw
		if (value < 0n) throw new FrameError(`the length of a message is negative: ${value}`)
		if (value > BigInt(limit)) throw new FrameError(`a message of ${value} bytes is longer than ${limit}`)
		return { value: Number(value), bytes: index + 1 }
	}
	return undefined
}

function unzigzag(raw: bigint): bigint {
	return raw & 1n ? ~(raw >> 1n) : raw >> 1n
}

/** Puts a length prefix in front of a message. */
export function frameOf(message: Uint8Array, { isSigned }: Pick<FrameForm, 'isSigned'>): Uint8Array {
	const head: number[] = []
	// Zig-zag doubles a number that is not negative.
	let rest = isSigned ? message.length * 2 : message.length
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
