import { describe, expect, it } from 'vitest'
import { breakCells, cellWidth, clip, fitCells, middle, wrapCells } from '../../../../src/tui/kit/text/cells.ts'

describe('cells', () => {
	it('counts cells, not characters', () => {
		expect(cellWidth('abc')).toBe(3)
		expect(cellWidth('日本')).toBe(4)
		expect(cellWidth('👩‍💻')).toBe(2)
		expect(cellWidth('\u001b[31mred\u001b[39m')).toBe(3)
	})

	it('fits a text to exactly the cells asked for', () => {
		for (const text of [
			'',
			'a',
			'hello world',
			'日本語のあいさつ',
			'👩‍💻👩‍💻👩‍💻',
			'\u001b[1mbold and long\u001b[22m',
		]) {
			for (let cells = 0; cells < 14; cells++) {
				expect(cellWidth(fitCells(text, cells)), `${text} in ${cells}`).toBe(cells)
				expect(cellWidth(clip(text, cells)), `${text} clipped to ${cells}`).toBe(cells)
			}
		}
	})

	it('says that something was cut', () => {
		expect(fitCells('hello world', 8)).toBe('hello w…')
		expect(fitCells('日本語', 4)).toBe('日… ')
	})

	it('aligns', () => {
		expect(fitCells('7', 3, 'right')).toBe('  7')
		expect(fitCells('7', 3, 'center')).toBe(' 7 ')
	})

	it('shortens hashes in their middle', () => {
		expect(middle('ABCDEFGHIJKLMNOP', 7)).toBe('ABC…NOP')
		expect(middle('short', 7)).toBe('short')
	})

	it('wraps at spaces and inside long words', () => {
		expect(wrapCells('one two three', 8)).toEqual(['one two', 'three'])
		expect(wrapCells('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
		expect(wrapCells('', 4)).toEqual([''])
		for (const line of wrapCells('日本語のあいさつ、全角の文字', 7)) expect(cellWidth(line)).toBeLessThanOrEqual(7)
	})

	it('breaks exactly at the width', () => {
		expect(breakCells('ab cd ef', 3)).toEqual(['ab ', 'cd ', 'ef'])
	})

	it('texts of just the cells that there are stay as they are', () => {
		expect(middle('ABCDEFG', 7)).toBe('ABCDEFG')
		expect([5, 4, 3, 1, 0].map((cells) => middle('ABCDEFG', cells))).toEqual(['AB…FG', 'AB…G', 'ABC', 'A', ''])
		expect(wrapCells('ab cd', 5)).toEqual(['ab cd'])
		expect(wrapCells('ab cd ', 5)).toEqual(['ab cd'])
		expect(wrapCells('ab cd', 4)).toEqual(['ab', 'cd'])
		expect(wrapCells('ab', 1)).toEqual(['a', 'b'])
		expect(wrapCells('ab', 0)).toEqual([])
		expect(clip('éabc', 3)).toBe('éab')
		expect(clip('日本語', 3)).toBe('日 ')
		expect(fitCells('éabc', 3)).toBe('éa…')
	})

	it('a character wider than the row stands alone on it, with no empty row before it', () => {
		expect(wrapCells('日本', 1)).toEqual(['日', '本'])
		expect(breakCells('日本', 1)).toEqual(['日', '本'])
		expect(wrapCells('a 日本', 2)).toEqual(['a', '日', '本'])
		expect(breakCells('a日', 2)).toEqual(['a', '日'])
		expect(clip('a日本', 2)).toBe('a ')
	})

	it('a long text is as wide as its parts', () => {
		for (const count of [170, 171, 200]) {
			expect(cellWidth('é日'.repeat(count)), `${count}`).toBe(3 * count)
			expect(cellWidth(`\u001b[1m${'é'.repeat(3 * count)}\u001b[22m`), `${count}`).toBe(3 * count)
		}
	})
})
