/** Most bytes of a body that are kept. */
export const keptBytes = 16_384

/** Collects the first part of what passes by, and counts all of it. */
export class BoundedText {
	bytes = 0
	readonly #chunks: Uint8Array[] = []
	#kept = 0

	/** One as another thread collected it. */
	static of(bytes: number, kept: Uint8Array): BoundedText {
		const text = new BoundedText()
		text.#keep(kept)
		text.bytes = bytes
		return text
	}

	/** Takes note of a chunk as a stream writes it; anything but text and bytes is nothing. */
	add(chunk: unknown, encoding?: unknown): void {
		if (typeof chunk === 'string') {
			this.#keep(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
		} else if (chunk instanceof Uint8Array) this.#keep(chunk)
	}

	/** Whether there was more than is kept. */
	get cut(): boolean {
		return this.bytes > this.#kept
	}

	/** The kept bytes. */
	get kept(): Buffer {
		return Buffer.concat(this.#chunks)
	}

	#keep(bytes: Uint8Array): void {
		this.bytes += bytes.length
		const room = keptBytes - this.#kept
		if (room === 0) return
		// A copy: a slice would hold a large buffer.
		this.#chunks.push(Uint8Array.from(bytes.subarray(0, room)))
		this.#kept += Math.min(bytes.length, room)
	}
}
