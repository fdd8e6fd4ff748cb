const slabSize = 65_536
/** Longer copies have memory of their own. */
const mostShared = 1_024
let slab = new Uint8Array(slabSize)
let slabUsed = 0

/** Writes numbers and byte strings behind each other into a buffer that grows. */
export class ByteWriter {
	#buffer = Buffer.allocUnsafeSlow(4096)
	#length = 0

	reset(): void {
		this.#length = 0
	}

	/** The bytes written since the last reset; valid until the next write. */
	view(): Uint8Array {
		return this.#buffer.subarray(0, this.#length)
	}

	/** A copy of what was written since the last reset. Short copies share a slab: they are made by the thousand. */
	copy(): Uint8Array {
		const length = this.#length
		if (length > mostShared) return new Uint8Array(this.view())
		if (slab.length - slabUsed < length) {
			slab = new Uint8Array(slabSize)
			slabUsed = 0
		}
		const copy = slab.subarray(slabUsed, slabUsed + length)
		copy.set(this.view())
		slabUsed += length
		return copy
	}

	/** Seven bits a byte, low bits first (protobuf varint); for whole numbers up to 2^53. */
	uvarint(value: number): void {
		this.#reserve(10)
		let rest = value
		while (rest >= 0x80) {
			this.#buffer[this.#length++] = (rest % 0x80) | 0x80
			rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 0x80)
		}
		this.#buffer[this.#length++] = rest
	}

	/** Writes a zig-zag varint of a number that is not negative, as Go's binary.PutVarint does. */
	varint(value: number): void {
		this.uvarint(value * 2)
	}

	raw(bytes: Uint8Array): void {
		this.#reserve(bytes.length)
		this.#buffer.set(bytes, this.#length)
		this.#length += bytes.length
	}

	rawText(text: string): void {
		this.#reserve(text.length)
		this.#buffer.write(text, this.#length, 'latin1')
		this.#length += text.length
	}

	bytes(bytes: Uint8Array): void {
		this.uvarint(bytes.length)
		this.raw(bytes)
	}

	text(text: string): void {
		this.uvarint(text.length)
		this.rawText(text)
	}

	#reserve(more: number): void {
		const needed = this.#length + more
		if (needed <= this.#buffer.length) return
		const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2))
		larger.set(this.view())
		this.#buffer = larger
	}
}
