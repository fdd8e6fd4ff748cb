/** How long ago, for lists: `3s`, `5m`, `2h`, `4d`. A time to come (the chain's clock can be set) is `+3s`. */
export function age(isoTime: string, now: number): string {
	const then = Date.parse(isoTime)
	if (Number.isNaN(then)) return '–'
	const seconds = Math.floor((now - then) / 1_000)
	if (seconds < -1) return `+${duration(-seconds)}`
	return duration(Math.max(0, seconds))
}

/** A number of seconds in its largest unit. */
export function duration(seconds: number): string {
	if (seconds < 60) return `${seconds}s`
	if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
	if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`
	return `${Math.floor(seconds / 86_400)}d`
}

/** Absolute, for details: `2026-11-21 02:45:10 UTC`. */
export function absolute(isoTime: string): string {
	const time = Date.parse(isoTime)
	if (Number.isNaN(time)) return isoTime
	return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
