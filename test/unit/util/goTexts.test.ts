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

	it('texts of any bytes have one escape for each byte outside of a sequence, and give the bytes back', () => {
		const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
		/** The character that begins with the first byte, or the escape of that byte. */
		const first = (bytes: Uint8Array): readonly [text: string, length: number] => {
			for (let length = 1; length <= Math.min(4, bytes.length); length++) {
				try {
					return [strict.decode(bytes.subarray(0, length)), length]
				} catch {
					// Not whole yet, or never.
				}
			}
			return [String.fromCharCode(0xdc00 + bytes[0]!), 1]
		}
		const expected = (bytes: Uint8Array): string => {
			let text = ''
			for (let at = 0; at < bytes.length; ) {
				const [part, length] = first(bytes.subarray(at))
				text += part
				at += length
			}
			return text
		}
		const edges = [0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee]
		edges.push(0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff)
		const tails = [0x7f, 0x80, 0xbf, 0xc0]
		const all: number[][] = [[0x61, 0xe2, 0x82]]
		for (const a of edges) for (const b of edges) for (const c of edges) all.push([a, b, c])
		for (const a of edges)
			for (const b of edges) for (const c of tails) for (const d of tails) all.push([a, b, c, d, 0x62])
		const wrong = all.filter((list) => {
			const bytes = Uint8Array.from(list)
			const text = goString(bytes)
			return text !== expected(bytes) || Buffer.compare(goStringBytes(text), bytes) !== 0
		})
		expect([wrong, all.length]).toEqual([[], 1 + 24 ** 3 + 24 ** 2 * 16])
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
