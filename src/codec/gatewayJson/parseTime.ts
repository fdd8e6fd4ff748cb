import { plainError } from '../../errors/ChainError.ts'
import { goQuote } from '../../util/goString.ts'

/** Seconds and nanoseconds, as Timestamp and Duration messages hold them. */
export interface SecondsAndNanos {
	readonly seconds: bigint
	readonly nanos: number
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/

/** A time of RFC 3339 with any number of decimals. Throws the plain error `bad Timestamp: ...` of gogo's jsonpb. */
export function parseTimestamp(text: string): SecondsAndNanos {
	const match = rfc3339.exec(text)
	if (match === null) throw badTimestamp(text, `cannot parse ${goQuote(text)} as "2006"`)
	const [, year = '', month = '', day = '', hour = '', minute = '', second = '', decimals = ''] = match
	const [offsetSign, offsetHours, offsetMinutes] = [match[8], Number(match[9] ?? 0), Number(match[10] ?? 0)]
	if (Number(month) < 1 || Number(month) > 12) throw badTimestamp(text, 'month out of range')
	const days = new Date(Date.UTC(2000, Number(month), 0)).getUTCDate()
	const isLeap = new Date(`${year}-02-29T00:00:00Z`).getUTCDate() === 29
	const last = month === '02' && !isLeap ? 28 : days
	if (Number(day) < 1 || Number(day) > last) throw badTimestamp(text, 'day out of range')
	if (Number(hour) > 23) throw badTimestamp(text, 'hour out of range')
	if (Number(minute) > 59) throw badTimestamp(text, 'minute out of range')
	if (Number(second) > 59) throw badTimestamp(text, 'second out of range')
	const utc = BigInt(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)) / 1000n
	const offset = BigInt((offsetHours * 60 + offsetMinutes) * 60)
	return {
		seconds: offsetSign === '-' ? utc + offset : utc - offset,
		nanos: Number(decimals.slice(0, 9).padEnd(9, '0')),
	}
}

function badTimestamp(text: string, why: string): Error {
	const reason = why.startsWith('cannot') ? ` as "2006-01-02T15:04:05.999999999Z07:00": ${why}` : `: ${why}`
	return plainError(`bad Timestamp: parsing time ${goQuote(text)}${reason}`)
}

const unitNanos: Readonly<Record<string, bigint>> = {
	ns: 1n,
	us: 1_000n,
	µs: 1_000n,
	μs: 1_000n,
	ms: 1_000_000n,
	s: 1_000_000_000n,
	m: 60_000_000_000n,
	h: 3_600_000_000_000n,
}

/** A duration in Go's notation, `1h2m3.5s`. Throws the plain error `bad Duration: ...` of gogo's jsonpb. */
export function parseDuration(text: string): SecondsAndNanos {
	const body = text.replace(/^[+-]/, '')
	const bad = (why = 'invalid'): Error => plainError(`bad Duration: time: ${why} duration ${goQuote(text)}`)
	if (body === '') throw bad()
	let total = 0n
	for (let rest = body === '0' ? '' : body; rest !== ''; ) {
		const [part = '', whole = '', decimals = '', unit = ''] = /^(\d*)(?:\.(\d*))?([^.\d]*)/.exec(rest) ?? []
		if (whole === '' && decimals === '') throw bad()
		if (unit === '') throw bad('missing unit in')
		const scale = unitNanos[unit]
		if (scale === undefined) throw bad(`unknown unit ${goQuote(unit)} in`)
		total += BigInt(whole) * scale + (BigInt(decimals) * scale) / 10n ** BigInt(decimals.length)
		rest = rest.slice(part.length)
	}
	if (total > 2n ** 63n - 1n) throw bad()
	const nanos = text.startsWith('-') ? -total : total
	return { seconds: nanos / 1_000_000_000n, nanos: Number(nanos % 1_000_000_000n) }
}
