import { describe, expect, test } from 'vitest'
import { jsonFault, parseJson, parseJsonStream } from '../../../../src/codec/goJson/parseJson.ts'

describe('a JSON text', () => {
	test('white space of JSON is each of four characters, before, between and after its parts', () => {
		const space = ' \t\n\r'
		expect(
			parseJson(`${space}{${space}"a"${space}:${space}[${space}1${space},${space}2${space}]${space}}${space}`),
		).toEqual({
			kind: 'object',
			raw: `{${space}"a"${space}:${space}[${space}1${space},${space}2${space}]${space}}`,
			members: new Map([
				[
					'a',
					{
						kind: 'array',
						raw: `[${space}1${space},${space}2${space}]`,
						items: [
							{ kind: 'number', raw: '1' },
							{ kind: 'number', raw: '2' },
						],
					},
				],
			]),
		})
		for (const other of ['\b', '\v', '\f', '\u000e', '\u001f', '!', '\u00a0']) {
			expect(() => parseJson(`${other}1`), other).toThrow('looking for beginning of value')
		}
	})

	test('an empty JSON object or array keeps the spaces within it', () => {
		expect(['{}', '{ }', '[]', '[ ]'].map((text) => parseJson(text).raw)).toEqual(['{}', '{ }', '[]', '[ ]'])
	})

	test('values under a repeated key of a JSON object are kept in order beside the last one', () => {
		const number = (raw: string) => ({ kind: 'number', raw })
		expect(parseJson('{"a":1,"b":2,"a":3,"b":4,"a":5}')).toEqual({
			kind: 'object',
			raw: '{"a":1,"b":2,"a":3,"b":4,"a":5}',
			members: new Map([
				['a', number('5')],
				['b', number('4')],
			]),
			replaced: [
				['a', number('1')],
				['b', number('2')],
				['a', number('3')],
			],
		})
	})

	test('a limit of values counts each value of a JSON text, containers too', () => {
		const text = '[1,{"a":[2]}]'
		expect(parseJson(text, { maxValues: 5 }).raw).toBe(text)
		expect(() => parseJson(text, { maxValues: 4 })).toThrow('more than 4 values')
		expect(parseJsonStream(text, { maxValues: 5 }).raw).toBe(text)
		expect(() => parseJsonStream(text, { maxValues: 4 })).toThrow('more than 4 values')
	})

	test('the hexadecimal digits of a JSON escape are exactly 0-9, A-F and a-f', () => {
		for (const digit of '09afAF') expect(parseJson(`"\\u004${digit}"`).kind, digit).toBe('string')
		for (const other of '/:@G`g') {
			expect(() => parseJson(`"\\u004${other}"`), other).toThrow(
				`invalid character '${other}' in \\u hexadecimal character escape`,
			)
		}
		expect(() => parseJson('"\\u004"')).toThrow(`invalid character '"' in \\u hexadecimal character escape`)
	})

	test('the words of JSON are read with their values, alone and within an array', () => {
		const words = [
			{ kind: 'bool', value: true, raw: 'true' },
			{ kind: 'bool', value: false, raw: 'false' },
			{ kind: 'null', raw: 'null' },
		]
		expect(words.map(({ raw }) => parseJson(raw))).toEqual(words)
		expect(parseJson('[true,false,null]')).toEqual({ kind: 'array', items: words, raw: '[true,false,null]' })
	})

	test('the keys of a JSON object may have space on both sides', () => {
		const node = parseJson('{ "a" :1 , "b" :{"c" :2}}')
		expect(node.kind === 'object' && [...node.members.keys()]).toEqual(['a', 'b'])
	})

	test('a JSON number keeps each of its spellings', () => {
		const numbers = ['0', '-0', '9', '10', '-19', '0.0', '9.09', '1e5', '1E5', '1e+5', '1E-05', '-9.90e90']
		expect(numbers.map((text) => parseJson(text))).toEqual(numbers.map((raw) => ({ kind: 'number', raw })))
	})
})

describe('why Go reads no JSON', () => {
	test.each([
		['{}', undefined],
		['', 'unexpected end of JSON input'],
		[' \t', 'unexpected end of JSON input'],
		['[1', 'unexpected end of JSON input'],
		['[1,', 'unexpected end of JSON input'],
		['{"a":1', 'unexpected end of JSON input'],
		['{"a":1,', 'unexpected end of JSON input'],
		['"a', 'unexpected end of JSON input'],
		['"\\', "invalid character ' ' in string escape code"],
		['"\\u00', "invalid character ' ' in \\u hexadecimal character escape"],
		['"\\u', "invalid character ' ' in \\u hexadecimal character escape"],
		['1e', "invalid character ' ' in exponent of numeric literal"],
		['1e+', "invalid character ' ' in exponent of numeric literal"],
		['nul', "invalid character ' ' in literal null (expecting 'l')"],
		['fa1se', "invalid character '1' in literal false (expecting 'l')"],
		['-/', "invalid character '/' in numeric literal"],
		['1:', "invalid character ':' after top-level value"],
		['"\u001f"', "invalid character '\\x1f' in string literal"],
	])('Go says the right fault of the JSON text %j', (text, fault) => {
		expect(jsonFault(text)).toBe(fault)
	})

	test.each([
		['\u007f', '\\x7f'],
		['\u0080', 'Â'],
		['\u07ff', 'ß'],
		['\u0800', 'à'],
		['\uffff', 'ï'],
		['\u{10000}', 'ð'],
		['\u{10ffff}', 'ô'],
		[Uint8Array.of(0xff), 'ÿ'],
		[Uint8Array.of(0x80), '\\u0080'],
		['"', '"'],
	])('Go names the first byte of the character %j where a top-level JSON value has ended', (character, name) => {
		const text = Buffer.concat([Buffer.from('0'), Buffer.from(character as string)])
		expect(() => parseJson(text)).toThrow(new RegExp(`^invalid character '${name.replace('\\', '\\\\')}' after top`))
	})

	test('a stream of JSON texts that ends before a value is not one that ends within it', () => {
		for (const [text, fault] of [
			['', /^EOF$/],
			[' \n', /^EOF$/],
			['[', /^unexpected EOF$/],
			['"a', /^unexpected EOF$/],
			['tru', /^unexpected EOF$/],
			['{x', /^invalid character 'x' looking for beginning of object key string$/],
		] as const) {
			expect(() => parseJsonStream(text), text).toThrow(fault)
		}
	})
})
