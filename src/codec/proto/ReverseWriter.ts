import { goStringBytes } from '../../util/goString.ts'
import { newBytes } from '../../util/newBytes.ts'

const keptSize = 64 * 1024

/**
 * Writes protobuf bytes from the end to the beginning into one buffer that is used again and again: what precedes its own
 * content, such as a length, is written after it.
 */
export class ReverseWriter {
	#buffer = new Uint8Array(1024)
	#start = this.#buffer.length

	/** Bytes written since the last reset. */
	get written(): number {
		return this.#buffer.length - this.#start
	}

	/** Forgets what was written; a buffer that had to grow large is let go. */
	reset(): void {
		if (this.#buffer.length > keptSize) this.#buffer = new Uint8Array(keptSize)
		this.#start = this.#buffer.length
	}

	/** A copy of what was written since the last reset. */
	copy(): Uint8Array {
		const copy = newBytes(this.written)
		copy.set(this.#buffer.subarray(this.#start))
		return copy
	}

	bytes(bytes: Uint8Array): void {
		this.#reserve(bytes.length)
		this.#start -= bytes.length
		this.#buffer.set(bytes, this.#start)
	}

	/** The bytes of a Go string (see `goString`). */
	text(text: string): void {
		// Short texts are mostly ASCII, which is copied faster than encoded.
		if (text.length >= 64 || !this.#ascii(text)) this.bytes(goStringBytes(text))
	}

	/** A varint of a whole number from 0 to 2^53 - 1. */
	uint(value: number): void {
		let size = 1
		for (let rest = value; rest > 0x7f; rest = shifted(rest)) size++
		this.#reserve(size)
		this.#start -= size
		let at = this.#start
		let rest = value
		for (; rest > 0x7f; rest = shifted(rest)) this.#buffer[at++] = (rest & 0x7f) | 0x80
		this.#buffer[at] = rest
	}

	/** A varint of an unsigned number below 2^64. */
	varint(value: bigint): void {
		if (value <= maxSafe) {
			this.uint(Number(value))
			return
		}
		// More than 53 bits: eight bytes or more, so the first four have their high bits set.
		this.uint(Number(value >> 28n))
		const low = Number(value & 0xfffffffn)
		this.#reserve(4)
		for (let shift = 21; shift >= 0; shift -= 7) this.#buffer[--this.#start] = ((low >> shift) & 0x7f) | 0x80
	}

	#ascii(text: string): boolean {
		this.#reserve(text.length)
		const start = this.#start - text.length
		for (let i = 0; i < text.length; i++) {
			const code = text.charCodeAt(i)
			if (code >= 0x80) return false
			this.#buffer[start + i] = code
		}
		this.#start = start
		return true
	}

	#reserve(more: number): void {
		if (more <= this.#start) return
		const { written } = this
		const larger = new Uint8Array(Math.max(written + more, this.#buffer.length * 2))
		larger.set(this.#buffer.subarray(this.#start), larger.length - written)
		this.#buffer = larger
		this.#start = larger.length - written
	}
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

/** Without its lowest seven bits; a bit shift alone would cut numbers of more than 31 bits. */
function shifted(value: number): number {
	return value < 0x80000000 ? value >>> 7 : Math.floor(value / 0x80)
}
