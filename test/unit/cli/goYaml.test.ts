import { expect, test } from 'vitest'
import { goYaml } from '../../../src/cli/goYaml.ts'
import { goJson } from '../../../src/cli/printResult.ts'

test('YAML quotes texts as the framework does', () => {
	const value = { '@type': '/x', b: '0', raw_log: '[]', e: [], s: '', n: null, t: 'got: 1uchain', c: 'a\u0001b' }
	expect(goYaml({ ...value, y: 'json <&>', f: '1e5', d: '2026-01-01', l: ' lead', u: 'héllo 👋' })).toBe(
		[
			"'@type': /x",
			'b: "0"',
			'c: "a\\x01b"',
			'd: "2026-01-01"',
			'e: []',
			'f: "1e5"',
			"l: ' lead'",
			'"n": null',
			"raw_log: '[]'",
			's: ""',
			"t: 'got: 1uchain'",
			'u: héllo 👋',
			'"y": json <&>',
			'',
		].join('\n'),
	)
})

test('YAML writes a value that stands in two places twice, as Go does', () => {
	const coin = { denom: 'uchain' }
	expect(goYaml({ first: coin, second: [coin] })).toBe('first:\n  denom: uchain\nsecond:\n- denom: uchain\n')
})

test('YAML does not indent lists and keeps lines of a text', () => {
	expect(goYaml({ list: [{ id: '1', text: 'a\nb' }] })).toBe('list:\n- id: "1"\n  text: |-\n    a\n    b\n')
})

test('escapes JSON as Go does', () => {
	expect(goJson({ a: '<&>\u2028\b\f\\b' })).toBe('{"a":"\\u003c\\u0026\\u003e\\u2028\\u0008\\u000c\\\\b"}')
})

test('never prints a character a terminal obeys', () => {
	const hostile = '\u001b[2J\u009b1mx\u202ey\nz\u007f'
	const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/
	expect(goYaml({ message: hostile })).not.toMatch(obeyed)
	expect(goYaml({ message: 'a\u009bb\u202ec\u007fd\ufeff' })).toBe('message: "a\\u009bb\\u202ec\\u007fd\\ufeff"\n')
	expect(goJson({ message: hostile })).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
	expect(JSON.parse(goJson({ message: hostile }))).toEqual({ message: hostile })
})
