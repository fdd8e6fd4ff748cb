const levels = '▁▂▃▄▅▆▇█'

/** A line of blocks, a cell each, the newest at the right; values are summed where there are more than cells. */
export function sparkline(values: readonly number[], cells: number): string {
	if (cells <= 0) return ''
	const per = Math.max(1, Math.ceil(values.length / cells))
	const buckets: number[] = []
	for (let end = values.length; end > 0; end -= per) {
		let sum = 0
		for (let i = Math.max(0, end - per); i < end; i++) sum += values[i]!
		buckets.unshift(sum)
	}
	const highest = Math.max(0, ...buckets)
	const line = buckets.map((value) => {
		if (highest === 0) return levels[0]!
		return levels[Math.ceil((value / highest) * 7)]!
	})
	return ' '.repeat(cells - line.length) + line.join('')
}

/** A horizontal bar in eighths of a cell: how much of `whole` the `part` is. */
export function bar(part: number, whole: number, cells: number): string {
	const ratio = whole <= 0 ? 0 : Math.max(0, Math.min(1, part / whole))
	const filled = Math.round(ratio * cells)
	return '█'.repeat(filled) + '░'.repeat(cells - filled)
}
