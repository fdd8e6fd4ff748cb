import { ChainError, plainError } from '../../errors/ChainError.ts'
import { toHexUpper } from '../../util/bytes.ts'
import { varintBytes } from '../proto/encodeMessage.ts'

/** Wire type of a field: the low three bits of its key. */
export type Typ3 = number

/** The encodings of fields that go-amino v0.16.0 has. */
export const typ3 = { varint: 0, fixed8: 1, byteLength: 2, fixed4: 5 } as const

const typ3Names: ReadonlyMap<Typ3, string> = new Map([
	[typ3.varint, '(U)Varint'],
	[typ3.fixed8, '8Byte'],
	[typ3.byteLength, 'ByteLength'],
	[typ3.fixed4, '4Byte'],
])

/** The name of an encoding as amino prints it. */
export function typ3Name(type: Typ3): string {
	return typ3Names.get(type) ?? `<Invalid Typ3 ${type}>`
}

/** Number and wire type of a field. An unreadable key has the number 0 and its error. */
export interface FieldKey {
	readonly number: number
	readonly type: Typ3
	/** Length of the key. */
	readonly length: number
	readonly fault: string | undefined
}

/** Reads amino bytes with go-amino v0.16.0's errors, which state the position: bytes before an error count as read. */
export class AminoReader {
	readonly bytes: Uint8Array
	pos = 0

	constructor(bytes: Uint8Array) {
		this.bytes = bytes
	}

	/** Whether all bytes are read. */
	get isAtEnd(): boolean {
		return this.pos >= this.bytes.length
	}

	/** The remaining bytes. */
	get rest(): Uint8Array {
		return this.bytes.subarray(this.pos)
	}

	/** The key of the next field, which is not passed. */
	peekKey(): FieldKey {
		const { value, length, fault } = uvarintAt(this.bytes, this.pos)
		if (fault !== undefined) return { number: 0, type: 0, length, fault: fault === 'short' ? tooSmall : overflow }
		const number = value >> 3n
		const type = Number(value & 7n)
		if (number > maxFieldNumber) return { number: 0, type, length, fault: `invalid field num ${number}` }
		return { number: Number(number), type, length, fault: undefined }
	}

	/** An unsigned number. Throws plain errors. */
	uvarint(): bigint {
		const { value, length, fault } = uvarintAt(this.bytes, this.pos)
		this.pos += length
		if (fault !== undefined) throw plainError(fault === 'short' ? tooSmall : overflow)
		return value
	}

	/** Bytes behind their length. Throws plain errors, then the length counts as read. */
	byteSlice(): Uint8Array {
		const length = this.uvarint()
		if (BigInt.asIntN(64, length) < 0n) throw plainError(`invalid negative length ${length} decoding []byte`)
		if (length > BigInt(this.bytes.length - this.pos)) {
			throw plainError(`insufficient bytes decoding []byte of length ${length}`)
		}
		const start = this.pos
		this.pos += Number(length)
		return this.bytes.slice(start, this.pos)
	}

	/** Skips a value. @throws plain errors; then no byte counts as read. */
	skip(type: Typ3): void {
		const start = this.pos
		try {
			this.#pass(type)
		} catch (error) {
			this.pos = start
			throw error
		}
	}

	#pass(type: Typ3): void {
		switch (type) {
			case typ3.varint: {
				const { length, fault } = uvarintAt(this.bytes, this.pos)
				if (fault !== undefined) throw plainError(fault === 'short' ? tooSmall : 'EOF decoding varint')
				this.pos += length
				return
			}
			case typ3.byteLength:
				this.byteSlice()
				return
			case typ3.fixed8:
			case typ3.fixed4: {
				const size = type === typ3.fixed8 ? 8 : 4
				if (this.bytes.length - this.pos < size) throw plainError(`EOF decoding int${size * 8}`)
				this.pos += size
				return
			}
			default:
				throw plainError(`invalid typ3 bytes ${typ3Name(type)}`)
		}
	}
}

const maxFieldNumber = 2n ** 29n - 1n
const tooSmall = 'buffer too small'
const overflow = 'EOF decoding uvarint'

interface Uvarint {
	/** Of no use where there is a fault. */
	readonly value: bigint
	/** Bytes that were read, also of a number that is too large. */
	readonly length: number
	readonly fault?: 'short' | 'large'
}

