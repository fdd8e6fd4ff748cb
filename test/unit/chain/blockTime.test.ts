import { expect, it } from 'vitest'
import { parseTime } from '../../../src/chain/blockTime.ts'

it.each([
	['1970-01-01T00:00:00Z', { seconds: 0n, nanos: 0 }],
	['1970-01-01T01:30:10+01:30', { seconds: 10n, nanos: 0 }],
	['1970-01-01T01:29:10+01:30', { seconds: -50n, nanos: 0 }],
	['1969-12-31T20:15:00-03:45', { seconds: 0n, nanos: 0 }],
	['2020-02-29T23:59:59.000000001Z', { seconds: 1_583_020_799n, nanos: 1 }],
	['1970-01-01T00:00:01.5Z', { seconds: 1n, nanos: 500_000_000 }],
	// What is finer than a nanosecond is cut, as in Go.
	['1970-01-01T00:00:01.1234567899Z', { seconds: 1n, nanos: 123_456_789 }],
	['0001-01-01T00:00:00Z', { seconds: -62_135_596_800n, nanos: 0 }],
	['2021-02-29T00:00:00Z', undefined],
	['2021-04-31T00:00:00Z', undefined],
	['2021-01-01T24:00:00Z', undefined],
	['2021-13-01T00:00:00Z', undefined],
	['2021-01-01T00:00:00', undefined],
	['2021-01-01T00:00:00.Z', undefined],
	['2021-01-01 00:00:00Z', undefined],
])('the time %s is read as %o', (text, time) => expect(parseTime(text)).toEqual(time))
