import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf'
import { plainError } from '../../errors/ChainError.ts'
import { goStringAt } from '../../util/goString.ts'
import { canonicalInt } from '../coins/parseBigInt.ts'
import { Cursor, unexpectedEof } from './Cursor.ts'
import type { FieldTable, MessageTable } from './messageTable.ts'
import { tableOf } from './messageTable.ts'

/** Limit of nesting: Go's stack grows to a gigabyte, JavaScript's does not. */
export const maxDepth = 1000

/** A message object under construction. */
type Draft = Record<string, unknown>

/**
 * Decodes a message as gogo-proto's generated code of the 0.44 framework does, into a protobuf-es message object.
 * Unknown fields are dropped. Strings need not be UTF-8 (see `goString`). Amounts (sdk.Int) become canonical decimal
 * text; an absent one stays the empty text. Throws plain errors with gogo-proto's texts.
 */
export function decodeMessage<Desc extends DescMessage>(schema: Desc, bytes: Uint8Array): MessageShape<Desc> {
	return decodeTable(tableOf(schema), bytes, 0, bytes.length) as MessageShape<Desc>
}

/** Like `decodeMessage` for a table and a part of the bytes. */
export function decodeTable(table: MessageTable, bytes: Uint8Array, pos: number, end: number): Message {
	const draft = emptyMessage(table)
	decodeInto(draft, table, new Cursor(bytes, pos, end), 0)
	return draft as unknown as Message
}

/** A message with every field at its zero value. */
export function emptyMessage(table: MessageTable): Draft {
	const draft: Draft = { $typeName: table.typeName }
	for (const oneof of table.oneofs) draft[oneof] = { case: undefined }
	for (const field of table.fields) {
		if (field.oneof !== undefined) continue
		if (field.repeated) draft[field.local] = []
		else if (field.kind !== 'message' && !field.optional) draft[field.local] = zeroOf(field)
	}
	for (const name of newerDefaults.get(table.typeName) ?? []) draft[name] = []
	return draft
}

/** Repeated fields of the protobuf-es types that the 0.44 framework lacks: empty, so that the objects fit their types. */
const newerDefaults = new Map([
	['cosmos.base.abci.v1beta1.Result', ['msgResponses']],
	['cosmos.base.abci.v1beta1.TxMsgData', ['msgResponses']],
])

/** Value of a bytes field that was not in the message; an empty field in the message has another empty array. */
export const absentBytes = new Uint8Array(0)

function zeroOf(field: FieldTable): unknown {
	switch (field.kind) {
		case 'bytes':
			return absentBytes
		case 'string':
		case 'int':
		case 'dec':
			return ''
		case 'bool':
			return false
		case 'int64':
		case 'uint64':
		case 'sint64':
		case 'fixed64':
		case 'sfixed64':
			return 0n
		default:
			return 0
	}
}

function decodeInto(draft: Draft, table: MessageTable, cursor: Cursor, depth: number): void {
	if (depth > maxDepth) throw plainError('proto: message nested too deeply')
	const end = cursor.end
	while (cursor.pos < end) {
		const start = cursor.pos
		cursor.varint()
		const wireType = cursor.lo & 7
		const number = (cursor.lo >>> 3) | (cursor.hi << 29)
		if (wireType === 4) throw plainError(`proto: ${table.shortName}: wiretype end group for non-group`)
		if (number <= 0) {
			throw plainError(`proto: ${table.shortName}: illegal tag ${number} (wire type ${cursor.unsigned()})`)
		}
		const field = table.byNumber.get(number)
		if (field === undefined) cursor.skipField(start)
		else decodeField(draft, field, wireType, cursor, depth)
	}
}

function decodeField(draft: Draft, field: FieldTable, wireType: number, cursor: Cursor, depth: number): void {
	if (wireType !== field.wire) {
		if (wireType === 2 && field.repeated) {
			decodePacked(draft, field, cursor)
			return
		}
		throw plainError(`proto: wrong wireType = ${wireType} for field ${field.goName}`)
	}
	if (field.kind === 'message') {
		const end = cursor.lengthEnd()
		// One of alternatives lies under the name of its group, so that it begins anew.
		const before = field.repeated ? undefined : (draft[field.local] as Draft | undefined)
		const nested = before ?? emptyMessage(field.message())
		const outer = cursor.end
		cursor.end = end
		decodeInto(nested, field.message(), cursor, depth + 1)
		cursor.end = outer
		store(draft, field, nested)
		return
	}
	if (field.kind === 'int' || field.kind === 'dec') {
		const end = cursor.lengthEnd()
		// An empty amount leaves the field as it was (types/int.go Unmarshal).
		if (end > cursor.pos) {
			store(draft, field, canonicalInt(goStringAt(cursor.bytes, cursor.pos, end)))
		}
		cursor.pos = end
		return
	}
	store(draft, field, readScalar(field, cursor))
}

function store(draft: Draft, field: FieldTable, value: unknown): void {
	if (field.oneof !== undefined) draft[field.oneof] = { case: field.local, value }
	else if (field.repeated) (draft[field.local] as unknown[]).push(value)
	else draft[field.local] = value
}

function decodePacked(draft: Draft, field: FieldTable, cursor: Cursor): void {
	const end = cursor.lengthEnd()
	// Generated code reads packed elements against the end of the whole message.
	while (cursor.pos < end) (draft[field.local] as unknown[]).push(readScalar(field, cursor))
}

function readScalar(field: FieldTable, cursor: Cursor): unknown {
	switch (field.kind) {
		case 'string': {
			const end = cursor.lengthEnd()
			const text = goStringAt(cursor.bytes, cursor.pos, end)
			cursor.pos = end
			return text
		}
		case 'bytes': {
			const end = cursor.lengthEnd()
			const { bytes, pos } = cursor
			cursor.pos = end
			return new Uint8Array(bytes.buffer, bytes.byteOffset + pos, end - pos)
		}
		case 'bool':
			cursor.varint()
			return (cursor.lo | cursor.hi) !== 0
		case 'enum':
		case 'int32':
			cursor.varint()
			return cursor.lo | 0
		case 'uint32':
			cursor.varint()
			return cursor.lo
		case 'sint32':
			cursor.varint()
			return (cursor.lo >>> 1) ^ -(cursor.lo & 1)
		case 'uint64':
			cursor.varint()
			return cursor.unsigned()
		case 'int64':
			cursor.varint()
			return cursor.signed()
		case 'sint64': {
			cursor.varint()
			const value = cursor.unsigned()
			return (value >> 1n) ^ -(value & 1n)
		}
		default:
			return readFixed(field, cursor)
	}
}

function readFixed(field: FieldTable, cursor: Cursor): number | bigint {
	const size = field.wire === 1 ? 8 : 4
	if (cursor.pos + size > cursor.end) throw unexpectedEof()
	const view = new DataView(cursor.bytes.buffer, cursor.bytes.byteOffset + cursor.pos, size)
	cursor.pos += size
	switch (field.kind) {
		case 'fixed64':
			return view.getBigUint64(0, true)
		case 'sfixed64':
			return view.getBigInt64(0, true)
		case 'double':
			return view.getFloat64(0, true)
		case 'float':
			return view.getFloat32(0, true)
		case 'fixed32':
			return view.getUint32(0, true)
		default:
			return view.getInt32(0, true)
	}
}
