import { describe, expect, it } from 'vitest'
import { FoldedSections } from '../../../../src/tui/kit/models/FoldedSections.ts'
import { TextScroll } from '../../../../src/tui/kit/models/TextScroll.ts'

const lines = Array.from({ length: 20 }, (_, row) => `line ${row}`)

describe('TextScroll', () => {
	it('a text scrolls up to both of its ends, by rows and by pages', () => {
		const scroll = new TextScroll()
		const first = (): string | undefined => scroll.window(lines, 5)[0]
		expect(scroll.window(lines, 5)).toEqual(lines.slice(0, 5))
		scroll.move(3)
		expect(first()).toBe('line 3')
		scroll.page(1)
		expect(first()).toBe('line 7')
		scroll.page(-0.5)
		expect(first()).toBe('line 5')
		scroll.edge('last')
		expect(scroll.window(lines, 5)).toEqual(lines.slice(15))
		scroll.move(1)
		expect(first()).toBe('line 15')
		scroll.edge('first')
		scroll.move(-1)
		expect(first()).toBe('line 0')
		expect(scroll.window(lines, 0)).toEqual(['line 0'])
		scroll.page(1)
		expect(scroll.window(lines, 1)).toEqual(['line 1'])
	})

	it('the remark of a text says which lines are seen, and nothing where all are', () => {
		const scroll = new TextScroll()
		scroll.window(lines, 20)
		expect(scroll.remark).toBe('')
		scroll.window(lines, 19)
		expect(scroll.remark).toBe('1-19 of 20')
		scroll.edge('last')
		expect(scroll.remark).toBe('2-20 of 20')
		scroll.window(lines.slice(0, 3), 5)
		expect([scroll.remark, scroll.top]).toEqual(['', 0])
	})

	it('a line that is not seen is revealed: one above at the top, one below under a row of what is before it', () => {
		const scroll = new TextScroll()
		scroll.window(lines, 5)
		const revealed = (line: number): number => {
			scroll.reveal(line)
			return scroll.top
		}
		expect([4, 5, 8, 9, 3, 19].map(revealed)).toEqual([0, 4, 4, 8, 3, 15])
	})
})

describe('FoldedSections', () => {
	it('the current section is the first, or the one gone to last', () => {
		const state = new FoldedSections(['b'])
		expect(state.current).toBe('')
		state.toggle()
		state.placed(
			new Map([
				['a', 1],
				['b', 4],
				['c', 9],
			]),
		)
		state.window(lines, 3)
		expect([state.current, state.isFolded('a'), state.isFolded('b')]).toEqual(['a', false, true])
		state.step(-1)
		expect(state.current).toBe('a')
		state.step(1)
		state.step(1)
		expect([state.current, state.top]).toEqual(['c', 8])
		state.step(1)
		expect(state.current).toBe('c')
		state.step(-1)
		expect([state.current, state.top]).toEqual(['b', 4])
		state.edge('last')
		expect([state.current, state.top]).toEqual(['b', 17])
		state.edge('first')
		expect([state.current, state.top]).toEqual(['a', 0])
	})

	it('folding one section goes to it, and folding all opens them only where none is open', () => {
		const state = new FoldedSections()
		state.placed(
			new Map([
				['a', 1],
				['b', 4],
			]),
		)
		state.window(lines, 3)
		const folded = (): readonly boolean[] => ['a', 'b'].map((id) => state.isFolded(id))
		state.toggle('b')
		expect([state.current, state.top, ...folded()]).toEqual(['b', 3, false, true])
		state.toggle()
		expect(folded()).toEqual([false, false])
		state.toggle('a')
		state.toggleAll()
		expect(folded()).toEqual([true, true])
		state.toggleAll()
		expect(folded()).toEqual([false, false])
		state.placed(new Map([['x', 0]]))
		expect(state.current).toBe('x')
	})
})
