import { quoteJson } from '../codec/goJson/quoteJson.ts'

/** A whole number too large for JavaScript's own, to be printed as a JSON number. */
export class JsonInteger {
	readonly value: bigint

	constructor(value: bigint) {
		this.value = value
	}
}

/** Marks a number for `goLine`. */
export function integer(value: bigint): JsonInteger {
	return new JsonInteger(value)
}

/** JSON of a value as Go's encoder writes it without HTML escaping: members in the order they have here. */
export function goLine(value: unknown): string {
	if (value instanceof JsonInteger) return value.value.toString()
	if (typeof value === 'string') return quoteJson(value).replace(/\\\\|\\u003c|\\u003e|\\u0026/g, plain)
	if (value === null || typeof value !== 'object') return JSON.stringify(value)
	if (Array.isArray(value)) return `[${value.map(goLine).join(',')}]`
	return `{${Object.entries(value)
		.map(([key, member]) => `${goLine(key)}:${goLine(member)}`)
		.join(',')}}`
}

function plain(sequence: string): string {
	switch (sequence) {
		case '\\u003c':
			return '<'
		case '\\u003e':
			return '>'
		case '\\u0026':
			return '&'
		default:
			return sequence
	}
}
