import { describe, expect, test } from 'vitest'
import { parseDuration, parseTimestamp } from '../../../../src/codec/gatewayJson/parseTime.ts'
import { durationText, timestampText } from '../../../../src/codec/gatewayJson/wellKnown.ts'

describe('a time of the JSON of the gateway', () => {
	test.each([
		[0n, 0, '1970-01-01T00:00:00Z'],
		[-1n, 999_999_999, '1969-12-31T23:59:59.999999999Z'],
		[1_709_164_800n, 1_000_000, '2024-02-29T00:00:00.001Z'],
		[253_402_300_799n, 1_000, '9999-12-31T23:59:59.000001Z'],
		[-62_135_596_800n, 0, '0001-01-01T00:00:00Z'],
		[-12_622_780_800n, 0, '1570-01-01T00:00:00Z'],
	])('%s seconds and %s nanoseconds are written as %s and read back', (seconds, nanos, text) => {
		expect(timestampText(seconds, nanos)).toBe(text)
		expect(parseTimestamp(text)).toEqual({ seconds, nanos })
	})

	test('years before the first and beyond the last of RFC 3339 are written all the same', () => {
		expect(timestampText(-62_135_596_801n, 0)).toBe('0000-12-31T23:59:59Z')
		expect(timestampText(-62_167_219_201n, 0)).toBe('-0001-12-31T23:59:59Z')
		// 12,622,780,800 seconds are 400 years.
		expect(timestampText(-12_622_780_801n, 0)).toBe('1569-12-31T23:59:59Z')
		expect(timestampText(12_622_780_799n, 0)).toBe('2369-12-31T23:59:59Z')
		expect(timestampText(12_622_780_800n, 0)).toBe('2370-01-01T00:00:00Z')
		expect(timestampText(253_402_300_800n, 0)).toBe('10000-01-01T00:00:00Z')
		for (const nanos of [-1, 1_000_000_000]) expect(() => timestampText(0n, nanos)).toThrow('ns out of range [0, ')
	})

	test('an offset moves a time, and decimals beyond nanoseconds are cut', () => {
		expect(parseTimestamp('1970-01-01T01:30:00.1234567899+01:30')).toEqual({ seconds: 0n, nanos: 123_456_789 })
		expect(parseTimestamp('1969-12-31T22:30:00,5-01:30')).toEqual({ seconds: 0n, nanos: 500_000_000 })
	})

	test.each([
		['2023-02-29T00:00:00Z', ': day out of range'],
		['2024-02-30T00:00:00Z', ': day out of range'],
		['2023-04-31T00:00:00Z', ': day out of range'],
		['2023-01-00T00:00:00Z', ': day out of range'],
		['2023-00-01T00:00:00Z', ': month out of range'],
		['2023-13-01T00:00:00Z', ': month out of range'],
		['2023-01-01T24:00:00Z', ': hour out of range'],
		['2023-01-01T00:60:00Z', ': minute out of range'],
		['2023-01-01T00:00:60Z', ': second out of range'],
		['today', ' as "2006-01-02T15:04:05.999999999Z07:00": cannot parse "today" as "2006"'],
	])('%s is refused with the reason', (text, reason) => {
		expect(() => parseTimestamp(text)).toThrow(`bad Timestamp: parsing time "${text}"${reason}`)
	})

	test('the last day of every month is taken', () => {
		for (const day of ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '09-30', '11-30', '12-31']) {
			expect(timestampText(parseTimestamp(`2023-${day}T23:59:59Z`).seconds, 0)).toBe(`2023-${day}T23:59:59Z`)
		}
		expect(parseTimestamp('2024-02-29T00:00:00Z').seconds).toBe(1_709_164_800n)
	})
})

describe('a duration of the JSON of the gateway', () => {
	test.each([
		[0n, 0, '0s'],
		[1n, 500_000_000, '1.500s'],
		[-1n, -500_000, '-1.000500s'],
		[0n, -1, '-0.000000001s'],
		[0n, 1, '0.000000001s'],
		[315_576_000_000n, 0, '315576000000s'],
		[-315_576_000_000n, 0, '-315576000000s'],
	])('%s seconds and %s nanoseconds are written as %s', (seconds, nanos, text) => {
		expect(durationText(seconds, nanos)).toBe(text)
	})

	test.each([
		[315_576_000_001n, 0, 'seconds out of range 315576000001'],
		[-315_576_000_001n, 0, 'seconds out of range -315576000001'],
		[0n, 1_000_000_000, 'ns out of range (-1000000000, 1000000000)'],
		[0n, -1_000_000_000, 'ns out of range (-1000000000, 1000000000)'],
		[1n, -1, 'signs of seconds and nanos do not match'],
		[-1n, 1, 'signs of seconds and nanos do not match'],
	])('%s seconds and %s nanoseconds are refused: %s', (seconds, nanos, reason) => {
		expect(() => durationText(seconds, nanos)).toThrow(reason)
	})

	test.each([
		['0', 0n, 0],
		['-1h2m3.5s', -3_723n, -500_000_000],
		['+.5s', 0n, 500_000_000],
		['1.s', 1n, 0],
		['1ms1us1µs1μs1ns', 0n, 1_003_001],
		['9223372036854775807ns', 9_223_372_036n, 854_775_807],
	])('%s is read', (text, seconds, nanos) => {
		expect(parseDuration(text)).toEqual({ seconds, nanos })
	})

	test.each([
		['', 'invalid'],
		['-', 'invalid'],
		['.s', 'invalid'],
		['s', 'invalid'],
		['1', 'missing unit in'],
		['1x', 'unknown unit "x" in'],
		['9223372036854775808ns', 'invalid'],
	])('"%s" is refused', (text, why) => {
		expect(() => parseDuration(text)).toThrow(`bad Duration: time: ${why} duration "${text}"`)
	})
})
