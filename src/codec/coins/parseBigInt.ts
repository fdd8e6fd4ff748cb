import { plainError } from '../../errors/ChainError.ts'
import { goQuote } from '../../util/goString.ts'

/** The framework's bound on amounts: 256 bits without the sign (cosmos-sdk v0.44.5 types/int.go maxBitLen). */
export const maxIntBits = 256

const literal = /^[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$/

/** Parses an integer like Go's big.Int in base 0: sign, 0x, 0b, 0o, 0, underscores. Undefined for any other text. */
export function parseBigInt(text: string): bigint | undefined {
	if (!literal.test(text)) return undefined
	const negative = text.startsWith('-')
	const digits = text.replace(/^[+-]/, '').replaceAll('_', '')
	const value = /^0[0-7]/.test(digits) ? BigInt(`0o${digits.slice(1)}`) : BigInt(digits.toLowerCase())
	return negative ? -value : value
}

/**
 * An amount as the framework reads it from a protobuf field.
 * Throws a plain error with the text of math/big or `integer out of range; got: N, max: 256` (types/int.go Unmarshal).
 */
export function parseIntField(text: string): bigint {
	const value = parseBigInt(text)
	if (value === undefined) throw plainError(`math/big: cannot unmarshal ${goQuote(text)} into a *big.Int`)
	const bits = bitLength(value)
	if (bits > maxIntBits) throw plainError(`integer out of range; got: ${bits}, max: ${maxIntBits}`)
	return value
}

/** Decimal text of such an amount; throws as `parseIntField` does. */
export function canonicalInt(text: string): string {
	return plainDecimal.test(text) ? text : parseIntField(text).toString()
}

/** Decimal numbers as they are mostly written, that surely fit: 10^77 - 1 has 256 bits. */
const plainDecimal = /^(?:0|[1-9][0-9]{0,76})$/

/** Number of bits of the absolute value (Go: big.Int BitLen). */
export function bitLength(value: bigint): number {
	return value === 0n ? 0 : (value < 0n ? -value : value).toString(2).length
}
