import { quoteJson } from '../codec/goJson/quoteJson.ts'

/** A whole number too large for JavaScript's own, to be printed as a JSON number. */
class LargeInteger {
	readonly value: bigint

	constructor(value: bigint) {
		this.value = value
	}

	/** A text that `goLine` takes for one that needs Go's own escapes. */
	toJSON(): string {
		return '\ud800'
	}
}

/** A number for `goLine`. */
export function integer(value: bigint): number | LargeInteger {
	const small = Number(value)
	return Number.isSafeInteger(small) ? small : new LargeInteger(value)
}

/** What JavaScript writes in another way than Go: U+2028, U+2029, \b, \f and lone surrogates. */
const different = /[\u2028\u2029]|\\[bf]|\\ud/

/** JSON of a value as Go's encoder writes it without HTML escaping: members in the order they have here. */
export function goLine(value: unknown): string {
	const text = JSON.stringify(value)
	return different.test(text) ? write(value) : text
}

function write(value: unknown): string {
	if (value instanceof LargeInteger) return value.value.toString()
	if (typeof value === 'string') return quoteJson(value).replace(/\\\\|\\u003c|\\u003e|\\u0026/g, plain)
	if (value === null || typeof value !== 'object') return JSON.stringify(value)
	if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
	return `{${Object.entries(value)
		.map(([key, member]) => `${write(key)}:${write(member)}`)
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
