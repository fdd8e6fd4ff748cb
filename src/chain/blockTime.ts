import type { BlockTime } from '../abci/Application.ts'

/** The instant of a number of milliseconds since the epoch. */
export function timeFromMs(ms: number): BlockTime {
	const seconds = Math.floor(ms / 1000)
	return { seconds: BigInt(seconds), nanos: Math.round((ms - seconds * 1000) * 1_000_000) }
}

/** Milliseconds since the epoch, nanoseconds below a millisecond dropped. */
export function timeToMs(time: BlockTime): number {
	return Number(time.seconds) * 1000 + Math.floor(time.nanos / 1_000_000)
}

/** Negative, zero or positive as `a` is before, at or after `b`. */
export function compareTime(a: BlockTime, b: BlockTime): number {
	return Number(a.seconds - b.seconds) || a.nanos - b.nanos
}

/** The instant `ms` milliseconds later. */
export function addMs(time: BlockTime, ms: number): BlockTime {
	const nanos = BigInt(time.nanos) + BigInt(ms) * 1_000_000n
	const carry = nanos / 1_000_000_000n
	return { seconds: time.seconds + carry, nanos: Number(nanos - carry * 1_000_000_000n) }
}

/** RFC 3339 in UTC, with as many decimals as it needs (Go's time.RFC3339Nano): `2026-01-01T00:00:00.5Z`. */
export function formatTime(time: BlockTime): string {
	if (time.seconds < -62_135_596_800n || time.seconds > 253_402_300_799n) return '0001-01-01T00:00:00Z'
	const whole = new Date(Number(time.seconds) * 1000).toISOString().slice(0, 19)
	const fraction = time.nanos === 0 ? '' : `.${String(time.nanos).padStart(9, '0').replace(/0+$/, '')}`
	return `${whole}${fraction}Z`
}

/** Parses RFC 3339 with an optional offset; undefined for another text or an invalid date. */
export function parseTime(text: string): BlockTime | undefined {
	const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(text)
	if (match === null) return undefined
	const [, day = '', clock = '', fraction = '', zone = ''] = match
	const local = Date.parse(`${day}T${clock}Z`)
	if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== day) return undefined
	const nanos = Number(fraction.slice(0, 9).padEnd(9, '0'))
	return { seconds: BigInt(local / 1000 - offsetSeconds(zone)), nanos }
}

/** The zero time of Go, year 1: what Tendermint has before the first block. */
export const zeroTime: BlockTime = { seconds: -62_135_596_800n, nanos: 0 }

function offsetSeconds(zone: string): number {
	if (zone === 'Z') return 0
	const sign = zone.startsWith('-') ? -1 : 1
	return sign * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60)
}
