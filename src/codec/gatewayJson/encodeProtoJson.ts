import type { Message } from '@bufbuild/protobuf'
import type { Any } from '@bufbuild/protobuf/wkt'
import { plainError } from '../../errors/ChainError.ts'
import { toBase64 } from '../../util/bytes.ts'
import { decimalToText } from '../coins/decCoins.ts'
import { quoteJson } from '../goJson/quoteJson.ts'
import { decodeTable, emptyMessage, maxDepth } from '../proto/decodeMessage.ts'
import { fieldValue } from '../proto/encodeMessage.ts'
import { type FieldTable, type MessageTable, newerEnumValues, tableOf } from '../proto/messageTable.ts'
import type { Registry } from '../registry/createRegistry.ts'
import { durationText, timestampText } from './wellKnown.ts'

/** Layout of protobuf JSON. */
export interface ProtoJsonOptions {
	/** Finds the messages in Any values. */
	readonly registry: Pick<Registry, 'resolve'>
	/** One level of indentation: two spaces as the REST gateway prints, empty for the compact form. */
	readonly indent?: string
}

type Fields = Readonly<Record<string, unknown>>

interface Writer {
	readonly options: ProtoJsonOptions
	readonly step: string
	readonly newline: string
	readonly colon: string
}

/**
 * A message in the framework's protobuf JSON: original names in the order of the protobuf source, defaults shown, null
 * for absent messages and bytes, 64-bit integers quoted, `@type` first. An empty list keeps its line break when indented.
 * Source: regen-network/protobuf v1.3.3-alpha.regen.1 jsonpb with OrigName and EmitDefaults.
 */
export function encodeProtoJson(message: Message, schema: MessageTable['desc'], options: ProtoJsonOptions): string {
	const step = options.indent ?? ''
	const writer = { options, step, newline: step === '' ? '' : '\n', colon: step === '' ? ':' : ': ' }
	return objectJson(writer, tableOf(schema), message as unknown as Fields, '', undefined, 0)
}

/** The REST gateway's form: two spaces of indentation. */
export function gatewayJson(
	message: Message,
	schema: MessageTable['desc'],
	registry: Pick<Registry, 'resolve'>,
): string {
	return encodeProtoJson(message, schema, { registry, indent: '  ' })
}

function objectJson(
	writer: Writer,
	table: MessageTable,
	message: Fields,
	indent: string,
	typeUrl: string | undefined,
	depth: number,
): string {
	if (depth > maxDepth) throw plainError('proto: message nested too deeply')
	const wellKnown = wellKnownJson(writer, table, message, indent, depth)
	if (wellKnown !== undefined) return wellKnown
	const { step, newline, colon } = writer
	const lines: string[] = []
	if (typeUrl !== undefined) lines.push(`${indent}${step}"@type"${colon}${quoteJson(typeUrl)}`)
	for (const field of table.declared) {
		const value = fieldValue(message, field)
		if ((field.oneof !== undefined || field.optional) && value === undefined) continue
		lines.push(`${indent}${step}"${field.name}"${colon}${fieldJson(writer, field, value, indent, depth)}`)
	}
	return `{${newline}${lines.join(`,${newline}`)}${newline}${indent}}`
}

function wellKnownJson(
	writer: Writer,
	table: MessageTable,
	message: Fields,
	indent: string,
	depth: number,
): string | undefined {
	switch (table.typeName) {
		case 'google.protobuf.Any':
			return anyJson(writer, message as unknown as Any, indent, depth)
		case 'google.protobuf.Timestamp':
			return `"${timestampText(message.seconds as bigint, message.nanos as number)}"`
		case 'google.protobuf.Duration':
			return `"${durationText(message.seconds as bigint, message.nanos as number)}"`
		default:
			return undefined
	}
}

function anyJson(writer: Writer, any: Any, indent: string, depth: number): string {
	const table = tableOf(writer.options.registry.resolve(any.typeUrl))
	const message = decodeTable(table, any.value, 0, any.value.length)
	return objectJson(writer, table, message as unknown as Fields, indent, any.typeUrl, depth + 1)
}

function fieldJson(writer: Writer, field: FieldTable, value: unknown, indent: string, depth: number): string {
	if (!field.repeated) return valueJson(writer, field, value, indent, depth)
	const { step, newline } = writer
	const inner = indent + step
	const items = (value as readonly unknown[]).map((item) => {
		const json = field.kind === 'bytes' ? bytesJson(item) : valueJson(writer, field, item, inner, depth)
		return `${newline}${inner}${step}${json}`
	})
	return `[${items.join(',')}${newline}${inner}]`
}

function bytesJson(value: unknown): string {
	return `"${toBase64(value as Uint8Array)}"`
}

function valueJson(writer: Writer, field: FieldTable, value: unknown, indent: string, depth: number): string {
	switch (field.kind) {
		case 'message': {
			if (value === undefined && field.nullable) return 'null'
			if (value === undefined && field.stdtime) return '"0001-01-01T00:00:00Z"'
			const message = (value ?? emptyMessage(field.message())) as Fields
			return objectJson(writer, field.message(), message, indent + writer.step, undefined, depth + 1)
		}
		case 'bytes':
			// An absent value and an empty one are equal on the wire; Go prints the absent one, a nil slice, as null.
			return (value as Uint8Array).length === 0 ? 'null' : bytesJson(value)
		case 'string':
			return quoteJson(value as string)
		case 'int':
			if (field.nullable && value === '') return 'null'
			return `"${(value as string) || '0'}"`
		case 'dec':
			return `"${decimalToText(BigInt(value as string))}"`
		case 'enum':
			return enumJson(field, value as number)
		case 'int64':
		case 'uint64':
		case 'sint64':
		case 'fixed64':
		case 'sfixed64':
			return `"${value as bigint}"`
		case 'bool':
			return value === true ? 'true' : 'false'
		default:
			return numberJson(value as number)
	}
}

function enumJson(field: FieldTable, value: number): string {
	const desc = field.desc.enum
	const name = desc?.value[value]?.name
	if (desc === undefined || name === undefined || newerEnumValues.has(`${desc.typeName}.${name}`)) return String(value)
	return `"${name}"`
}

function numberJson(value: number): string {
	return Number.isFinite(value) ? String(value) : `"${value}"`
}
