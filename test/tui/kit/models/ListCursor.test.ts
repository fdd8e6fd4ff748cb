import { describe, expect, it } from 'vitest'
import { ListCursor } from '../../../../src/tui/kit/models/ListCursor.ts'
import { WindowList } from '../../../../src/tui/kit/models/WindowList.ts'

/** A cursor over letters, which come and go. */
function over(text: string, follows?: 'first' | 'last') {
	const list = { text }
	const cursor = new ListCursor(() => list.text.length, {
		keyAt: (index) => list.text[index],
		indexOf: (key) => list.text.indexOf(key),
		follows,
	})
	return { list, cursor, at: (): string | undefined => list.text[cursor.selected] }
}

describe('ListCursor', () => {
	it('a selection in a list without rows stays in the first row until one is drawn, and then with its item', () => {
		const { list, cursor, at } = over('')
		cursor.select(0)
		list.text = 'b'
		expect(at()).toBe('b')
		list.text = 'ab'
		expect(at()).toBe('a')
		cursor.window(5)
		list.text = 'zab'
		expect(at()).toBe('a')
	})

	it.each([
		['first', 'abc', 'zyabc', 'z'],
		['last', 'abc', 'abcde', 'e'],
	] as const)('a selection on the newest item at the %s row stays on the newest', (follows, before, after, newest) => {
		const { list, cursor, at } = over(before, follows)
		expect([cursor.following, at()]).toEqual([true, follows === 'first' ? 'a' : 'c'])
		list.text = after
		expect([cursor.following, at()]).toEqual([true, newest])
		cursor.move(follows === 'first' ? 1 : -1)
		expect(cursor.following).toBe(false)
		cursor.move(follows === 'first' ? -1 : 1)
		expect([cursor.following, at()]).toEqual([true, newest])
	})

	it.each(['first', 'last'] as const)(
		'a held selection stays with its item, until it follows the %s again',
		(follows) => {
			const { list, cursor, at } = over('abc', follows)
			const held = at()
			cursor.follow(false)
			expect(cursor.following).toBe(false)
			list.text = `yz${list.text}xw`
			expect([cursor.following, at()]).toEqual([false, held])
			cursor.follow(true)
			expect([cursor.following, at()]).toEqual([true, follows === 'first' ? 'y' : 'w'])
		},
	)

	it.each([
		['first', 'z'],
		['last', 'e'],
	] as const)('a selection at the %s row is held on the item that is the newest when it is held', (follows, newest) => {
		const { list, cursor, at } = over('abc', follows)
		list.text = 'zabcde'
		cursor.follow(false)
		list.text = 'yzabcdef'
		expect([cursor.following, at()]).toEqual([false, newest])
	})

	it('the first item of a list that was empty is selected once it is drawn, and stays selected', () => {
		const { list, cursor, at } = over('')
		expect(cursor.window(3)).toEqual({ from: 0, to: 0 })
		list.text = 'abc'
		expect([cursor.window(3), at()]).toEqual([{ from: 0, to: 3 }, 'a'])
		list.text = 'xyabc'
		expect([at(), cursor.window(3)]).toEqual(['a', { from: 2, to: 5 }])
	})

	it('a selected item keeps its place on the screen while others come above it', () => {
		const { list, cursor, at } = over('abcdefghij')
		cursor.select(6)
		expect(cursor.window(4)).toEqual({ from: 3, to: 7 })
		list.text = `xyz${list.text}`
		expect(cursor.window(4)).toEqual({ from: 6, to: 10 })
		expect(at()).toBe('g')
		list.text = 'ghij'
		expect(cursor.window(4)).toEqual({ from: 0, to: 4 })
		expect([at(), cursor.following]).toEqual(['g', false])
		// Also one that is not at the foot of what is drawn.
		list.text = 'abcdefghij'
		cursor.window(4)
		cursor.select(5)
		expect(cursor.window(4)).toEqual({ from: 5, to: 9 })
		cursor.select(7)
		list.text = `xyz${list.text}`
		expect([cursor.window(4), at()]).toEqual([{ from: 8, to: 12 }, 'h'])
	})

	it('a selection whose item is gone stays with its row, or takes the last one', () => {
		const { list, cursor, at } = over('abcdef')
		cursor.select(3)
		list.text = 'abcef'
		expect(at()).toBe('e')
		list.text = 'ab'
		expect(at()).toBe('b')
		list.text = ''
		expect([cursor.selected, at()]).toEqual([0, undefined])
	})

	it('a page is what is drawn but one row, and half of it is rounded towards the selection', () => {
		const cursor = new ListCursor(() => 100)
		cursor.window(8)
		cursor.page(1)
		expect(cursor.selected).toBe(7)
		cursor.page(0.5)
		expect(cursor.selected).toBe(10)
		cursor.page(-0.5)
		expect(cursor.selected).toBe(7)
		cursor.window(0)
		expect(cursor.height).toBe(1)
		cursor.page(1)
		expect(cursor.selected).toBe(8)
		cursor.window(1)
		cursor.page(-1)
		expect(cursor.selected).toBe(7)
	})

	it('a window moves no further than the selection wants', () => {
		const cursor = new ListCursor(() => 20)
		const from = (index: number): number => {
			cursor.select(index)
			return cursor.window(5).from
		}
		expect([4, 5, 1, 0, 19, 15, 14].map(from)).toEqual([0, 1, 1, 0, 15, 15, 14])
		cursor.edge('first')
		expect(cursor.window(5)).toEqual({ from: 0, to: 5 })
		cursor.edge('last')
		expect([cursor.selected, cursor.window(5)]).toEqual([19, { from: 15, to: 20 }])
		cursor.move(-30)
		expect(cursor.selected).toBe(0)
	})
})

describe('the ends of a ListCursor', () => {
	it('the first row of a list is selected without its count', () => {
		const cursor = new ListCursor(() => {
			throw new RangeError('not known yet')
		})
		cursor.select(0)
		expect(cursor.selected).toBe(0)
	})

	it('a selection in an empty list whose newest row is the last stays on the newest of those that come', () => {
		const { list, cursor, at } = over('', 'last')
		expect([cursor.selected, at()]).toEqual([0, undefined])
		cursor.select(0)
		list.text = 'abc'
		expect([cursor.following, at()]).toEqual([true, 'c'])
	})

	it('a list that becomes shorter has no blank rows below it, and its last row selected', () => {
		let rows = Array.from({ length: 20 }, (_, index) => index)
		const list = WindowList.of(() => rows)
		list.cursor.edge('last')
		expect(list.cursor.window(5)).toEqual({ from: 15, to: 20 })
		rows = rows.slice(0, 19)
		expect([list.cursor.window(5), list.cursor.selected]).toEqual([{ from: 14, to: 19 }, 18])
		rows = rows.slice(0, 3)
		expect([list.cursor.window(5), list.cursor.selected]).toEqual([{ from: 0, to: 3 }, 2])
	})

	it('rows that go before the selected one leave no row above the window unseen', () => {
		const { list, cursor } = over('abcdefghij')
		cursor.window(5)
		cursor.select(3)
		list.text = 'cdefghij'
		expect([cursor.window(5), cursor.selected]).toEqual([{ from: 0, to: 5 }, 1])
	})

	it('a window moves no further than to show the selected row at its edge', () => {
		const { cursor } = over('abcdefghij')
		const from = (row: number): number => {
			cursor.select(row)
			return cursor.window(4).from
		}
		expect([3, 4, 9, 6, 5, 0].map(from)).toEqual([0, 1, 6, 6, 5, 0])
	})
})
