import { plainError } from '../../errors/ChainError.ts'
import { goQuote, goStringBytes } from '../../util/goString.ts'

/** Go's options: `base` 0 takes the base from the prefix and allows underscores between digits; without it digits are decimal. */
export interface IntegerFormat {
	readonly base?: 0
	readonly signed: boolean
	readonly bits: 32 | 64
}

/** A decimal number of 64 bits, as strconv.ParseInt reads it. */
export function parseInt64(text: string): bigint {
	return parseInteger(text, { signed: true, bits: 64 })
}

/** An integer as strconv.ParseInt or ParseUint reads it; throws their texts: `strconv.ParseInt: parsing "abc": invalid syntax`. */
export function parseInteger(text: string, { base, signed, bits }: IntegerFormat): bigint {
	const fail = (cause: string) =>
		plainError(`strconv.${signed ? 'ParseInt' : 'ParseUint'}: parsing ${goQuote(text)}: ${cause}`)
	let digits = text
	let negative = false
	if (signed && (digits.startsWith('+') || digits.startsWith('-'))) {
		negative = digits.startsWith('-')
		digits = digits.slice(1)
	}
	let radix = 10
	if (base === 0 && digits.startsWith('0')) {
		const prefix = prefixes[digits.slice(1, 2).toLowerCase()]
		radix = prefix ?? 8
		digits = digits.slice(prefix === undefined ? 1 : 2)
	}
	const most = (1n << BigInt(bits)) - 1n
	let value = 0n
	for (const digit of digits) {
		if (base === 0 && digit === '_') continue
		const worth = digitWorth(digit)
		if (worth === undefined || worth >= radix) throw fail('invalid syntax')
		value = value * BigInt(radix) + BigInt(worth)
		// What stands behind does not matter to Go, and a million digits are not reckoned with.
		if (value > most) throw fail('value out of range')
	}
	if (!underscoresFit(text)) throw fail('invalid syntax')
	const limit = 1n << BigInt(bits - 1)
	if (signed && (negative ? value > limit : value >= limit)) throw fail('value out of range')
	return negative ? -value : value
}

const prefixes: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16 }

function digitWorth(digit: string): number | undefined {
	if (!/^[0-9a-zA-Z]$/.test(digit)) return undefined
	return Number.parseInt(digit, 36)
}

/** Underscores are allowed only between digits and after the base prefix (Go: strconv underscoreOK). */
function underscoresFit(text: string): boolean {
	const number = text.replace(/^[+-]/, '')
	const prefix = /^0[boxBOX]/.test(number)
	return (prefix ? /^(?:_?[0-9a-fA-F])+$/ : /^[0-9](?:_?[0-9])*$/).test(prefix ? number.slice(2) : number)
}

/** Bytes of a hex text of either case; throws the texts of Go's encoding/hex DecodeString. */
export function decodeHex(text: string): Uint8Array {
	const source = goStringBytes(text)
	const out = new Uint8Array(source.length >> 1)
	for (let i = 0; i < source.length; i++) {
		const digit = hexDigit(source[i])
		if (digit === undefined) throw plainError(`encoding/hex: invalid byte: ${unicodeName(source[i]!)}`)
		// The last digit of an odd number of them has no place, and goes nowhere.
		out[i >> 1] = (out[i >> 1]! << 4) | digit
	}
	if (source.length % 2 === 1) throw plainError('encoding/hex: odd length hex string')
	return out
}

/** Worth of a digit of either case, given as its ASCII code; undefined for any other byte and for none. */
export function hexDigit(byte: number | undefined): number | undefined {
	if (byte === undefined) return undefined
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
	const lower = byte | 0x20
	return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined
}

/** Go's `%#U` of one byte taken as a rune: the character is added when it prints. */
function unicodeName(byte: number): string {
	const name = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`
	const prints = (byte >= 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad)
	return prints ? `${name} '${String.fromCharCode(byte)}'` : name
}
