/** Hours that statistics are shown of. */
export interface StatisticsRange {
	readonly kind: 'day' | 'month' | 'custom'
	/** Milliseconds; `to` is not included. */
	readonly from: number
	readonly to: number
}

const hourMs = 3_600_000

/** The last 24 hours, the present one included. */
export function dayRange(now: number): StatisticsRange {
	const to = (Math.floor(now / hourMs) + 1) * hourMs
	return { kind: 'day', from: to - 24 * hourMs, to }
}

/** The UTC month of a time until the end of that hour. */
export function monthRange(now: number): StatisticsRange {
	const date = new Date(now)
	const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
	return { kind: 'month', from, to: (Math.floor(now / hourMs) + 1) * hourMs }
}

/** The range as long as this one before it (-1) or after it (1). */
export function shiftedRange(range: StatisticsRange, direction: -1 | 1): StatisticsRange {
	const span = range.to - range.from
	return { kind: 'custom', from: range.from + direction * span, to: range.to + direction * span }
}

/** Words for a range: `24 h`, `this month`, `2026-11-01 00:00 to 2026-11-08 00:00 UTC`. */
export function rangeText(range: StatisticsRange): string {
	if (range.kind === 'day') return 'last 24 hours'
	if (range.kind === 'month') return 'this month'
	return `${minute(range.from)} to ${minute(range.to)} UTC`
}

function minute(at: number): string {
	return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}
