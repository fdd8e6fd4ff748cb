import { expect, test } from 'vitest'
import { decodeHex } from '../../../../src/api/services/goParse.ts'
import { plainError } from '../../../../src/errors/ChainError.ts'

test('hex is read in both cases', () => {
	expect(decodeHex('00aBFf')).toEqual(Uint8Array.of(0, 0xab, 0xff))
	expect(decodeHex('0123456789abcdefABCDEF')).toEqual(Uint8Array.from(Buffer.from('0123456789abcdefabcdef', 'hex')))
	expect(decodeHex('10')).toEqual(Uint8Array.of(16))
	expect(decodeHex('')).toEqual(new Uint8Array(0))
})

test.each<readonly [text: string, message: string]>([
	['zz', "encoding/hex: invalid byte: U+007A 'z'"],
	...['/', ':', '@', 'G', '`', 'g'].map((byte) => {
		const code = byte.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
		return [`a${byte}`, `encoding/hex: invalid byte: U+${code} '${byte}'`] as const
	}),
	// Go adds the character where it prints.
	['a\u001f', 'encoding/hex: invalid byte: U+001F'],
	['a ', "encoding/hex: invalid byte: U+0020 ' '"],
	['a~', "encoding/hex: invalid byte: U+007E '~'"],
	['a\u007f', 'encoding/hex: invalid byte: U+007F'],
	['a\udc80', 'encoding/hex: invalid byte: U+0080'],
	['a\udca0', 'encoding/hex: invalid byte: U+00A0'],
	['a\udca1', "encoding/hex: invalid byte: U+00A1 '¡'"],
	['a\udcad', 'encoding/hex: invalid byte: U+00AD'],
	['a\udcae', "encoding/hex: invalid byte: U+00AE '®'"],
	['abc', 'encoding/hex: odd length hex string'],
	['abz', "encoding/hex: invalid byte: U+007A 'z'"],
	['ab\u0000d', 'encoding/hex: invalid byte: U+0000'],
	['abé', "encoding/hex: invalid byte: U+00C3 'Ã'"],
])('%j is refused as hex', (text, message) => {
	expect(() => decodeHex(text)).toThrow(plainError(message))
})
