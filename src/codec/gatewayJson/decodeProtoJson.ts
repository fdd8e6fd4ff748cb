import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf'
import { ChainError, plainError } from '../../errors/ChainError.ts'
import { BugError } from '../../errors/UserError.ts'
import { goQuote } from '../../util/goString.ts'
import { readInt } from '../amino/decodeAminoJson.ts'
import { parseDecimal } from '../coins/decCoins.ts'
import { type JsonNode, parseJson, parseJsonStream } from '../goJson/parseJson.ts'
import {
	arrayItems,
	boolValue,
	bytesValue,
	type GoInteger,
	integerValue,
	objectMembers,
	stringValue,
} from '../goJson/unmarshal.ts'
import { noBytes } from '../noBytes.ts'
import { emptyMessage, maxDepth } from '../proto/decodeMessage.ts'
import { encodeMessage } from '../proto/encodeMessage.ts'
import { type FieldTable, goTypeName, type MessageTable, tableOf } from '../proto/messageTable.ts'
import type { Registry } from '../registry/createRegistry.ts'
import { parseDuration, parseTimestamp } from './parseTime.ts'

/** Options of reading protobuf JSON. */
export interface ProtoJsonInput {
	/** Finds the messages of Any values. */
	readonly registry: Pick<Registry, 'resolve'>
	/** Ignore fields that the message does not have, as the REST gateway does with request bodies. */
	readonly allowUnknown?: boolean
}

type Draft = Record<string, unknown>

/**
 * Reads a message in the framework's protobuf JSON: original or lowerCamelCase names, 64-bit integers quoted or not,
 * enums by name or number. What follows the first JSON value is not looked at. Throws plain errors with the texts of
 * regen-network/protobuf v1.3.3-alpha.regen.1 jsonpb.
 */
export function decodeProtoJson<Desc extends DescMessage>(
	schema: Desc,
	json: Uint8Array | string,
	input: ProtoJsonInput,
): MessageShape<Desc> {
	return decodeProtoJsonNode(schema, parseJsonStream(json), input)
}

/** Like `decodeProtoJson` for JSON that is parsed already. */
export function decodeProtoJsonNode<Desc extends DescMessage>(
	schema: Desc,
	node: JsonNode,
	input: ProtoJsonInput,
): MessageShape<Desc> {
	return readMessage(tableOf(schema), node, input, 0) as unknown as MessageShape<Desc>
}

/** @param passed members that are no fields: the `@type` of an Any */
function readMessage(table: MessageTable, node: JsonNode, input: ProtoJsonInput, depth: number, passed = 0): Draft {
	if (depth > maxDepth) throw plainError('proto: message nested too deeply')
	switch (table.typeName) {
		case 'google.protobuf.Any':
			return readAny(table, node, input, depth)
		case 'google.protobuf.Timestamp':
			return { ...emptyMessage(table), ...parseTimestamp(stringValue(node)) }
		case 'google.protobuf.Duration':
			return { ...emptyMessage(table), ...parseDuration(stringValue(node)) }
	}
	const draft = emptyMessage(table)
	const members = objectMembers(node)
	let found = passed
	for (const field of table.declared) {
		// The lowerCamelCase name wins over the original one.
		const inCamelCase = members.get(field.jsonName)
		const original = field.name === field.jsonName ? undefined : members.get(field.name)
		if (inCamelCase !== undefined) found++
		if (original !== undefined) found++
		const value = inCamelCase ?? original
		if (value !== undefined) readField(draft, field, value, input, depth)
	}
	if (found < members.size && input.allowUnknown !== true) {
		const known = new Set(table.declared.flatMap(({ name, jsonName }) => [name, jsonName]))
		if (passed > 0) known.add('@type')
		const unknown = [...members.keys()].find((name) => !known.has(name)) ?? ''
		throw plainError(`unknown field ${goQuote(unknown)} in ${table.goType.slice(1)}`)
	}
	return draft
}

