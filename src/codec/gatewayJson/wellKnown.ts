import { plainError } from '../../errors/ChainError.ts'

const maxDurationSeconds = 315_576_000_000n
const nanosPerSecond = 1_000_000_000

/** RFC 3339 text of a timestamp with 0, 3, 6 or 9 decimals, as gogo's jsonpb prints it. Throws plain errors. */
export function timestampText(seconds: bigint, nanos: number): string {
	if (nanos < 0 || nanos >= nanosPerSecond) throw plainError('ns out of range [0, 1000000000)')
	const { year, rest } = civil(seconds)
	return `${year}${rest}${fraction(nanos)}Z`
}

/** Text of a duration, `1.500s`, as gogo's jsonpb prints it. Throws plain errors. */
export function durationText(seconds: bigint, nanos: number): string {
	if (seconds < -maxDurationSeconds || seconds > maxDurationSeconds) {
		throw plainError(`seconds out of range ${seconds}`)
	}
	if (nanos <= -nanosPerSecond || nanos >= nanosPerSecond) {
		throw plainError('ns out of range (-1000000000, 1000000000)')
	}
	if ((seconds > 0n && nanos < 0) || (seconds < 0n && nanos > 0)) {
		throw plainError('signs of seconds and nanos do not match')
	}
	const sign = seconds === 0n && nanos < 0 ? '-' : ''
	return `${sign}${seconds}${fraction(Math.abs(nanos))}s`
}

function fraction(nanos: number): string {
	return `.${String(nanos).padStart(9, '0')}`
		.replace(/000$/, '')
		.replace(/000$/, '')
		.replace(/\.000$/, '')
}

/** Date and time of seconds since the epoch in the proleptic Gregorian calendar, for any year. */
function civil(seconds: bigint): { readonly year: string; readonly rest: string } {
	// 400 years are a whole number of days: shift the time to within them of 1970, then restore the years.
	const era = 146_097n * 86_400n
	const iso = new Date(Number(seconds % era) * 1000).toISOString()
	const full = BigInt(iso.slice(0, 4)) + (seconds / era) * 400n
	const digits = String(full).replace('-', '').padStart(4, '0')
	return { year: full < 0n ? `-${digits}` : digits, rest: iso.slice(4, 19) }
}
