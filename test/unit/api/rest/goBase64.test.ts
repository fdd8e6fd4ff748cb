import { expect, test } from 'vitest'
import { parseBase64 } from '../../../../src/api/rest/goBase64.ts'
import { utf8 } from '../../../../src/util/bytes.ts'

test.each([
	['', ''],
	['Zg==', 'f'],
	['Zm8=', 'fo'],
	['Zm9v', 'foo'],
	['Zm9v\nYmFy\r\n', 'foobar'],
	['Zg=\n=\n', 'f'],
	['8J-Riw==', '👋'],
	['8J+Riw==', '👋'],
])('reads %j', (text, bytes) => {
	expect(parseBase64(text)).toEqual(utf8(bytes))
})

test.each([
	['!', 0],
	['ab', 0],
	['Zm9vZ', 4],
	['Zm9v!', 4],
	['Zg==x', 4],
	['Zg=x', 2],
	['Zg=', 3],
	['Z===', 1],
	['+-==', 0],
])('refuses %j at byte %d', (text, offset) => {
	expect(() => parseBase64(text)).toThrow(`illegal base64 data at input byte ${offset}`)
})
