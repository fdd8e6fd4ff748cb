import { setImmediate as nextTurn } from 'node:timers/promises'
import { UserError } from '../../errors/UserError.ts'

/** Bytes of a document: a file or memory. */
export interface ByteSource {
	readonly size: number
	/** Reads up to `length` bytes from a position; fewer only at the end. */
	read(position: number, length: number): Uint8Array
}

/** A source in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
	return { size: bytes.length, read: (position, length) => bytes.subarray(position, position + length) }
}

/** A value in a document: `[start, end)` in bytes, and its members where they were asked for. */
export interface JsonSpan {
	readonly start: number
	readonly end: number
	readonly members?: ReadonlyMap<string, JsonSpan>
}

/** Members whose own members are wanted too, by name. */
export interface WantedMembers {
	readonly [name: string]: WantedMembers
}

const chunkBytes = 1 << 20
const quote = 0x22
const backslash = 0x5c

/** Walks through a JSON document of any size, a chunk at a time, finding where values begin and end. */
export class JsonScanner {
	readonly #source: ByteSource
	readonly #progress: (position: number) => void
	#buffer: Uint8Array = new Uint8Array()
	/** Position of the first byte of the buffer. */
	#base: number
	#at = 0
	/** From here on the bytes stay in the buffer. */
	#mark: number | undefined

	/** @param progress is told the position with each chunk */
	constructor(source: ByteSource, position = 0, progress: (position: number) => void = () => {}) {
		this.#source = source
		this.#base = position
		this.#progress = progress
	}

	/**
	 * The members of the document, an object, with those of `wanted` members. The last of equal names counts, as in Go.
	 * @throws {UserError} if the document is no JSON object.
	 */
	document(wanted: WantedMembers): ReadonlyMap<string, JsonSpan> {
		const steps = this.#document(wanted)
		for (;;) {
			const { done, value } = steps.next()
			if (done) return value
		}
	}

	/** Like `document`, and lets other work run meanwhile. */
	async documentInTurns(wanted: WantedMembers): Promise<ReadonlyMap<string, JsonSpan>> {
		const steps = this.#document(wanted)
		for (;;) {
			const { done, value } = steps.next()
			if (done) return value
			await nextTurn()
		}
	}

	/**
	 * Each element of the array at this position: its bytes, valid until the next is asked for, and where they begin.
	 * Nothing for another value.
	 * @throws {UserError} if the array does not end.
	 */
	*elements(): Generator<readonly [bytes: Uint8Array, start: number]> {
		if (this.#next() !== 0x5b) return
		this.#at++
		if (this.#next() === 0x5d) return
		while (true) {
			this.#next()
			this.#mark = this.#at
			for (const _ of this.#skip());
			const bytes = this.#buffer.subarray(this.#mark, this.#at)
			const start = this.#base + this.#mark
			this.#mark = undefined
			yield [bytes, start]
			const byte = this.#next()
			if (byte === 0x5d) return
			if (byte !== 0x2c) this.#fail('a comma or ]')
			this.#at++
		}
	}

	/** Gives a turn with each chunk. */
	*#document(wanted: WantedMembers): Generator<void, ReadonlyMap<string, JsonSpan>> {
		if (this.#next() !== 0x7b) this.#fail('an object')
		const members = yield* this.#members(wanted)
		if (this.#next() !== undefined) this.#fail('the end of the file')
		return members
	}

	*#members(wanted: WantedMembers): Generator<void, ReadonlyMap<string, JsonSpan>> {
		const members = new Map<string, JsonSpan>()
		this.#at++
		if (this.#next() === 0x7d) {
			this.#at++
			return members
		}
		while (true) {
			const name = this.#name()
			if (this.#next() !== 0x3a) this.#fail('a colon')
			this.#at++
			const isObject = this.#next() === 0x7b
			const start = this.#base + this.#at
			const inner = Object.hasOwn(wanted, name) ? wanted[name] : undefined
			if (inner !== undefined && isObject) {
				const found = yield* this.#members(inner)
				members.set(name, { start, end: this.#base + this.#at, members: found })
			} else {
				yield* this.#skip()
				members.set(name, { start, end: this.#base + this.#at })
			}
			const byte = this.#next()
			if (byte !== 0x7d && byte !== 0x2c) this.#fail('a comma or }')
			this.#at++
			if (byte === 0x7d) return members
		}
	}

	#name(): string {
		if (this.#next() !== quote) this.#fail('a name within quotes')
		this.#mark = this.#at
		for (const _ of this.#skip());
		const text = Buffer.from(this.#buffer.subarray(this.#mark, this.#at)).toString()
		this.#mark = undefined
		try {
			return String(JSON.parse(text))
		} catch {
			return this.#fail('a name within quotes')
		}
	}

	/** The next byte that is no space; undefined at the end. */
	#next(): number | undefined {
		while (true) {
			for (; this.#at < this.#buffer.length; this.#at++) {
				const byte = this.#buffer[this.#at]!
				if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
			}
			if (!this.#fill()) return undefined
		}
	}

	/** Goes behind the value at this position, with a turn for each chunk. */
	*#skip(): Generator<void, void> {
		let depth = 0
		let inText = false
		let escaped = false
		let isScalar = false
		while (true) {
			const buffer = this.#buffer
			for (; this.#at < buffer.length; this.#at++) {
				const byte = buffer[this.#at]!
				if (inText) {
					if (escaped) escaped = false
					else if (byte === backslash) escaped = true
					else if (byte === quote) {
						inText = false
						if (depth === 0) {
							this.#at++
							return
						}
					}
				} else if (byte === quote) inText = true
				else if (byte === 0x7b || byte === 0x5b) depth++
				else if (byte === 0x7d || byte === 0x5d) {
					if (depth === 0) return
					if (--depth === 0) {
						this.#at++
						return
					}
				} else if (depth === 0) {
					if (byte === 0x2c || byte <= 0x20) {
						if (!isScalar) this.#fail('a value')
						return
					}
					isScalar = true
				}
			}
			if (!this.#fill()) return isScalar && depth === 0 ? undefined : this.#fail('the rest of a value')
			yield
		}
	}

	/** Takes the next chunk; false at the end. */
	#fill(): boolean {
		const keepFrom = this.#mark ?? this.#at
		const position = this.#base + this.#buffer.length
		const chunk = this.#source.read(position, chunkBytes)
		if (chunk.length === 0) return false
		this.#progress(position + chunk.length)
		const kept = this.#buffer.subarray(keepFrom)
		this.#buffer = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
		this.#base += keepFrom
		this.#at -= keepFrom
		if (this.#mark !== undefined) this.#mark = 0
		return true
	}

	#fail(wanted: string): never {
		const position = this.#base + this.#at
		throw new UserError('The document is not JSON.', {
			why:
				position >= this.#source.size
					? `The document ends where ${wanted} should be.`
					: `${wanted} should be at byte ${position}.`,
			next: 'Give the whole document, as it was written.',
		})
	}
}

/** Reads the text of a value. */
export function spanText(source: ByteSource, { start, end }: JsonSpan): string {
	const bytes = source.read(start, end - start)
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
