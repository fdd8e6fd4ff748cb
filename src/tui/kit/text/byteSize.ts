/** Formats a number of bytes: `0.9 kB`, `12 MB`, `1.2 GB`; powers of ten. */
export function byteSize(bytes: number): string {
	if (bytes < 1_000) return `${Math.round(bytes)} B`
	const units = ['kB', 'MB', 'GB', 'TB']
	let size = bytes / 1_000
	let unit = 0
	while (size >= 999.5 && unit < units.length - 1) {
		size /= 1_000
		unit++
	}
	return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`
}