/** Go's encoding/binary Uvarint: ten bytes at most, the tenth no more than 1. */
function uvarintAt(bytes: Uint8Array, start: number): Uvarint {
	let value = 0n
	for (let at = start; at < bytes.length; at++) {
		const index = at - start
		const byte = bytes[at]!
		if (index === 10) return { value, length: 11, fault: 'large' }
		if (byte < 0x80) {
			if (index === 9 && byte > 1) return { value, length: 10, fault: 'large' }
			return { value: value | (BigInt(byte) << BigInt(7 * index)), length: index + 1 }
		}
		value |= BigInt(byte & 0x7f) << BigInt(7 * index)
	}
	return { value, length: 0, fault: 'short' }
}

/**
 * Reads a length-prefixed value. Amino assumes the shortest form of the length and continues from there; after an inner
 * error it counts the bytes read so far.
 * @throws plain errors with amino's texts.
 */
export function readNested<T>(outer: AminoReader, read: (inner: AminoReader) => T): T {
	const start = outer.pos
	const inner = innerReader(outer)
	const lengthSize = varintBytes(BigInt(inner.bytes.length)).length
	try {
		return read(inner)
	} finally {
		outer.pos = start + lengthSize + inner.pos
	}
}

/** A reader of the bytes behind a length. Throws plain errors, then nothing counts as read. */
function innerReader(outer: AminoReader): AminoReader {
	const start = outer.pos
	try {
		return new AminoReader(outer.byteSlice())
	} catch (error) {
		outer.pos = start
		throw error
	}
}

/** A list whose items are one field each. An item of no bytes is passed as `empty`, unread. Throws plain errors. */
export function readList<T>(reader: AminoReader, number: number, item: () => T, empty = item): readonly T[] {
	const items: T[] = []
	while (!reader.isAtEnd) {
		const key = reader.peekKey()
		if (key.number < number) {
			throw plainError(`expected repeated field number ${number} or greater, got ${key.number}`)
		}
		if (key.number > number) break
		if (key.type !== typ3.byteLength) {
			throw plainError(`expected repeated field type ${typ3Name(typ3.byteLength)}, got ${typ3Name(key.type)}`)
		}
		reader.pos += key.length
		if (reader.rest[0] === 0) {
			reader.pos++
			items.push(empty())
			continue
		}
		try {
			items.push(item())
		} catch (error) {
			if (!(error instanceof ChainError)) throw error
			throw plainError(`error reading array contents: ${error.log}`)
		}
	}
	return items
}

/** Reads the fields of one struct in the order of their numbers (go-amino v0.16.0 binary-decode.go). */
export class AminoFields {
	readonly #reader: AminoReader
	readonly #name: string
	#last = 0

	/** @param name The Go type in error texts. */
	constructor(reader: AminoReader, name: string) {
		this.#reader = reader
		this.#name = name
	}

	/** A field's value; undefined when it is not there. Throws plain errors. */
	read<T>(number: number, type: Typ3, value: () => T): T | undefined {
		if (this.#reader.isAtEnd) return undefined
		const key = this.#reader.peekKey()
		if (key.number > number) return undefined
		this.#ascend(key)
		this.#reader.pos += key.length
		if (key.type !== type) {
			throw plainError(
				`expected field type ${typ3Name(type)} for # ${number} of ${this.#name}, got ${typ3Name(key.type)}`,
			)
		}
		return value()
	}

	/** Skips fields that the struct does not have. Throws plain errors. */
	skipRest(): void {
		while (!this.#reader.isAtEnd) {
			const key = this.#reader.peekKey()
			this.#reader.pos += key.length
			if (key.fault !== undefined) throw plainError(key.fault)
			this.#ascend(key)
			this.#reader.skip(key.type)
		}
	}

	/** Throws the plain error of a number that is not larger than the one before, with the bytes that are not read. */
	#ascend({ number }: FieldKey): void {
		if (number <= this.#last) {
			throw plainError(
				`encountered fieldnNum: ${number}, but we have already seen fnum: ${this.#last}\nbytes:${toHexUpper(this.#reader.rest)}`,
			)
		}
		this.#last = number
	}
}
