import { UserError } from '../errors/UserError.ts'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * Parses a duration such as `500ms`, `1s` or `1m` to milliseconds.
 *
 * @throws {UserError} that names the flag.
 */
export function parseDuration(flag: string, text: string): number {
	const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text)
	const value = Number(match?.[1]) * (units[match?.[2] ?? ''] ?? Number.NaN)
	if (Number.isFinite(value) && value >= 1) return Math.round(value)
	throw new UserError(`${flag} cannot be "${text}".`, { next: 'Give a time with its unit, such as 500ms, 1s or 1m.' })
}
