import { fromUtf8, latin1Text } from './bytes.ts'

/**
 * Decodes bytes that may not be UTF-8, without loss. Each byte outside a valid sequence becomes one lone surrogate
 * U+DC80..U+DCFF (Python's surrogateescape). Go strings can hold such bytes; `goStringBytes` restores them.
 */
export function goString(bytes: Uint8Array): string {
	return goStringAt(bytes, 0, bytes.length)
}

/** Decodes a range of bytes like `goString`. */
export function goStringAt(source: Uint8Array, start: number, end: number): string {
	if (end - start < 64 && isAscii(source, start, end)) return latin1Text(source, start, end)
	const bytes = source.subarray(start, end)
	const text = fromUtf8(bytes)
	if (!text.includes('\ufffd')) return text
	return escapeInvalid(bytes)
}

/** Restores the bytes of a text made by `goString`. Any other lone surrogate becomes U+FFFD. */
export function goStringBytes(text: string): Uint8Array {
	if (text.length < 64) {
		const ascii = asciiBytes(text)
		if (ascii !== undefined) return ascii
	}
	if (!loneSurrogate.test(text)) return encoder.encode(text)
	const out: number[] = []
	for (const part of text) {
		const code = part.codePointAt(0)!
		if (isEscapedByte(code)) out.push(code & 0xff)
		else out.push(...encoder.encode(part))
	}
	return Uint8Array.from(out)
}

/** Writes the bytes of `goStringBytes` into a buffer with three bytes of room a code unit. Returns how many. */
export function writeGoString(text: string, out: Buffer, at: number): number {
	if (text.length < 64) {
		let i = 0
		for (; i < text.length; i++) {
			const code = text.charCodeAt(i)
			if (code >= 0x80) break
			out[at + i] = code
		}
		if (i === text.length) return i
	}
	if (!loneSurrogate.test(text)) return out.write(text, at)
	const bytes = goStringBytes(text)
	out.set(bytes, at)
	return bytes.length
}

/** Whether a code unit stands for one byte outside UTF-8 (see `goString`). */
export function isEscapedByte(code: number): boolean {
	return code >= 0xdc80 && code <= 0xdcff
}

/** Length of a text in bytes, as Go's `len(s)`. */
export function goLength(text: string): number {
	return goStringBytes(text).length
}

const encoder = new TextEncoder()
const loneSurrogate = /\p{Surrogate}/u

/** Short texts are mostly ASCII, and copying is faster than encoding. */
function asciiBytes(text: string): Uint8Array | undefined {
	const out = new Uint8Array(text.length)
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i)
		if (code >= 0x80) return undefined
		out[i] = code
	}
	return out
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
	for (let i = start; i < end; i++) if (bytes[i]! >= 0x80) return false
	return true
}

function escapeInvalid(bytes: Uint8Array): string {
	const parts: string[] = []
	let valid = 0
	let at = 0
	while (at < bytes.length) {
		const size = runeSize(bytes, at)
		if (size > 0) {
			at += size
			continue
		}
		if (valid < at) parts.push(fromUtf8(bytes.subarray(valid, at)))
		parts.push(String.fromCharCode(0xdc00 + bytes[at]!))
		at++
		valid = at
	}
	if (valid < at) parts.push(fromUtf8(bytes.subarray(valid, at)))
	return parts.join('')
}

/** Length of the valid UTF-8 sequence at `at`, or 0 (Go: utf8.DecodeRune; RFC 3629 table 3-7). */
function runeSize(bytes: Uint8Array, at: number): number {
	const first = bytes[at]!
	if (first < 0x80) return 1
	if (first < 0xc2 || first > 0xf4) return 0
	const second = bytes[at + 1]
	if (second === undefined) return 0
	const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
	const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
	if (second < low || second > high) return 0
	const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
	for (let i = 2; i < size; i++) {
		const next = bytes[at + i]
		if (next === undefined || next < 0x80 || next > 0xbf) return 0
	}
	return size
}

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
	const code = char.codePointAt(0)!
	if (isEscapedByte(code)) return `\\x${hex(code & 0xff, 2)}`
	if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
	if (printable.test(char)) return char
	if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`
	return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(code: number, width: number): string {
	return code.toString(16).padStart(width, '0')
}

/** Trims Unicode White_Space (Go: strings.TrimSpace; JavaScript's `trim` differs). */
export function goTrimSpace(text: string): string {
	let start = 0
	let end = text.length
	while (start < end && isGoSpace(text.charCodeAt(start))) start++
	while (end > start && isGoSpace(text.charCodeAt(end - 1))) end--
	return text.slice(start, end)
}

/** Whether a text holds only white space (Go: `len(strings.TrimSpace(s)) == 0`). */
export function isGoBlank(text: string): boolean {
	return goTrimSpace(text) === ''
}

/** Go's unicode.IsSpace: includes U+0085, excludes U+FEFF. */
function isGoSpace(code: number): boolean {
	return (
		(code >= 0x09 && code <= 0x0d) ||
		code === 0x20 ||
		code === 0x85 ||
		code === 0xa0 ||
		code === 0x1680 ||
		(code >= 0x2000 && code <= 0x200a) ||
		code === 0x2028 ||
		code === 0x2029 ||
		code === 0x202f ||
		code === 0x205f ||
		code === 0x3000
	)
}
