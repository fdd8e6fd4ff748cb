import { isEscapedByte } from '../../util/goString.ts'

const special = /["\\<>&\u0000-\u001f\u2028\u2029]|\p{Surrogate}/u
const specials = /["\\<>&\u0000-\u001f\u2028\u2029]|\p{Surrogate}/gu

/**
 * A text as a JSON string of Go's encoding/json (up to 1.21): `<`, `>`, `&`, U+2028 and U+2029 escaped, control
 * characters other than \n, \r and \t as \u00xx. A byte that is not UTF-8 (see `goString`) becomes the six characters
 * `\ufffd`, any other lone surrogate U+FFFD itself.
 */
export function quoteJson(text: string): string {
	return special.test(text) ? `"${text.replace(specials, escaped)}"` : `"${text}"`
}

/** Like `quoteJson` behind framework's SortJSON, which reads and writes again: bytes that are not UTF-8 become U+FFFD. */
export function quoteSortedJson(text: string): string {
	return special.test(text)
		? `"${text.replace(specials, (char) => escaped(char).replace('\\ufffd', '\ufffd'))}"`
		: `"${text}"`
}

function escaped(char: string): string {
	switch (char) {
		case '"':
			return '\\"'
		case '\\':
			return '\\\\'
		case '\n':
			return '\\n'
		case '\r':
			return '\\r'
		case '\t':
			return '\\t'
	}
	const code = char.charCodeAt(0)
	if (isEscapedByte(code)) return '\\ufffd'
	if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
	return `\\u${code.toString(16).padStart(4, '0')}`
}
