import { isEscapedByte } from './goString.ts'

/** Quotes a text as Go's `%q` does (strconv.Quote): double quotes, Go escapes, unprintable characters escaped. */
export function goQuote(text: string): string {
	let out = '"'
	for (const char of text) out += quotedChar(char)
	return `${out}"`
}

const named: Readonly<Record<string, string>> = {
	'"': '\\"',
	'\\': '\\\\',
	'\u0007': '\\a',
	'\b': '\\b',
	'\f': '\\f',
	'\n': '\\n',
	'\r': '\\r',
	'\t': '\\t',
	'\v': '\\v',
}

/** Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

function quotedChar(char: string): string {
	const known = named[char]
	if (known !== undefined) return known
	const code = char.codePointAt(0) ?? 0
	if (isEscapedByte(code)) return `\\x${hex(code & 0xff, 2)}`
	if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
	if (printable.test(char)) return char
	if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`
	return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(code: number, width: number): string {
	return code.toString(16).padStart(width, '0')
}
