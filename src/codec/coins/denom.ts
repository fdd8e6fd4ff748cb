import { plainError } from '../../errors/plainError.ts'

/** The framework's denomination pattern (cosmos-sdk v0.44.5 types/coin.go reDnmString). */
export const denomPattern = '[a-zA-Z][a-zA-Z0-9/-]{2,127}'

const whole = new RegExp(`^${denomPattern}$`)

/** Whether a text is a denomination. */
export function isDenom(denom: string): boolean {
	return whole.test(denom)
}

/** Throws the plain error `invalid denom: X` unless the text is a denomination (framework: ValidateDenom). */
export function validateDenom(denom: string): void {
	if (!isDenom(denom)) throw plainError(`invalid denom: ${denom}`)
}

/** Whether a text was a denomination in generation 8: shorter ones, without capital letters (cosmos-sdk v0.39.2 types/coin.go). */
export function isDenom8(text: string): boolean {
	return /^[a-z][a-z0-9]{2,15}$/.test(text)
}
