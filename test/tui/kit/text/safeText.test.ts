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

	it('keeps line breaks when lines are wanted', () => {
		expect(safeLines('a\nb\r\nc\u001b')).toEqual(['a', 'b', 'c␛'])
	})
})
