import { describe, expect, it } from 'vitest'
import { decodeAnyBase64, decodeGoBase64 } from '../../../src/codec/goJson/goBase64.ts'
import { parseJson, parseJsonStream } from '../../../src/codec/goJson/parseJson.ts'
import { quoteJson, quoteSortedJson } from '../../../src/codec/goJson/quoteJson.ts'
import {
	indentJson,
	joinIndentedItems,
	RawJson,
	SharedJson,
	writeCompactJson,
	writeIndentedItem,
	writeIndentedJson,
	writePlainJson,
} from '../../../src/codec/goJson/writeJson.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { goString, goStringBytes } from '../../../src/util/goString.ts'

describe('JSON strings as Go writes them', () => {
	it.each([
		['plain ünï 😀 \u007f\u0085\ufeff', '"plain ünï 😀 \u007f\u0085\ufeff"'],
		['<a>&"\\/', '"\\u003ca\\u003e\\u0026\\"\\\\/"'],
		['\n\r\t\b\f\u0000\u001f', '"\\n\\r\\t\\u0008\\u000c\\u0000\\u001f"'],
		['\u2028\u2029', '"\\u2028\\u2029"'],
		['\ud800x', '"\ufffdx"'],
	])('%j is written as by Go', (text, json) => {
		expect(quoteJson(text)).toBe(json)
	})

	it('shows a byte that is not UTF-8 once escaped, and as itself in sign documents', () => {
		const text = goString(Uint8Array.of(0x61, 0xff, 0xfe, 0x62))
		expect(goStringBytes(text)).toEqual(Uint8Array.of(0x61, 0xff, 0xfe, 0x62))
		expect(quoteJson(text)).toBe('"a\\ufffd\\ufffdb"')
		expect(quoteSortedJson(text)).toBe('"a\ufffd\ufffdb"')
	})
})

describe('JSON documents as Go writes them', () => {
	const value = { a: '<&>\u2028\b\f\n"\\', b: [null, undefined, true, 1], c: undefined, d: {}, e: [] }

	it('a JSON document as Go writes it has no spaces, and escapes what HTML would read', () => {
		expect(writeCompactJson(value)).toBe(
			'{"a":"\\u003c\\u0026\\u003e\\u2028\\u0008\\u000c\\n\\"\\\\","b":[null,null,true,1],"d":{},"e":[]}',
		)
	})

	it('a JSON document as Go writes it is indented by two spaces, also as one of several', () => {
		expect(writeIndentedJson({ a: [1, { b: 'x' }], c: [] })).toBe(
			'{\n  "a": [\n    1,\n    {\n      "b": "x"\n    }\n  ],\n  "c": []\n}',
		)
		expect(joinIndentedItems([writeIndentedItem({ a: 1 }), writeIndentedItem([])])).toBe(
			'[\n  {\n    "a": 1\n  },\n  []\n]',
		)
	})

	it('keeps < > & where HTML is not escaped, but not what a text itself says', () => {
		expect(writePlainJson(value)).toBe(
			'{"a":"<&>\\u2028\\u0008\\u000c\\n\\"\\\\","b":[null,null,true,1],"d":{},"e":[]}',
		)
		expect(writePlainJson('\\b \\u003c <')).toBe('"\\\\b \\\\u003c <"')
	})

	it('shows a byte that is not UTF-8 as the replacement character', () => {
		expect(writeCompactJson('a\udcffb')).toBe('"a\\ufffdb"')
	})

	it('writes numbers of 64 bits whole', () => {
		expect(writeCompactJson({ gas: 9_223_372_036_854_775_807n, used: -3n })).toBe(
			'{"gas":9223372036854775807,"used":-3}',
		)
	})

	it('keeps the spelling of a part that was read, and writes a shared part once an indentation', () => {
		expect(writeCompactJson({ part: new RawJson(parseJson('{"n":1.50,"t":"<"}')) })).toBe(
			'{"part":{"n":1.50,"t":"\\u003c"}}',
		)
		const shared = new SharedJson({ a: [1] })
		expect(writeCompactJson([shared, shared])).toBe('[{"a":[1]},{"a":[1]}]')
		expect(writeIndentedJson([shared])).toBe('[\n  {\n    "a": [\n      1\n    ]\n  }\n]')
	})
})

