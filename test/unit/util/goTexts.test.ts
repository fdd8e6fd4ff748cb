import { describe, expect, it } from 'vitest'
import {
	goLength,
	goQuote,
	goString,
	goStringBytes,
	goTrimSpace,
	isGoBlank,
	writeGoString,
} from '../../../src/util/goString.ts'

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

	it('texts of any bytes have one escape for each byte outside of a sequence, and give the bytes back', () => {
		// RFC 3629, section 4; a byte that begins none of them stands alone.
		const sequences =
			/[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|(.)/g
		const expected = (bytes: Uint8Array): string =>
			Buffer.from(bytes)
				.toString('latin1')
				.replace(sequences, (part: string, alone: string | undefined) =>
					alone === undefined
						? Buffer.from(part, 'latin1').toString()
						: String.fromCharCode(0xdc00 + alone.charCodeAt(0)),
				)
		const edges = [0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee]
		edges.push(0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff)
		const tails = [0x7f, 0x80, 0xbf, 0xc0]
		const all: number[][] = [[0x61, 0xe2, 0x82]]
		for (const a of edges) for (const b of edges) for (const c of tails) all.push([a, b, c])
		for (const a of edges.slice(12))
			for (const b of edges) for (const c of tails) for (const d of tails) all.push([a, b, c, d, 0x62])
		const wrong = all.filter((list) => {
			const bytes = Uint8Array.from(list)
			const text = goString(bytes)
			return text !== expected(bytes) || Buffer.compare(goStringBytes(text), bytes) !== 0
		})
		expect([wrong, all.length]).toEqual([[], 1 + 24 * 24 * 4 + 12 * 24 * 16])
	})

	it('texts with halves of characters that stand for no byte have the replacement character in their place', () => {
		for (const half of ['\ud800', '\udc7f', '\udd00', '\udfff']) {
			expect([...goStringBytes(`a${half}`)]).toEqual([0x61, 0xef, 0xbf, 0xbd])
			expect(goQuote(half)).toBe('"\ufffd"')
		}
		expect([...goStringBytes('\udc80\udcff')]).toEqual([0x80, 0xff])
	})

	it('texts are written into a buffer as they are encoded, whatever they hold and wherever they begin', () => {
		for (const text of [
			'',
			'a',
			'ab\u007f',
			'a\u0080',
			'é',
			'😀',
			'a\udcff',
			'x'.repeat(63),
			'x'.repeat(64),
			`${'x'.repeat(70)}\udc80`,
		]) {
			const bytes = goStringBytes(text)
			const out = Buffer.alloc(3 + text.length * 3)
			expect(writeGoString(text, out, 3)).toBe(bytes.length)
			expect(out.subarray(0, 3 + bytes.length)).toEqual(Buffer.concat([Buffer.alloc(3), bytes]))
		}
	})

	it('texts are trimmed of the white space of Unicode and of nothing else', () => {
		const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
		const blank: number[] = []
		for (let code = 0; code < 0x1_0000; code++) if (isGoBlank(String.fromCharCode(code))) blank.push(code)
		expect(blank.every((code) => space.test(String.fromCharCode(code)))).toBe(true)
		expect(blank).toHaveLength(25)
		expect(goTrimSpace(' \ta\u2000b \n')).toBe('a\u2000b')
	})

	it('texts as Go has them are quoted with Go escapes', () => {
		expect(goQuote('a"\\\n\t\u0007\u0001\u007f\u0085é\u200b😀')).toBe('"a\\"\\\\\\n\\t\\a\\x01\\x7f\\u0085é\\u200b😀"')
		expect(goQuote(goString(Uint8Array.of(0xff)))).toBe('"\\xff"')
		expect(goQuote('\ufeff\u{e0001}\u{10ffff}\0')).toBe('"\\ufeff\\U000e0001\\U0010ffff\\x00"')
	})
})
