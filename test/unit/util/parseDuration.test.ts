import { expect, test } from 'vitest'
import { parseDuration } from '../../../src/util/parseDuration.ts'

test.each([
	['500ms', 500],
	['1s', 1_000],
	['1.5m', 90_000],
	['2h', 7_200_000],
	[' 30d ', 2_592_000_000],
	['1.4ms', 1],
])('%j is a duration', (text, ms) => {
	expect(parseDuration(text)).toBe(ms)
})

test.each(['', '5', 'x', '0s', '0.4ms', '-1s', '1 week', '1e3s', '1234567890s', '1s2s'])('%j is none', (text) => {
	expect(parseDuration(text)).toBeUndefined()
})

test('a number alone counts in the unit that the caller names', () => {
	expect(parseDuration('90', 's')).toBe(90_000)
	expect(parseDuration('90ms', 's')).toBe(90)
	expect(parseDuration('0', 's')).toBeUndefined()
})

test('a text that is no number is no duration, also where numbers need no unit', () => {
	expect(['', 's', 'x', '1x', '1 1', '-1'].map((text) => parseDuration(text, 's'))).toEqual(Array(6).fill(undefined))
	expect(parseDuration('2', 's')).toBe(2_000)
})
