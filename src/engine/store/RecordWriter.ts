import { writeGoString } from '../../util/goString.ts'
import { newBytes } from '../../util/newBytes.ts'

/**
 * Writes protobuf fields one behind the other into a buffer that many records share, because a list of small arrays for
 * each record takes several times as long. Zero values are left out, as Go's generated code does.
 */
export class RecordWriter {
	#buffer = Buffer.allocUnsafeSlow(16_384)
	#at = 0

	/** Begins a record, and forgets one that was never finished. */
	clear(): void {
		this.#at = 0
	}

	/** Whole numbers that are not negative. */
	uint(field: number, value: number): void {
		if (value === 0) return
		this.#tag(field, 0)
		this.#varint(value)
	}

	/** A signed 64-bit number. */
	int64(field: number, value: bigint): void {
		if (value === 0n) return
		this.#tag(field, 0)
		// Most are small, and much quicker as such.
		if (value > 0n && value <= maxNumber) {
			this.#varint(Number(value))
			return
		}
		let rest = BigInt.asUintN(64, value)
		for (; rest >= 0x80n; rest >>= 7n) this.#buffer[this.#at++] = Number(rest & 0x7fn) | 0x80
		this.#buffer[this.#at++] = Number(rest)
	}

	bytes(field: number, value: Uint8Array): void {
		if (value.length === 0) return
		this.#tag(field, 2, value.length)
		this.#varint(value.length)
		this.#buffer.set(value, this.#at)
		this.#at += value.length
	}

	/** Texts may hold bytes that are not UTF-8 (see goString): they are kept. */
	text(field: number, text: string): void {
		if (text === '') return
		const start = this.begin(field, text.length)
		this.#reserve(text.length * 3)
		this.#at += writeGoString(text, this.#buffer, this.#at)
		this.end(start)
	}

	/** Begins an embedded message, written even if empty. @param likely its length, to save time @returns for `end` */
	begin(field: number, likely = 0): number {
		this.#tag(field, 2)
		const start = this.#at
		this.#at += sizeOf(likely)
		return start * 16 + (this.#at - start)
	}

	/** Ends the embedded message that began last. */
	end(begun: number): void {
		const start = Math.floor(begun / 16)
		const from = start + (begun % 16)
		const length = this.#at - from
		const to = start + sizeOf(length)
		if (to !== from) {
			this.#reserve(8)
			this.#buffer.copyWithin(to, from, this.#at)
		}
		this.#at = start
		this.#varint(length)
		this.#at = to + length
	}

	/** All that was written, in memory of its own. */
	finish(): Uint8Array {
		const out = newBytes(this.#at)
		out.set(this.#buffer.subarray(0, this.#at))
		if (this.#buffer.length > keptBytes) this.#buffer = Buffer.allocUnsafeSlow(16_384)
		return out
	}

	/** Begins a field, with room for a number and so many bytes more. */
	#tag(field: number, wireType: number, more = 0): void {
		this.#reserve(20 + more)
		this.#buffer[this.#at++] = (field << 3) | wireType
	}

	#varint(value: number): void {
		let rest = value
		for (; rest >= 0x80; rest = Math.floor(rest / 128)) this.#buffer[this.#at++] = (rest % 128) | 0x80
		this.#buffer[this.#at++] = rest
	}

	#reserve(more: number): void {
		const needed = this.#at + more
		if (needed <= this.#buffer.length) return
		const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2))
		larger.set(this.#buffer.subarray(0, this.#at))
		this.#buffer = larger
	}
}

const maxNumber = BigInt(Number.MAX_SAFE_INTEGER)
/** A buffer that one large record needed is not kept. */
const keptBytes = 1 << 20

/** Bytes of a varint. */
function sizeOf(value: number): number {
	let bytes = 1
	for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes++
	return bytes
}
