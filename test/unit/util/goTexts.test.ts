import { describe, expect, it } from 'vitest'
import { goLength, goQuote, goString, goStringBytes, goTrimSpace, isGoBlank } from '../../../src/util/goString.ts'

describe('texts as Go has them', () => {
	it('texts are blank by Unicode white space, unlike in JavaScript', () => {
		for (const blank of ['', ' \t\n\v\f\r', '\u0085', '\u00a0', '\u2028', '\u3000', '\u1680', '\u205f']) {
			expect(isGoBlank(blank)).toBe(true)
		}
		for (const text of ['\ufeff', '\u200b', '\u180e', '\0', 'a']) expect(isGoBlank(text)).toBe(false)
		expect(goTrimSpace('\u0085 a b\u3000')).toBe('a b')
	})

	it('keep bytes that are not UTF-8', () => {
		for (const bytes of [
			[0xff],
			[0xc3, 0x28],
			[0xed, 0xa0, 0x80],
			[0xf4, 0x90, 0x80, 0x80],
			[0x61, 0xe2, 0x82],
			[0xef, 0xbf, 0xbd, 0xff],
		]) {
			expect([...goStringBytes(goString(Uint8Array.from(bytes)))]).toEqual(bytes)
		}
		expect(goString(Uint8Array.of(0xef, 0xbf, 0xbd))).toBe('\ufffd')
		expect(goLength('é😀')).toBe(6)
	})

	it('texts as Go has them are quoted with Go escapes', () => {
		expect(goQuote('a"\\\n\t\u0007\u0001\u007f\u0085é\u200b😀')).toBe('"a\\"\\\\\\n\\t\\a\\x01\\x7f\\u0085é\\u200b😀"')
		expect(goQuote(goString(Uint8Array.of(0xff)))).toBe('"\\xff"')
		expect(goQuote('\ufeff\u{e0001}\u{10ffff}\0')).toBe('"\\ufeff\\U000e0001\\U0010ffff\\x00"')
	})
})
