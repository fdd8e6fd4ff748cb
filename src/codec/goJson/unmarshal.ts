import { plainError } from '../../errors/ChainError.ts'
import { decodeGoBase64 } from './goBase64.ts'
import type { JsonNode } from './parseJson.ts'

/** Error of a JSON value that does not fit a Go type: `json: cannot unmarshal number into Go value of type string`. */
export function cannotUnmarshal(node: JsonNode, goType: string): Error {
	return plainError(`json: cannot unmarshal ${node.kind} into Go value of type ${goType}`)
}

/** Members of an object; null has none. Throws as Go does for a map of raw messages. */
export function objectMembers(node: JsonNode, goType = 'map[string]json.RawMessage'): ReadonlyMap<string, JsonNode> {
	if (node.kind === 'object') return node.members
	if (node.kind === 'null') return new Map()
	throw cannotUnmarshal(node, goType)
}

/** Where Go finds no value for a member: it decodes nothing, as for null. */
export const nullNode: JsonNode = { kind: 'null', raw: 'null' }

/** A member of an object; undefined for what is none. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
	return node?.kind === 'object' ? node.members.get(name) : undefined
}

/** Reads members by their names; one that is missing or null is undefined. */
export function givenMembers(members: ReadonlyMap<string, JsonNode>): (name: string) => JsonNode | undefined {
	return (name) => {
		const value = members.get(name)
		return value?.kind === 'null' ? undefined : value
	}
}

/** Items of an array; null is undefined. Throws as Go does for `[]json.RawMessage`. */
export function arrayItems(node: JsonNode): readonly JsonNode[] | undefined {
	if (node.kind === 'array') return node.items
	if (node.kind === 'null') return undefined
	throw cannotUnmarshal(node, '[]json.RawMessage')
}

/** A string; null keeps Go's zero value, the empty text. Throws Go's error for `string`. */
export function stringValue(node: JsonNode): string {
	if (node.kind === 'string') return node.value
	if (node.kind === 'null') return ''
	throw cannotUnmarshal(node, 'string')
}

/** A bool; null is false. Throws as Go does for `bool`. */
export function boolValue(node: JsonNode): boolean {
	if (node.kind === 'bool') return node.value
	if (node.kind === 'null') return false
	throw cannotUnmarshal(node, 'bool')
}

/** Go's integer types with their bounds. */
const bounds = {
	uint8: [0n, 255n],
	int32: [-(2n ** 31n), 2n ** 31n - 1n],
	uint32: [0n, 2n ** 32n - 1n],
	int64: [-(2n ** 63n), 2n ** 63n - 1n],
	uint64: [0n, 2n ** 64n - 1n],
} as const

/** A Go integer type. */
export type GoInteger = keyof typeof bounds

/**
 * An integer written as a JSON number; null is 0. Throws Go's error, `json: cannot unmarshal number 1.5 into Go value
 * of type uint64`, where `name` can replace the type.
 */
export function integerValue(node: JsonNode, goType: GoInteger, name: string = goType): bigint {
	if (node.kind === 'null') return 0n
	if (node.kind !== 'number') throw cannotUnmarshal(node, name)
	const [low, high] = bounds[goType]
	// Longer ones are out of range, and take seconds when they are reckoned with.
	if (/^-?[0-9]{1,20}$/.test(node.raw) && !(low === 0n && node.raw.startsWith('-'))) {
		const value = BigInt(node.raw)
		if (value >= low && value <= high) return value
	}
	throw plainError(`json: cannot unmarshal number ${node.raw} into Go value of type ${name}`)
}

/** Bytes written as base64, or as a list of numbers; null is undefined. Throws `illegal base64 data at input byte N`. */
export function bytesValue(node: JsonNode, goType = '[]uint8'): Uint8Array | undefined {
	if (node.kind === 'null') return undefined
	if (node.kind === 'array') return Uint8Array.from(node.items, (item) => Number(integerValue(item, 'uint8')))
	if (node.kind !== 'string') throw cannotUnmarshal(node, goType)
	return decodeGoBase64(node.value)
}
