import { BugError } from '../errors/UserError.ts'

/** Reads what ByteWriter wrote. */
export class ByteReader {
	readonly #buffer: Buffer
	#at = 0

	constructor(bytes: Uint8Array) {
		this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	}

	get done(): boolean {
		return this.#at >= this.#buffer.length
	}

	uvarint(): number {
		let value = 0
		let factor = 1
		for (;;) {
			const byte = this.#buffer[this.#at++]
			if (byte === undefined) throw new BugError('a record of the state database is cut short')
			value += (byte & 0x7f) * factor
			if (byte < 0x80) return value
			factor *= 0x80
		}
	}

	bytes(): Uint8Array {
		return this.raw(this.uvarint())
	}

	/** So many bytes as they are. */
	raw(length: number): Uint8Array {
		const start = this.#take(length)
		return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset + start, length)
	}

	/** Everything not read yet. */
	rest(): Uint8Array {
		return this.raw(this.#buffer.length - this.#at)
	}

	text(): string {
		return this.rawText(this.uvarint())
	}

	rawText(length: number): string {
		const start = this.#take(length)
		return this.#buffer.toString('latin1', start, start + length)
	}

	#take(length: number): number {
		const start = this.#at
		this.#at += length
		if (this.#at > this.#buffer.length) throw new BugError('a record of the state database is cut short')
		return start
	}
}
