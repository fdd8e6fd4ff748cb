import { ChainError } from '../../errors/ChainError.ts'
import { plainError } from '../../errors/plainError.ts'
import { toHexUpper } from '../../util/bytes.ts'
import { varintBytes } from '../proto/encodeMessage.ts'
import { AminoReader, type FieldKey, type Typ3, typ3, typ3Name } from './AminoReader.ts'

/**
 * Reads a length-prefixed value. Amino assumes the shortest form of the length and continues from there; after an inner
 * error it counts the bytes read so far.
 *
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

/**
 * A list whose items are one field each. An item of no bytes is not read, but passed as `empty`. Throws plain errors.
 */
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
