import { expect, test } from 'vitest'
import { cleanPath, escapePath, parseQuery, type UrlValues, unescapeUrl } from '../../../../src/api/rest/goUrl.ts'
import { plainError } from '../../../../src/errors/ChainError.ts'

test.each([
	['', '/'],
	['/', '/'],
	['//', '/'],
	['/..', '/'],
	['/a/b/', '/a/b/'],
	['/a//b', '/a/b'],
	['/a/./b/', '/a/b/'],
	['/a/../b', '/b'],
	['a/b', '/a/b'],
	['a', '/a'],
	['/a/..', '/'],
	['/a/.b', '/a/.b'],
	['/a/...', '/a/...'],
	['/a/%2F', '/a/%2F'],
])('cleans %j to %j', (path, clean) => {
	expect(cleanPath(path)).toBe(clean)
})

test('a plus is a space in a query alone', () => {
	expect(unescapeUrl('a+b%20c', 'query')).toBe('a b c')
	expect(unescapeUrl('a+b%20c', 'path')).toBe('a+b c')
	expect(unescapeUrl('a+b', 'query')).toBe('a b')
	expect(unescapeUrl('a+b', 'path')).toBe('a+b')
})

test('bytes that are not UTF-8 stay bytes', () => {
	expect(unescapeUrl('%ff', 'path')).toBe('\udcff')
	expect(unescapeUrl('%F0%9F%91%8B', 'path')).toBe('👋')
})

test.each([
	['%zz', 'invalid URL escape "%zz"'],
	['%2z', 'invalid URL escape "%2z"'],
	['%z2', 'invalid URL escape "%z2"'],
	['%zzzz', 'invalid URL escape "%zz"'],
	['a%2', 'invalid URL escape "%2"'],
	['a%', 'invalid URL escape "%"'],
])('an address with the escape in %j is refused', (text, message) => {
	expect(() => unescapeUrl(text, 'query')).toThrow(plainError(message))
})

test('escapes a path as Go writes it', () => {
	expect(escapePath('/a b/€?#%')).toBe('/a%20b/%E2%82%AC%3F%23%25')
	expect(escapePath('/a$&+,:;=@-_.~')).toBe('/a$&+,:;=@-_.~')
})

test('collects repeated keys and goes on after a broken pair', () => {
	const values: UrlValues = new Map()
	expect(parseQuery('a=1&b&a=2&c;d=3&e=%zz&=x&&f=%3D', values)?.message).toBe('invalid semicolon separator in query')
	expect([...values]).toEqual([
		['a', ['1', '2']],
		['b', ['']],
		['', ['x']],
		['f', ['=']],
	])
})
