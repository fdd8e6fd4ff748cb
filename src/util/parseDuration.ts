const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * Milliseconds of a text such as `500ms`, `1.5s`, `5m`, `2h` or `30d`, rounded.
 * @param bare the unit of a number that has none; without it such a number is no duration
 * @returns undefined for a text that is no duration, or one below a millisecond
 */
export function parseDuration(text: string, bare?: keyof typeof milliseconds): number | undefined {
	const match = /^\s*(\d{1,9}(?:\.\d+)?)\s*(ms|s|m|h|d)?\s*$/.exec(text)
	const unit = (match?.[2] as keyof typeof milliseconds | undefined) ?? bare
	if (match === null || unit === undefined) return undefined
	const value = Math.round(Number(match[1]) * milliseconds[unit])
	return value >= 1 ? value : undefined
}
