import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import { goStringBytes } from '../../util/goString.ts'
import { newBytes } from '../../util/newBytes.ts'
import { type FieldTable, type MessageTable, tableOf } from './messageTable.ts'

const keptSize = 64 * 1024

/** Writes protobuf bytes from end to begin into one reused buffer: a length is written after its content. */
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

const writer = new ReverseWriter()

/**
 * Bytes of a message as gogo-proto's generated code of the 0.44 framework writes them: fields in order of their numbers,
 * zero values left out, except struct values (gogoproto nullable = false) and amounts, which are always there.
 */
export function encodeMessage<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): Uint8Array {
	writer.reset()
	writeMessage(tableOf(schema), message as unknown as Readonly<Record<string, unknown>>)
	return writer.copy()
}

/** Writes from the last field to the first, as the generated code does: a length is known once its bytes are there. */
function writeMessage(table: MessageTable, message: Readonly<Record<string, unknown>>): void {
	const { fields } = table
	for (let i = fields.length - 1; i >= 0; i--) {
		const field = fields[i]!
		const value = fieldValue(message, field)
		if (field.repeated) writeList(field, (value ?? []) as readonly unknown[])
		else if (field.oneof !== undefined) {
			if (value !== undefined) writeField(field, value)
		} else if (field.always) writeField(field, value)
		else if (value !== undefined && !isZero(value)) writeField(field, value)
	}
}

/** The value of a field of a message object; undefined for a field of a oneof that is not the chosen one. */
export function fieldValue(message: Readonly<Record<string, unknown>>, field: FieldTable): unknown {
	if (field.oneof === undefined) return message[field.local]
	const group = message[field.oneof] as { readonly case?: string; readonly value?: unknown } | undefined
	return group?.case === field.local ? group.value : undefined
}

function isZero(value: unknown): boolean {
	if (typeof value === 'string' || value instanceof Uint8Array) return value.length === 0
	return value === 0 || value === 0n || value === false
}

function writeList(field: FieldTable, values: readonly unknown[]): void {
	if (values.length === 0) return
	if (field.wire === 2) {
		for (let i = values.length - 1; i >= 0; i--) writeField(field, values[i])
		return
	}
	const end = writer.written
	for (let i = values.length - 1; i >= 0; i--) writeScalar(field, values[i])
	writer.uint(writer.written - end)
	writer.uint((field.number << 3) | 2)
}

function writeField(field: FieldTable, value: unknown): void {
	if (field.wire !== 2) writeScalar(field, value)
	else {
		const end = writer.written
		writeDelimited(field, value)
		writer.uint(writer.written - end)
	}
	writer.uint((field.number << 3) | field.wire)
}

function writeDelimited(field: FieldTable, value: unknown): void {
	switch (field.kind) {
		case 'message':
			if (value !== undefined) writeMessage(field.message(), value as Readonly<Record<string, unknown>>)
			else if (field.stdtime) writer.bytes(zeroTime)
			else writeMessage(field.message(), {})
			return
		case 'bytes':
			writer.bytes(value as Uint8Array)
			return
		case 'string':
			writer.text(value as string)
			return
		default:
			writer.text((value as string | undefined) || '0')
	}
}

/** Go's zero time, 0001-01-01T00:00:00Z, as a Timestamp. */
const zeroTime = Uint8Array.from([0x08, 0x80, 0x92, 0xb8, 0xc3, 0x98, 0xfe, 0xff, 0xff, 0xff, 0x01])

function writeScalar(field: FieldTable, value: unknown): void {
	switch (field.kind) {
		case 'bool':
			writer.uint(value === true ? 1 : 0)
			return
		case 'sint32':
		case 'sint64': {
			const signed = BigInt(value as number | bigint)
			writer.varint(signed < 0n ? -2n * signed - 1n : 2n * signed)
			return
		}
		case 'enum':
		case 'int32':
		case 'uint32':
		case 'int64':
		case 'uint64':
			writeInteger(value as number | bigint)
			return
		default:
			writer.bytes(fixedBytes(field, value as number | bigint))
	}
}

function writeInteger(value: number | bigint): void {
	if (typeof value === 'number' && value >= 0) writer.uint(value)
	else writer.varint(BigInt.asUintN(64, BigInt(value)))
}

function fixedBytes(field: FieldTable, value: number | bigint): Uint8Array {
	const view = new DataView(new ArrayBuffer(field.wire === 1 ? 8 : 4))
	if (field.kind === 'double') view.setFloat64(0, Number(value), true)
	else if (field.kind === 'float') view.setFloat32(0, Number(value), true)
	else if (field.wire === 1) view.setBigUint64(0, BigInt(value), true)
	else view.setUint32(0, Number(value), true)
	return new Uint8Array(view.buffer)
}

/** A protobuf varint of an unsigned number below 2^64. */
export function varintBytes(value: bigint): Uint8Array {
	if (value < 0x80n) return Uint8Array.of(Number(value))
	const out: number[] = []
	let rest = value
	while (rest >= 0x80n) {
		out.push(Number(rest & 0x7fn) | 0x80)
		rest >>= 7n
	}
	out.push(Number(rest))
	return Uint8Array.from(out)
}
