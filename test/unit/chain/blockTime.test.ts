import { expect, it, test } from 'vitest'
import {
	addMs,
	compareTime,
	formatTime,
	parseTime,
	timeFromMs,
	timeToMs,
	zeroTime,
} from '../../../src/chain/blockTime.ts'

it.each([
	['1970-01-01T00:00:00Z', { seconds: 0n, nanos: 0 }],
	['1970-01-01T01:30:10+01:30', { seconds: 10n, nanos: 0 }],
	['1970-01-01T01:29:10+01:30', { seconds: -50n, nanos: 0 }],
	['1969-12-31T20:15:00-03:45', { seconds: 0n, nanos: 0 }],
	['1970-01-01T13:45:00+13:45', { seconds: 0n, nanos: 0 }],
	['2020-02-29T23:59:59.000000001Z', { seconds: 1_583_020_799n, nanos: 1 }],
	['1970-01-01T00:00:01.5Z', { seconds: 1n, nanos: 500_000_000 }],
	// What is finer than a nanosecond is cut, as in Go.
	['1970-01-01T00:00:01.1234567899Z', { seconds: 1n, nanos: 123_456_789 }],
	['0001-01-01T00:00:00Z', zeroTime],
	['2021-02-29T00:00:00Z', undefined],
	['2021-04-31T00:00:00Z', undefined],
	['2021-01-01T24:00:00Z', undefined],
	['2021-13-01T00:00:00Z', undefined],
	['2021-01-01T00:00:00', undefined],
	['2021-01-01T00:00:00.Z', undefined],
	['2021-01-01 00:00:00Z', undefined],
])('the time %s is read as %o', (text, time) => expect(parseTime(text)).toEqual(time))

it.each([
	['1970-01-01T00:00:00Z', 0n, 0],
	['1969-12-31T23:59:59.5Z', -1n, 500_000_000],
	['2020-02-29T23:59:59.000000001Z', 1_583_020_799n, 1],
	['2020-02-29T23:59:59.10203Z', 1_583_020_799n, 102_030_000],
	['0001-01-01T00:00:00.000000005Z', -62_135_596_800n, 5],
	['0999-12-31T23:59:59Z', -30_610_224_001n, 0],
	['9999-12-31T23:59:59.999999999Z', 253_402_300_799n, 999_999_999],
	// A year of more or less than four digits has no such text.
	['0001-01-01T00:00:00Z', -62_135_596_801n, 5],
	['0001-01-01T00:00:00Z', 253_402_300_800n, 5],
])('the time %s is what %s seconds and %s nanoseconds are written as', (text, seconds, nanos) =>
	expect(formatTime({ seconds, nanos })).toBe(text),
)

test('milliseconds become a time and a time milliseconds, before the epoch too', () => {
	const cases: readonly (readonly [ms: number, seconds: bigint, nanos: number])[] = [
		[0, 0n, 0],
		[1, 0n, 1_000_000],
		[999, 0n, 999_000_000],
		[1000, 1n, 0],
		[61_001, 61n, 1_000_000],
		[-1, -1n, 999_000_000],
		[-1000, -1n, 0],
	]
	for (const [ms, seconds, nanos] of cases) {
		expect(timeFromMs(ms), `${ms}`).toEqual({ seconds, nanos })
		expect(timeToMs({ seconds, nanos }), `${ms}`).toBe(ms)
		// What is finer than a millisecond is dropped.
		expect(timeToMs({ seconds, nanos: nanos + 999_999 }), `${ms}`).toBe(ms)
	}
	expect(timeFromMs(0.25)).toEqual({ seconds: 0n, nanos: 250_000 })
})

test('a time some milliseconds later carries over into the seconds, and keeps what is finer', () => {
	const later = (nanos: number, ms: number) => {
		const { seconds, nanos: rest } = addMs({ seconds: 7n, nanos }, ms)
		return [seconds, rest]
	}
	expect(later(5, 0)).toEqual([7n, 5])
	expect(later(5, 998)).toEqual([7n, 998_000_005])
	expect(later(999_000_005, 1)).toEqual([8n, 5])
	expect(later(999_000_000, 1)).toEqual([8n, 0])
	expect(later(5, 2500)).toEqual([9n, 500_000_005])
})

test('times are in order by their seconds, then by their nanoseconds', () => {
	const times = [
		[-1n, 9],
		[0n, 0],
		[0n, 1],
		[1n, 0],
	].map(([seconds, nanos]) => ({ seconds: BigInt(seconds!), nanos: Number(nanos) }))
	const signs = times.map((a) => times.map((b) => Math.sign(compareTime(a, b))))
	expect(signs).toEqual([
		[0, -1, -1, -1],
		[1, 0, -1, -1],
		[1, 1, 0, -1],
		[1, 1, 1, 0],
	])
})