describe('JSON as Go reads it', () => {
	it('keeps numbers as text and the last of doubled keys', () => {
		const node = parseJson(' {"a":1,"b":[1e400,-0.10],"a":12345678901234567890123} ')
		expect(node.kind === 'object' && node.members.get('a')?.raw).toBe('12345678901234567890123')
		expect(node.kind === 'object' && node.members.get('b')?.raw).toBe('[1e400,-0.10]')
	})

	it('reads escapes, lone surrogates as U+FFFD', () => {
		const value = (json: string) => {
			const node = parseJson(json)
			return node.kind === 'string' ? node.value : undefined
		}
		expect(value('"\\u0041\\n\\/\\"\\\\"')).toBe('A\n/"\\')
		expect(value('"\\ud83d\\ude00"')).toBe('😀')
		expect(value('"\\ud83d x"')).toBe('\ufffd x')
	})

	it.each([
		['', 'unexpected end of JSON input'],
		['{', 'unexpected end of JSON input'],
		['{"a"', 'unexpected end of JSON input'],
		['"abc', 'unexpected end of JSON input'],
		['tru', "invalid character ' ' in literal true (expecting 'e')"],
		['-', "invalid character ' ' in numeric literal"],
		['1.', "invalid character ' ' after decimal point in numeric literal"],
		['<', "invalid character '<' looking for beginning of value"],
		["'a'", "invalid character '\\'' looking for beginning of value"],
		['{a', "invalid character 'a' looking for beginning of object key string"],
		['{"a" 1', "invalid character '1' after object key"],
		['{"a":1 "b"', `invalid character '"' after object key:value pair`],
		['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
		['[1 2]', "invalid character '2' after array element"],
		['[1,]', "invalid character ']' looking for beginning of value"],
		['{} x', "invalid character 'x' after top-level value"],
		['trux', "invalid character 'x' in literal true (expecting 'e')"],
		['"a\nb"', "invalid character '\\n' in string literal"],
		['"\\x"', "invalid character 'x' in string escape code"],
		['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
		['-a', "invalid character 'a' in numeric literal"],
		['01', "invalid character '1' after top-level value"],
		['1.e', "invalid character 'e' after decimal point in numeric literal"],
		['1ex', "invalid character 'x' in exponent of numeric literal"],
		['é', "invalid character 'Ã' looking for beginning of value"],
		['['.repeat(10_001), 'exceeded max depth'],
	])('refuses %.20j', (json, error) => {
		expect(() => parseJson(json)).toThrow(error)
	})

	it('reads 10,000 nested arrays and the first value of a stream', () => {
		expect(parseJson('['.repeat(10_000) + ']'.repeat(10_000)).kind).toBe('array')
		expect(parseJsonStream('{} x').kind).toBe('object')
		expect(() => parseJsonStream(' ')).toThrow('EOF')
		expect(() => parseJsonStream('{')).toThrow('unexpected EOF')
	})
})

describe('base64 as Go reads it', () => {
	it.each([
		['!', 0],
		['a', 0],
		['ab', 0],
		['abc', 0],
		['abcd!', 4],
		['ab=', 3],
		['ab=c', 2],
		['=abc', 0],
		['a===', 1],
		['abc=x', 4],
		['ab==cd==', 4],
		['ab-_', 2],
	])('refuses %j at byte %i', (text, at) => {
		expect(() => decodeGoBase64(text)).toThrow(`illegal base64 data at input byte ${at}`)
	})

	it.each([
		['Zg==', 'f'],
		['Zm9v', 'foo'],
		['Zm9v\nYmFy\r\n', 'foobar'],
		['Zg=\n=\n', 'f'],
		['8J-Riw==', '👋'],
		['8J+Riw==', '👋'],
	])('reads %j in either alphabet', (text, bytes) => {
		expect(decodeAnyBase64(text)).toEqual(utf8(bytes))
	})

	it.each([
		['!', 0],
		['Zm9vZ', 4],
		['Zg==x', 4],
		['Zg=x', 2],
		['+-==', 0],
	])('refuses %j in both alphabets at byte %d', (text, offset) => {
		expect(() => decodeAnyBase64(text)).toThrow(`illegal base64 data at input byte ${offset}`)
	})

	it('skips line breaks', () => {
		expect(decodeGoBase64('AQ\n==\r\n')).toEqual(Uint8Array.of(1))
		expect(decodeGoBase64('')).toEqual(new Uint8Array(0))
	})
})

describe('JSON layout', () => {
	it('indents and compacts as Go does', () => {
		const text = '{"a":[],"b":{},"c":[1,{"d":"x, y: {}"}],"e":null}'
		const pretty =
			'{\n  "a": [],\n  "b": {},\n  "c": [\n    1,\n    {\n      "d": "x, y: {}"\n    }\n  ],\n  "e": null\n}'
		expect(indentJson(text)).toBe(pretty)
		expect(indentJson('"a"')).toBe('"a"')
	})
})
