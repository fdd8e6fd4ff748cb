/** Seconds of `90s`, `5m`, `2h`, `30d`; a number alone is seconds. */
export function parseDuration(text: string): number | undefined {
	const match = /^\s*(\d{1,9})\s*([smhd]?)\s*$/.exec(text)
	if (match === null) return undefined
	const unit = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }[match[2] as '' | 's' | 'm' | 'h' | 'd']
	const seconds = Number(match[1]) * unit
	return seconds > 0 ? seconds : undefined
}
