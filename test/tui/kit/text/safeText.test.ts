import { describe, expect, it } from 'vitest'
import { safeLines, safeText } from '../../../../src/tui/kit/text/safeText.ts'

/** What must never reach a terminal. */
const dangerous =
	/[\u0000-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u2028\u2029\u061c]/

describe('safeText', () => {
	it('leaves plain text as it is', () => {
		expect(safeText('hello, world 123 ~')).toBe('hello, world 123 ~')
	})

	it('shows control characters as pictures', () => {
		expect(safeText('a\u001b[2J\u0007\u0000\tb\u007f')).toBe('a␛[2J␇␀␉b␡')
		expect(safeText('one\ntwo\r\n')).toBe('one␤two␍␤')
	})

	it('names C1 controls, bidi overrides and zero-width characters', () => {
		expect(safeText('\u009b31m\u009d')).toBe('‹CSI›31m‹OSC›')
		expect(safeText('abc\u202edef\u2066x\u2069')).toBe('abc‹RLO›def‹LRI›x‹PDI›')
		expect(safeText('a\u200bb\ufeffc\u2060')).toBe('a‹ZWSP›b‹BOM›c‹WJ›')
		expect(safeText('\u{e0041}')).toBe('‹U+E0041›')
	})

	it('each character that people are tricked with has its short name of Unicode', () => {
		const names: readonly (readonly [code: number, name: string])[] = [
			...([
				[0x85, 'NEL'],
				[0x90, 'DCS'],
				[0x9b, 'CSI'],
				[0x9c, 'ST'],
				[0x9d, 'OSC'],
				[0xad, 'SHY'],
			] as const),
			...([
				[0x61c, 'ALM'],
				[0x200b, 'ZWSP'],
				[0x200c, 'ZWNJ'],
				[0x200d, 'ZWJ'],
				[0x200e, 'LRM'],
			] as const),
			...([
				[0x200f, 'RLM'],
				[0x2028, 'LS'],
				[0x2029, 'PS'],
				[0x202a, 'LRE'],
				[0x202b, 'RLE'],
			] as const),
			...([
				[0x202c, 'PDF'],
				[0x202d, 'LRO'],
				[0x202e, 'RLO'],
				[0x2060, 'WJ'],
				[0x2066, 'LRI'],
			] as const),
			...([
				[0x2067, 'RLI'],
				[0x2068, 'FSI'],
				[0x2069, 'PDI'],
				[0xfeff, 'BOM'],
			] as const),
		]
		expect(names.map(([code]) => safeText(`a${String.fromCodePoint(code)}b`))).toEqual(
			names.map(([, name]) => `a‹${name}›b`),
		)
		// Every other one is told by its number, the controls below 32 by their pictures.
		const known = new Set(names.map(([code]) => code))
		for (const code of [0x80, 0x84, 0x86, 0x8f, 0x91, 0x9a, 0x9e, 0x9f, 0x2061, 0x2065, 0x206a, 0xfff9, 0xe0001]) {
			expect(known.has(code)).toBe(false)
			expect(safeText(String.fromCodePoint(code))).toBe(`‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`)
		}
		for (let code = 0; code < 32; code++) {
			const picture = code === 10 ? '␤' : String.fromCodePoint(0x2400 + code)
			expect(safeText(String.fromCharCode(code))).toBe(picture)
		}
	})

	it('keeps emoji sequences of the recommended set and wide characters', () => {
		for (const text of ['👩‍💻', '👨‍👩‍👧', '👋🏽', '🇫🇷', '日本語', '한국어', '❤️']) expect(safeText(text)).toBe(text)
	})

	it('marks a joiner that joins nothing', () => {
		expect(safeText('a\u200db')).toBe('a‹ZWJ›b')
	})

	it('keeps two combining marks of a letter and counts the rest', () => {
		expect(safeText('e\u0301')).toBe('é')
		expect(safeText(`Z${'\u0351\u0352\u0353\u0354\u0355'}`)).toMatch(/^Z\p{M}{2}‹\+3›$/u)
	})

	it('marks lone surrogates and unassigned code points', () => {
		expect(safeText('\ud800')).toBe('‹U+D800›')
		expect(safeText('\uffff')).toBe('‹U+FFFF›')
	})

	it('lets nothing dangerous through, whatever the text', () => {
		const everything = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code))
		for (const char of everything)
			expect(safeText(`x${char}y`), `U+${char.charCodeAt(0).toString(16)}`).not.toMatch(dangerous)
	})

	it('cuts a line of a megabyte cheaply', () => {
		const text = safeText(`${'\u001b[31m'.repeat(200_000)}`, 1_000)
		expect(text.length).toBeLessThan(1_100)
		expect(text.endsWith('…')).toBe(true)
	})

	it('a text is read up to the limit, with a sign where it goes on', () => {
		expect(safeText('abc', 3)).toBe('abc')
		expect(safeText('abcd', 3)).toBe('abc…')
		expect(safeText('ab\u0007d', 3)).toBe('ab␇…')
		expect(safeLines('ab\nd', 4)).toEqual(['ab', 'd'])
		expect(safeLines('ab\nde', 4)).toEqual(['ab', 'd…'])
		expect(safeText('x'.repeat(4_096))).toBe('x'.repeat(4_096))
		expect(safeText('x'.repeat(4_097))).toBe(`${'x'.repeat(4_096)}…`)
		expect(safeLines('x'.repeat(65_536))).toEqual(['x'.repeat(65_536)])
		expect(safeLines('x'.repeat(65_537))).toEqual([`${'x'.repeat(65_536)}…`])
	})

	it('the choice of a picture is left out after what has one, and shown after anything else', () => {
		expect(['❤\ufe0e', '1\ufe0f', '#\ufe0e', '*\ufe0f'].map((text) => safeText(text))).toEqual(['❤', '1', '#', '*'])
		expect(['a\ufe0e', 'a\ufe0f', '日\ufe0f', '\ufe0f'].map((text) => safeText(text))).toEqual([
			...['a‹U+FE0E›', 'a‹U+FE0F›', '日‹U+FE0F›', '‹U+FE0F›'],
		])
		// No other hidden character is left out there.
		expect(['❤\u200d', '❤\ufe0d', '1\ufe00', '❤\u{e0100}'].map((text) => safeText(text))).toEqual([
			...['❤‹ZWJ›', '❤‹U+FE0D›', '1‹U+FE00›', '❤‹U+E0100›'],
		])
	})

	it('combining marks without a letter are counted from the second on', () => {
		expect(safeText('\u0351\u0352\u0357\u035b')).toBe('‹U+0351›\u0352\u0357‹+1›')
	})

	it('keeps line breaks when lines are wanted', () => {
		expect(safeLines('a\nb\r\nc\u001b')).toEqual(['a', 'b', 'c␛'])
	})
})
