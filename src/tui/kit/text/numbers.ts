/** Digits in groups of three: `1,204`. */
export function grouped(value: number | bigint | string): string {
	const [whole = '', fraction] = String(value).split('.')
	const text = whole.replace(/\d{4,}/, inThrees)
	return fraction === undefined ? text : `${text}.${fraction}`
}

/** Digits from the left: a number of a stranger may have thousands, and each is looked at once. */
function inThrees(digits: string): string {
	const lead = digits.length % 3 || 3
	return digits.slice(0, lead) + digits.slice(lead).replaceAll(/.../g, ',$&')
}

/** Short form for charts and lists: `118 k`, `2.1`, `15 M`. */
export function short(value: number): string {
	if (value >= 1e9) return `${trim(value / 1e9)} G`
	if (value >= 1e6) return `${trim(value / 1e6)} M`
	if (value >= 1e4) return `${trim(value / 1e3)} k`
	if (value > 0 && value < 1) return value.toFixed(2)
	return value >= 1_000 ? grouped(Math.round(value)) : trim(value)
}

/** `1 block`, `2 blocks`. */
export function counted(value: number | bigint, noun: string): string {
	return `${grouped(value)} ${noun}${value === 1 || value === 1n ? '' : 's'}`
}

function trim(value: number): string {
	return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1)
}

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
