import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import { joinBytes } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import type { FieldTable, MessageTable } from './messageTable.ts'
import { tableOf } from './messageTable.ts'

/**
 * Bytes of a message as gogo-proto's generated code of the 0.44 framework writes them: fields in order of their numbers,
 * zero values left out, except struct values (gogoproto nullable = false) and amounts, which are always there.
 */
export function encodeMessage<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): Uint8Array {
	return encodeTable(tableOf(schema), message as unknown as Readonly<Record<string, unknown>>)
}

function encodeTable(table: MessageTable, message: Readonly<Record<string, unknown>>): Uint8Array {
	const parts: Uint8Array[] = []
	for (const field of table.fields) {
		const value = fieldValue(message, field)
		if (field.repeated) writeList(parts, field, (value ?? []) as readonly unknown[])
		else if (field.oneof !== undefined) {
			if (value !== undefined) writeField(parts, field, value)
		} else if (field.always) writeField(parts, field, value)
		else if (value !== undefined && !isZero(value)) writeField(parts, field, value)
	}
	return joinBytes(parts)
}

/** The value of a field of a message object; undefined for a field of a oneof that is not the chosen one. */
export function fieldValue(message: Readonly<Record<string, unknown>>, field: FieldTable): unknown {
	if (field.oneof === undefined) return message[field.local]
	const group = message[field.oneof] as { readonly case?: string; readonly value?: unknown } | undefined
	return group?.case === field.local ? group.value : undefined
}

function isZero(value: unknown): boolean {
	if (value instanceof Uint8Array || typeof value === 'string') return value.length === 0
	return value === 0 || value === 0n || value === false
}

function writeList(parts: Uint8Array[], field: FieldTable, values: readonly unknown[]): void {
	if (values.length === 0) return
	if (field.wire === 2) {
		for (const value of values) writeField(parts, field, value)
		return
	}
	const body = joinBytes(values.map((value) => scalarBytes(field, value)))
	parts.push(smallVarint((field.number << 3) | 2), smallVarint(body.length), body)
}

function writeField(parts: Uint8Array[], field: FieldTable, value: unknown): void {
	parts.push(smallVarint((field.number << 3) | field.wire))
	if (field.wire !== 2) {
		parts.push(scalarBytes(field, value))
		return
	}
	const body = delimitedBytes(field, value)
	parts.push(smallVarint(body.length), body)
}

function delimitedBytes(field: FieldTable, value: unknown): Uint8Array {
	switch (field.kind) {
		case 'message':
			if (value === undefined) return field.stdtime ? zeroTime : encodeTable(field.message(), {})
			return encodeTable(field.message(), value as Readonly<Record<string, unknown>>)
		case 'bytes':
			return value as Uint8Array
		case 'string':
			return goStringBytes(value as string)
		default:
			return goStringBytes((value as string | undefined) || '0')
	}
}

/** Go's zero time, 0001-01-01T00:00:00Z, as a Timestamp. */
const zeroTime = Uint8Array.from([0x08, 0x80, 0x92, 0xb8, 0xc3, 0x98, 0xfe, 0xff, 0xff, 0xff, 0x01])

function scalarBytes(field: FieldTable, value: unknown): Uint8Array {
	switch (field.kind) {
		case 'bool':
			return varintBytes(value === true ? 1n : 0n)
		case 'sint32':
		case 'sint64': {
			const signed = BigInt(value as number | bigint)
			return varintBytes(BigInt.asUintN(64, (signed << 1n) ^ (signed >> 63n)))
		}
		case 'enum':
		case 'int32':
		case 'uint32':
		case 'int64':
		case 'uint64':
			return varintBytes(BigInt.asUintN(64, BigInt((value ?? 0) as number | bigint)))
		default:
			return fixedBytes(field, value as number | bigint)
	}
}

function fixedBytes(field: FieldTable, value: number | bigint): Uint8Array {
	const view = new DataView(new ArrayBuffer(field.wire === 1 ? 8 : 4))
	if (field.kind === 'double') view.setFloat64(0, Number(value), true)
	else if (field.kind === 'float') view.setFloat32(0, Number(value), true)
	else if (field.wire === 1) view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true)
	else view.setUint32(0, Number(value) >>> 0, true)
	return new Uint8Array(view.buffer)
}

/** The varint of a tag or a length. */
function smallVarint(value: number): Uint8Array {
	return value < 0x80 ? Uint8Array.of(value) : varintBytes(BigInt(value))
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
