/** Digits in groups of three: `1,204`. */
export function grouped(value: number | bigint | string): string {
	const [whole = '', fraction] = String(value).split('.')
	const text = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
	return fraction === undefined ? text : `${text}.${fraction}`
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
