import type { DescMessage } from '@bufbuild/protobuf'
import { plainError } from '../../errors/ChainError.ts'
import { goQuote } from '../../util/goString.ts'
import { decodeTable, maxDepth } from './decodeMessage.ts'
import type { FieldKind, FieldTable, MessageTable } from './messageTable.ts'
import { tableOf } from './messageTable.ts'
import { consumeFieldValue, consumeTag, consumeVarint, lastTag, wireFaultText, wireTypeName } from './wire.ts'

/** Finds the message type of an Any's type URL, or throws. */
export type TypeResolver = (typeUrl: string) => DescMessage

/** A field number with this bit is not critical: a reader may ignore the field. */
const nonCriticalBit = 1 << 10

/**
 * Refuses fields that the message type, or any message nested in it, does not have, and values of the wrong wire type.
 * With `allowNonCritical`, unknown fields whose number has bit 11 set pass. Returns whether there were unknown
 * non-critical fields. Throws plain errors with the texts of cosmos-sdk v0.44.5 codec/unknownproto, Go type names
 * included.
 */
export function rejectUnknownFields(
	schema: DescMessage,
	bytes: Uint8Array,
	allowNonCritical: boolean,
	resolve: TypeResolver,
): boolean {
	return walk(tableOf(schema), bytes, 0, bytes.length, allowNonCritical, resolve, 0)
}

function walk(
	table: MessageTable,
	bytes: Uint8Array,
	start: number,
	end: number,
	allow: boolean,
	resolve: TypeResolver,
	depth: number,
): boolean {
	if (depth > maxDepth) throw plainError('proto: message nested too deeply')
	let found = false
	let pos = start
	while (pos < end) {
		const tagLength = consumeTag(bytes, pos, end)
		if (tagLength < 0) throw plainError('invalid length')
		const { number, wireType } = lastTag
		const field = table.byNumber.get(number)
		if (field === undefined) {
			const critical = (number & nonCriticalBit) === 0
			if (!critical) found = true
			if (critical || !allow) {
				throw plainError(
					`errUnknownField ${goQuote(table.goType)}: {TagNum: ${number}, WireType:${goQuote(wireTypeName(wireType))}}`,
				)
			}
		} else if (!canEncode(wireType, field)) throw mismatch(table, field, wireType)
		pos += tagLength
		const length = consumeFieldValue(number, wireType, bytes, pos, end)
		if (length < 0) {
			throw plainError(
				`could not consume field value for tagNum: ${number}, wireType: ${goQuote(wireTypeName(wireType))}; ${wireFaultText(length)}`,
			)
		}
		if (field !== undefined && field.kind === 'message') {
			const from = pos + consumeVarint(bytes, pos, end)
			const nested = field.message()
			if (walk(nested, bytes, from, pos + length, allow, resolve, depth + 1)) found = true
			if (nested.isAny) {
				const any = decodeTable(nested, bytes, from, pos + length) as unknown as { typeUrl: string; value: Uint8Array }
				const inner = tableOf(resolve(any.typeUrl))
				if (walk(inner, any.value, 0, any.value.length, allow, resolve, depth + 1)) found = true
			}
		}
		pos += length
	}
	return found
}

const fixed32Kinds: ReadonlySet<FieldKind> = new Set(['fixed32', 'sfixed32', 'float'])

/** The framework's table of wire types a field type may have; packed forms pass for all but the 32-bit ones. */
function canEncode(wireType: number, field: FieldTable): boolean {
	return wireType === field.wire || (wireType === 2 && !fixed32Kinds.has(field.kind))
}

function mismatch(table: MessageTable, field: FieldTable, wireType: number): Error {
	const got = goQuote(wireTypeName(wireType))
	const want = goQuote(wireTypeName(field.wire))
	return plainError(
		`Mismatched ${goQuote(table.goType)}: {TagNum: ${field.number}, GotWireType: ${got} != WantWireType: ${want}}`,
	)
}