function readField(draft: Draft, field: FieldTable, node: JsonNode, input: ProtoJsonInput, depth: number): void {
	if (field.oneof !== undefined) {
		if (field.kind === 'message' && node.kind === 'null') return
		draft[field.oneof] = { case: field.local, value: readValue(field, node, input, depth) }
	} else if (field.repeated) {
		const items = arrayItems(node)
		if (items !== undefined) draft[field.local] = items.map((item) => readValue(field, item, input, depth))
	} else if (node.kind !== 'null' || !field.nullable) {
		draft[field.local] = readValue(field, node, input, depth)
	}
}

function readValue(field: FieldTable, node: JsonNode, input: ProtoJsonInput, depth: number): unknown {
	switch (field.kind) {
		case 'message':
			return readMessage(field.message(), node, input, depth + 1)
		case 'string':
			return stringValue(node)
		case 'bytes':
			return bytesValue(node) ?? noBytes
		case 'bool':
			return boolValue(node)
		case 'int':
			return readInt(node)
		case 'dec':
			return node.kind === 'null' ? '' : parseDecimal(stringValue(node)).toString()
		case 'enum':
			return readEnum(field, node)
		case 'float':
		case 'double':
			return readFloat(node)
		default:
			return readInteger(field, node)
	}
}

function readEnum(field: FieldTable, node: JsonNode): number {
	const desc = field.desc.enum
	if (desc === undefined) throw new BugError(`${field.name} is not an enum`)
	if (node.kind !== 'string') return Number(integerValue(node, 'int32', goTypeName(desc).slice(1)))
	const name = node.raw.slice(1, -1)
	const value = desc.values.find((candidate) => candidate.name === name)
	if (value === undefined) throw plainError(`unknown value ${goQuote(name)} for enum ${desc.typeName}`)
	return value.number
}

const goIntegers: Readonly<Record<string, GoInteger>> = {
	int32: 'int32',
	sint32: 'int32',
	sfixed32: 'int32',
	uint32: 'uint32',
	fixed32: 'uint32',
	int64: 'int64',
	sint64: 'int64',
	sfixed64: 'int64',
	uint64: 'uint64',
	fixed64: 'uint64',
}

function readInteger(field: FieldTable, node: JsonNode): number | bigint {
	const goType = goIntegers[field.kind] ?? 'int64'
	const value = integerValue(unquotedNumber(node), goType)
	return goType.endsWith('32') ? Number(value) : value
}

function readFloat(node: JsonNode): number {
	if (node.raw === '"NaN"') return Number.NaN
	if (node.raw === '"Infinity"') return Number.POSITIVE_INFINITY
	if (node.raw === '"-Infinity"') return Number.NEGATIVE_INFINITY
	const number = unquotedNumber(node)
	return number.kind === 'number' ? Number(number.raw) : Number(integerValue(number, 'int64'))
}

/** A quoted number is parsed again without its quotes, whatever is between them. */
function unquotedNumber(node: JsonNode): JsonNode {
	if (node.kind !== 'string') return node
	const raw = node.raw.slice(1, -1)
	return plainNumber.test(raw) ? { kind: 'number', raw } : parseJson(raw)
}

/** Numbers as they are mostly written. */
const plainNumber = /^(?:0|[1-9][0-9]{0,18})$/

function readAny(table: MessageTable, node: JsonNode, input: ProtoJsonInput, depth: number): Draft {
	const members = objectMembers(node, 'map[string]*json.RawMessage')
	const type = members.get('@type')
	if (type === undefined || type.kind === 'null') throw plainError("Any JSON doesn't have '@type'")
	if (type.kind !== 'string') throw plainError(`can't unmarshal Any's '@type': ${goQuote(type.raw)}`)
	const inner = tableOf(input.registry.resolve(type.value))
	const nested: JsonNode = inner.typeName === table.typeName ? withoutType(members, node.raw) : node
	try {
		const message = readMessage(inner, nested, input, depth + 1, 1) as unknown as Message
		return { ...emptyMessage(table), typeUrl: type.value, value: encodeMessage(inner.desc, message) }
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw plainError(`can't unmarshal Any nested proto ${inner.goType}: ${error.log}`)
	}
}

function withoutType(members: ReadonlyMap<string, JsonNode>, raw: string): JsonNode {
	return { kind: 'object', members: new Map([...members].filter(([name]) => name !== '@type')), raw }
}
