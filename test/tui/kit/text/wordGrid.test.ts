import { expect, it } from 'vitest'
import { wordGrid } from '../../../../src/tui/kit/text/wordGrid.ts'

const grid = (count: number, width: number): readonly string[] => {
	const words = Array.from({ length: count }, (_, index) => `word${index + 1}`)
	return wordGrid(` ${words.join('  ')}\n`, width).map((row) => row.trimEnd())
}

it('numbered words are read down each column, of which there are as many as fit and four at most', () => {
	expect(grid(5, 45)).toEqual([' 1 word1        3 word3        5 word5', ' 2 word2        4 word4'])
	expect(grid(5, 44)).toEqual([' 1 word1        4 word4', ' 2 word2        5 word5', ' 3 word3'])
	expect(grid(3, 29)).toEqual([' 1 word1', ' 2 word2', ' 3 word3'])
	expect(grid(2, 5)).toEqual([' 1 word1', ' 2 word2'])
	expect(grid(10, 200).at(0)).toBe(' 1 word1        4 word4        7 word7       10 word10')
	expect(wordGrid('one', 20)).toEqual([' 1 one         '])
})
