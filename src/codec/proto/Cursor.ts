import { type ChainError, plainError } from '../../errors/ChainError.ts'

/**
 * A position in protobuf bytes, with reads that fail as gogo-proto's generated code does: plain errors
 * `unexpected EOF`, `proto: integer overflow`, `proto: negative length found during unmarshaling`.
 */
export class Cursor {
	readonly bytes: Uint8Array
	pos: number
	end: number
	/** Low and high 32 bits of the last varint, unsigned. */
	lo = 0
	hi = 0

	constructor(bytes: Uint8Array, pos = 0, end = bytes.length) {
		this.bytes = bytes
		this.pos = pos
		this.end = end
	}

	/** Reads a varint of up to ten bytes into `lo` and `hi`; bits past the 64th are dropped. */
	varint(): void {
		const { bytes, end } = this
		if (this.pos >= end) throw unexpectedEof()
		const first = bytes[this.pos]!
		this.hi = 0
		if (first < 0x80) {
			this.lo = first
			this.pos++
			return
		}
		let lo = first & 0x7f
		let hi = 0
		let at = this.pos + 1
		for (let shift = 7; ; shift += 7) {
			if (shift >= 64) throw integerOverflow()
			if (at >= end) throw unexpectedEof()
			const byte = bytes[at++]!
			const bits = byte & 0x7f
			if (shift < 28) lo |= bits << shift
			else if (shift === 28) {
				lo |= (bits & 0x0f) << 28
				hi = bits >>> 4
			} else hi |= bits << shift // A shift counts modulo 32.
			if (byte < 0x80) break
		}
		this.lo = lo >>> 0
		this.hi = hi >>> 0
		this.pos = at
	}

	/** The last varint as an unsigned 64-bit number. */
	unsigned(): bigint {
		return this.hi === 0 ? BigInt(this.lo) : (BigInt(this.hi) << 32n) | BigInt(this.lo)
	}

	/** The last varint as a signed 64-bit number. */
	signed(): bigint {
		return BigInt.asIntN(64, this.unsigned())
	}

	/** Reads a length and returns the position behind so many bytes. */
	lengthEnd(): number {
		this.varint()
		if (this.hi !== 0) {
			if (this.hi >= 0x80000000 || (this.hi === 0x7fffffff && this.lo + this.pos > 0xffffffff)) throw negativeLength()
			throw unexpectedEof()
		}
		const end = this.pos + this.lo
		if (end > this.end) throw unexpectedEof()
		return end
	}

	/** Passes over a field whose tag begins at `start`, groups too, with the errors of gogo-proto's skip function. */
	skipField(start: number): void {
		this.pos = start
		let depth = 0
		for (;;) {
			this.varint()
			const wireType = this.lo & 7
			if (wireType === 0) this.#skipVarint()
			else if (wireType === 1) this.pos += 8
			else if (wireType === 2) this.pos = this.lengthEnd()
			else if (wireType === 3) depth++
			else if (wireType === 4) {
				if (depth === 0) throw plainError('proto: unexpected end of group')
				depth--
			} else if (wireType === 5) this.pos += 4
			else throw plainError(`proto: illegal wireType ${wireType}`)
			if (depth === 0) {
				if (this.pos > this.end) throw unexpectedEof()
				return
			}
		}
	}

	#skipVarint(): void {
		for (let count = 0; ; count++) {
			if (count >= 10) throw integerOverflow()
			if (this.pos >= this.end) throw unexpectedEof()
			if (this.bytes[this.pos++]! < 0x80) return
		}
	}
}

/** The plain error `unexpected EOF`. */
export function unexpectedEof(): ChainError {
	return plainError('unexpected EOF')
}

function integerOverflow(): ChainError {
	return plainError('proto: integer overflow')
}

function negativeLength(): ChainError {
	return plainError('proto: negative length found during unmarshaling')
}
