import { expect, test } from 'vitest'
import { escapedNumbers } from '../../../src/migrate/escapedNumbers.ts'

test('numbers and null that are written with escapes are told by their places, and other texts are not', () => {
	const told = (json: string) => escapedNumbers(Buffer.from(json))
	expect(told('{"a":"\\u0037","b":["7","-\\u0037",{"c":" nul\\u006c "}],"d":"x\\u0037","e":7,"f":[]}')).toEqual([
		'.a',
		'.b[1]',
		'.b[2].c',
	])
	expect(told('"\\u0037"')).toEqual([''])
	expect(told('{"a":"7","b":null}')).toEqual([])
})

test('a text with escapes that is no JSON has no numbers to tell: who reads it refuses it', () => {
	expect(escapedNumbers(Buffer.from('{"a":"\\u0037",}'))).toEqual([])
})
