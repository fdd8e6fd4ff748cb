import { describe, expect, it } from 'vitest'
import { filterWords, fuzzy, highlight } from '../../../../src/tui/kit/text/searching.ts'

describe('what is searched', () => {
	const entries = [
		{ label: 'snap', detail: 'a word' },
		{ label: 'Go back', detail: 'to a Snap' },
		{ label: 'set name of a place', detail: 'nothing' },
		{ label: 'quit', detail: 'nothing' },
	]
	const found = (query: string): readonly string[] => fuzzy(entries, query, (entry) => entry).map(({ label }) => label)

	it('an entry is found once: by its label, else by its description, else by letters of its label', () => {
		expect(found('snap')).toEqual(['snap', 'Go back', 'set name of a place'])
		expect(found('snap back')).toEqual(['Go back'])
		expect(found(' QUIT ')).toEqual(['quit'])
		expect(found('  ')).toEqual(entries.map(({ label }) => label))
		expect(found('zzz')).toEqual([])
		expect(fuzzy([{ label: 'a-b', detail: 'ab' }], 'ab', (entry) => entry)).toHaveLength(1)
		// Letters that a description alone has find nothing.
		expect(fuzzy([{ label: 'ab', detail: 'abc' }], 'abc', (entry) => entry)).toHaveLength(1)
	})

	it('the words of a filter are in lower case, whatever the blanks between them', () => {
		expect([filterWords(' One\t two  '), filterWords(''), filterWords('  ')]).toEqual([['one', 'two'], [], []])
	})

	it('each place of a word is marked in any case, and signs of a word mean themselves', () => {
		const marked = (text: string, ...words: readonly string[]): string => highlight(text, words, (part) => `<${part}>`)
		expect(marked('One and oNE', 'one')).toBe('<One> and <oNE>')
		expect(marked('one two three', 'two', 'e')).toBe('on<e> <two> thr<e><e>')
		expect(marked('1.5 and 125', '1.5')).toBe('<1.5> and 125')
		expect([marked('(a|b)', '(a|b)'), marked('a b', 'a|b')]).toEqual(['<(a|b)>', 'a b'])
		expect([marked('', 'one'), marked('one')]).toEqual(['', 'one'])
	})
})
