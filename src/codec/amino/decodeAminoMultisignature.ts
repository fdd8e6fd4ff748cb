import { ChainError } from '../../errors/ChainError.ts'
import { plainError } from '../../errors/plainError.ts'
import { toHexUpper } from '../../util/bytes.ts'
import { varintBytes } from '../proto/encodeMessage.ts'
import { AminoReader, type FieldKey, type Typ3, typ3, typ3Name } from './AminoReader.ts'
import type { AminoMultisignature } from './aminoBinary.ts'

const structName = 'multisig.AminoMultisignature'
const bitsName = 'types.CompactBitArray'

/**
 * Reads the bytes of a multisignature of a legacy transaction as amino reads a struct: fields in ascending order, those
 * without a place here skipped, empty bytes a value without any.
 *
 * @throws a plain error with amino's text, which tells how far it read and repeats the bytes (go-amino v0.16.0
 * binary-decode.go, cosmos-sdk v0.44.5 crypto/types/multisig/multisignature.go)
 */
export function decodeAminoMultisignature(bytes: Uint8Array): AminoMultisignature {
	const reader = new AminoReader(bytes)
	const fields = new FieldReader(reader, structName)
	try {
		const bits = fields.read(1, typ3.byteLength, () => readBits(reader))
		const signatures = readSignatures(reader)
		fields.skipRest()
		return { bits, signatures }
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw plainError(`unmarshal to ${structName} failed after ${reader.pos} bytes (${error.log}): ${toHexUpper(bytes)}`)
	}
}

/**
 * The bit array, which is bytes within bytes. Amino counts the length in front of them as short as it could be written, and
 * goes on reading from there.
 */
function readBits(outer: AminoReader): AminoMultisignature['bits'] {
	const start = outer.pos
	const inner = innerReader(outer)
	const lengthSize = varintBytes(BigInt(inner.bytes.length)).length
	const fields = new FieldReader(inner, bitsName)
	try {
		const extraBitsStored = fields.read(1, typ3.varint, () => Number(BigInt.asUintN(32, inner.uvarint()))) ?? 0
		const elems = fields.read(2, typ3.byteLength, () => inner.byteSlice()) ?? noBytes
		fields.skipRest()
		return { extraBitsStored, elems }
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

/** The list of signatures, one field each. */
function readSignatures(reader: AminoReader): readonly Uint8Array[] {
	const signatures: Uint8Array[] = []
	while (!reader.isAtEnd) {
		const key = reader.peekKey()
		if (key.number < 2) throw plainError(`expected repeated field number 2 or greater, got ${key.number}`)
		if (key.number > 2) break
		if (key.type !== typ3.byteLength) {
			throw plainError(`expected repeated field type ${typ3Name(typ3.byteLength)}, got ${typ3Name(key.type)}`)
		}
		reader.pos += key.length
		try {
			signatures.push(reader.byteSlice())
		} catch (error) {
			if (!(error instanceof ChainError)) throw error
			throw plainError(`error reading array contents: ${error.log}`)
		}
	}
	return signatures
}

const noBytes: Uint8Array = new Uint8Array(0)

/** Reads the fields of one struct in the order of their numbers. */
class FieldReader {
	readonly #reader: AminoReader
	readonly #name: string
	#last = 0

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
