import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf'
import { decodeAnyBase64 } from '../../codec/goJson/goBase64.ts'
import { goTypeName } from '../../codec/proto/messageTable.ts'
import { plainError } from '../../errors/ChainError.ts'
import { BugError } from '../../errors/UserError.ts'
import { goQuote } from '../../util/goString.ts'
import { parseInteger } from '../services/goParse.ts'
import type { UrlValues } from './goUrl.ts'

/** The fields of a message object. */
type Fields = Record<string, unknown>

const keyInBrackets = /^(.*)\[(.*)\]$/s

/**
 * Sets the fields named by query or form parameters, `pagination.limit=5` style (grpc-gateway v1.16 runtime/query.go).
 * Proto and JSON names both count, unknown names do not, `skip` names the fields the path has set already.
 * Throws plain errors with the gateway's texts.
 */
export function setQueryParameters(
	schema: DescMessage,
	message: Message,
	values: UrlValues,
	skip: ReadonlySet<string>,
): void {
	for (const [key, given] of values) {
		const inBrackets = keyInBrackets.exec(key)
		const path = (inBrackets?.[1] ?? key).split('.')
		if (skip.has(path[0]!)) continue
		setPath(schema, message, path, inBrackets === null ? given : [inBrackets[2]!, ...given])
	}
}

/** Sets one field of the message from a path value. */
export function setField(message: Message, field: DescField, text: string): void {
	;(message as unknown as Fields)[field.localName] = parseValue(field, text)
}

function setPath(schema: DescMessage, message: Message, path: readonly string[], values: readonly string[]): void {
	let desc = schema
	let target = message as unknown as Fields
	for (let i = 0; i < path.length; i++) {
		const field = fieldNamed(desc, path[i]!)
		if (field === undefined) return
		const next = path[i + 1]
		if (field.fieldKind === 'list') {
			if (next !== undefined) throw plainError(`unexpected repeated field in ${path.join('.')}`)
			target[field.localName] = values.map((value) => parseValue(field, value))
			return
		}
		if (field.message === undefined) {
			if (next !== undefined) throw plainError(`unexpected nested field ${next} in ${path.slice(0, i + 1).join('.')}`)
			target[field.localName] = parseValue(field, values[0]!)
			return
		}
		if (field.fieldKind === 'map') throw new BugError(`${field.name}: maps are not supported`)
		// Naming a part of a message is enough for it to be there.
		target[field.localName] ??= create(field.message)
		target = target[field.localName] as Fields
		desc = field.message
	}
	throw plainError(`field type ${goTypeName(desc)} is not supported in query parameters`)
}

/** A field by either name. Go's tags leave out an equal JSON name, so the empty name finds the first of one word. */
function fieldNamed(desc: DescMessage, text: string): DescField | undefined {
	return desc.fields.find(
		({ name, jsonName }) => name === text || jsonName === text || (text === '' && jsonName === name),
	)
}

function parseValue(field: DescField, text: string): unknown {
	if (field.enum !== undefined) {
		const value = field.enum.values.find(({ name, number }) => name === text || String(number) === canonical(text))
		if (value === undefined) throw plainError(`${text} is not a valid ${goTypeName(field.enum).slice(1)}`)
		return value.number
	}
	switch (field.scalar) {
		case ScalarType.STRING:
			return text
		case ScalarType.BYTES:
			return decodeAnyBase64(text)
		case ScalarType.BOOL:
			return parseBool(text)
		case ScalarType.UINT64:
			return parseInteger(text, { base: 0, signed: false, bits: 64 })
		case ScalarType.INT64:
			return parseInteger(text, { base: 0, signed: true, bits: 64 })
		case ScalarType.UINT32:
			return Number(parseInteger(text, { base: 0, signed: false, bits: 32 }))
		case ScalarType.INT32:
			return Number(parseInteger(text, { base: 0, signed: true, bits: 32 }))
		default:
			throw new BugError(`${field.name}: query parameters of this type are not supported`)
	}
}

/** Decimal text without sign and leading zeros of what Go's strconv.Atoi reads. */
function canonical(text: string): string | undefined {
	return /^[+-]?\d+$/.test(text) ? String(Number(text)) : undefined
}

const truths = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
const lies = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])

/** A truth value as Go's strconv.ParseBool reads it; throws its text. */
function parseBool(text: string): boolean {
	if (truths.has(text)) return true
	if (lies.has(text)) return false
	throw plainError(`strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`)
}
