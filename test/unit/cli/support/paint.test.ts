import { describe, expect, test } from 'vitest'
import type { CliIo } from '../../../../src/cli/processIo.ts'
import { clock, paintFor, printable } from '../../../../src/cli/support/paint.ts'

const painter = (onTerminal: boolean | undefined, env: Readonly<Record<string, string>> = {}) =>
	paintFor({ onTerminal, env } as unknown as CliIo)

describe('colours of a command', () => {
	test('colours of a command are those of a terminal that has them and whose user wants them', () => {
		const paint = painter(true)
		expect([
			paint.strong('a'),
			paint.muted('a'),
			paint.good('a'),
			paint.warn('a'),
			paint.bad('a'),
			paint.accent('a'),
		]).toEqual([
			'\u001b[1ma\u001b[22m',
			'\u001b[2ma\u001b[22m',
			'\u001b[32ma\u001b[39m',
			'\u001b[33ma\u001b[39m',
			'\u001b[1m\u001b[31ma\u001b[39m\u001b[22m',
			'\u001b[36ma\u001b[39m',
		])
		for (const env of [{ NO_COLOR: '' }, { TERM: 'xterm' }]) expect(painter(true, env).good('a')).not.toBe('a')
		for (const plain of [
			painter(false),
			painter(undefined),
			painter(true, { NO_COLOR: '1' }),
			painter(true, { TERM: 'dumb' }),
		]) {
			expect([plain.strong('a'), plain.bad('a')]).toEqual(['a', 'a'])
		}
	})
})

describe('a text of a stranger on one line of a terminal', () => {
	test.each([
		['plain — ünïcode 👋', 'plain — ünïcode 👋'],
		['\u001b[2J\n\t\u007f', '\\u001b[2J\\u000a\\u0009\\u007f'],
		['a\u202eb\u2066c\u200dd', 'a\\u202eb\\u2066c\\u200dd'],
		['\u2028\u2029', '\\u2028\\u2029'],
		['a\ud800b', 'a\\ud800b'],
		// A tag of Unicode, which nobody sees, is two halves.
		['\u{e0041}', '\\udb40\\udc41'],
	])('the text %j is printed as %j', (text, shown) => {
		expect(printable(text)).toBe(shown)
	})

	test('a long text of a stranger is cut after so many characters, and says that it goes on', () => {
		expect(printable('x'.repeat(200))).toBe('x'.repeat(200))
		expect(printable('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
		expect([printable('👋👋👋', 3), printable('👋👋👋', 2), printable('\n\n', 1)]).toEqual([
			'👋👋👋',
			'👋👋…',
			'\\u000a…',
		])
	})
})

test('the time of day has two digits each, in the zone of whoever looks', () => {
	expect([
		clock(new Date(2026, 0, 2, 3, 4, 5).getTime()),
		clock(new Date(2026, 0, 2, 13, 14, 15).toISOString()),
	]).toEqual(['03:04:05', '13:14:15'])
})
