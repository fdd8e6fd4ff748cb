import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import type { FieldTable, MessageTable } from './messageTable.ts'
import { tableOf } from './messageTable.ts'
import { ReverseWriter } from './ReverseWriter.ts'

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
			writer.varint(BigInt.asUintN(64, (signed << 1n) ^ (signed >> 63n)))
			return
		}
		case 'enum':
		case 'int32':
		case 'uint32':
		case 'int64':
		case 'uint64':
			writeInteger((value ?? 0) as number | bigint)
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
	else if (field.wire === 1) view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true)
	else view.setUint32(0, Number(value) >>> 0, true)
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
