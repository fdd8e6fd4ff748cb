/** The middle value of a list of numbers. */
export function median(values) {
	return percentile(values, 0.5)
}

/** The value below which the given part of a list lies. */
export function percentile(values, part) {
	const sorted = [...values].sort((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
