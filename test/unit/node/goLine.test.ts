import { describe, expect, it } from 'vitest'
import { goLine, integer } from '../../../src/node/goLine.ts'

describe('a line of JSON as Go writes it', () => {
	it('keeps < > & and writes what JavaScript escapes otherwise', () => {
		expect(goLine({ a: '<&>\u2028\b\f\n"\\', b: [null, true, 1] })).toBe(
			'{"a":"<&>\\u2028\\u0008\\u000c\\n\\"\\\\","b":[null,true,1]}',
		)
		expect(goLine('\\b \\u003c <')).toBe('"\\\\b \\\\u003c <"')
	})

	it('shows a byte that is not UTF-8 as the replacement character', () => {
		expect(goLine('a\udcffb')).toBe('"a\\ufffdb"')
	})

	it('writes numbers of 64 bits whole', () => {
		expect(goLine({ gas: integer(9_223_372_036_854_775_807n), used: integer(-3n) })).toBe(
			'{"gas":9223372036854775807,"used":-3}',
		)
	})
})
