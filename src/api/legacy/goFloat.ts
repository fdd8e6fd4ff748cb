import { plainError } from '../../errors/plainError.ts'
import { goQuote } from '../../util/goQuote.ts'

const decimal = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/

/** A number as Go's strconv.ParseFloat reads it. Throws its plain errors. */
export function parseFloat64(text: string): number {
	const value = numberOf(text)
	if (value === undefined) throw plainError(`strconv.ParseFloat: parsing ${goQuote(text)}: invalid syntax`)
	if (!Number.isFinite(value) && /\d/.test(text)) {
		throw plainError(`strconv.ParseFloat: parsing ${goQuote(text)}: value out of range`)
	}
	return value
}

function numberOf(text: string): number | undefined {
	if (decimal.test(text)) return Number(text)
	if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity
	if (/^nan$/i.test(text)) return Number.NaN
	const hex = hexadecimal.exec(text)
	if (hex === null) return undefined
	const [, sign, whole = '', fraction = '', exponent = '0'] = hex
	if (whole === '' && fraction === '') return undefined
	const value = Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length)
	return sign === '-' ? -value : value
}
