import { PanicError } from '../../errors/PanicError.ts'

/** One at the 18 decimal places of the framework's decimals. */
const one = 10n ** 18n
const half = one / 2n

/**
 * The share `part / whole` of an integer amount, rounded as the framework rounds: the quotient to 18 decimal places,
 * the product to 18 places, then to an integer, each half to even.
 *
 * Source: cosmos-sdk v0.44.5 types/decimal.go (Quo, Mul, RoundInt), as x/auth/vesting uses them. Panics when `whole`
 * is zero.
 */
export function shareOf(amount: bigint, part: bigint, whole: bigint): bigint {
	if (whole === 0n) throw new PanicError('division by zero')
	const scalar = roundOff((part * one * one * one) / (whole * one))
	return roundOff(roundOff(amount * one * scalar))
}

/** Removes 18 decimal places, half to even (framework: chopPrecisionAndRound). */
function roundOff(value: bigint): bigint {
	if (value < 0n) return -roundOff(-value)
	const quotient = value / one
	const rest = value % one
	if (rest < half || (rest === half && quotient % 2n === 0n)) return quotient
	return quotient + 1n
}
