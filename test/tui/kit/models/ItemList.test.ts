import { describe, expect, it } from 'vitest'
import { ItemList } from '../../../../src/tui/kit/models/ItemList.ts'
import { WindowList } from '../../../../src/tui/kit/models/WindowList.ts'

interface Item {
	readonly name: string
	readonly size?: number | bigint
}
const columns = [
	{ id: 'name', order: ({ name }: Item) => name },
	{ id: 'plain' },
	{ id: 'size', order: ({ size }: Item) => size },
]

function listOf(items: readonly Item[], follows?: 'first' | 'last') {
	const held = { items }
	const changes: string[] = []
	const list: ItemList<Item> = new ItemList<Item>({
		items: () => held.items,
		keyOf: ({ name }) => name,
		texts: ({ name, size }) => [name, size === undefined ? 'none' : `${size}`],
		columns,
		...(follows === undefined ? {} : { follows }),
		changed: () => changes.push(list.selected?.name ?? ''),
	})
	const names = (): string => list.shown.map(({ name }) => name).join(' ')
	return { held, list, names, changes }
}

const items: readonly Item[] = [
	{ name: 'bob', size: 5 },
	{ name: 'Alice' },
	{ name: 'dave', size: 40n },
	{ name: 'carol', size: 5 },
]

describe('ItemList', () => {
	it('sorts by a column up, down and not at all; what has no value comes last, equals stay in order', () => {
		const { list, names } = listOf(items)
		const sorted = (column: string): readonly unknown[] => {
			list.sortBy(column)
			return [names(), list.sort]
		}
		expect(sorted('name')).toEqual(['Alice bob carol dave', { column: 'name', descending: false }])
		expect(sorted('name')).toEqual(['dave carol bob Alice', { column: 'name', descending: true }])
		expect(sorted('name')).toEqual(['bob Alice dave carol', undefined])
		expect(sorted('size')).toEqual(['bob carol dave Alice', { column: 'size', descending: false }])
		expect(sorted('size')).toEqual(['Alice dave bob carol', { column: 'size', descending: true }])
		expect(sorted('name')[1]).toEqual({ column: 'name', descending: false })
		expect(sorted('plain')[0]).toBe('bob Alice dave carol')
	})

	it('an item without a value comes last in a list that is sorted up and first in one that is sorted down, wherever it was', () => {
		const [one, none, two] = [{ name: 'one', size: 1 }, { name: 'none' }, { name: 'two', size: 2 }]
		for (const given of [
			[none, one, two],
			[one, none, two],
			[two, one, none],
			[none, two, one],
		]) {
			const { list, names } = listOf(given)
			list.sortBy('size')
			expect(names()).toBe('one two none')
			list.sortBy('size')
			expect(names()).toBe('none two one')
		}
	})

	it('steps through the columns that have an order', () => {
		const { list, names, changes } = listOf(items)
		expect(list.sortable).toEqual(['name', 'size'])
		const steps = Array.from({ length: 5 }, () => {
			list.nextSort()
			return `${list.sort === undefined ? '' : `${list.sort.column} ${list.sort.descending}`}: ${names()}`
		})
		expect(steps).toEqual([
			'name false: Alice bob carol dave',
			'name true: dave carol bob Alice',
			'size false: bob carol dave Alice',
			'size true: Alice dave bob carol',
			': bob Alice dave carol',
		])
		expect(changes).toHaveLength(5)
	})

	it('a list of which no texts are known shows all of its items whatever is searched', () => {
		const list = new ItemList<Item>({ items: () => items, keyOf: ({ name }) => name })
		list.setFilter('zzz')
		expect([list.count, list.found, list.sortable]).toEqual([4, '4 of 4', []])
	})

	it('shows what has every word in one of its texts, whatever their case', () => {
		const { list, names } = listOf(items)
		const found = (filter: string): readonly string[] => {
			list.setFilter(filter)
			return [names(), list.found]
		}
		expect(found('A')).toEqual(['Alice dave carol', '3 of 4'])
		expect(found('  L ')).toEqual(['Alice carol', '2 of 4'])
		expect(found('5 o')).toEqual(['bob carol', '2 of 4'])
		expect(found('zzz')).toEqual(['', '0 of 4'])
		expect([list.filter, list.words]).toEqual(['zzz', ['zzz']])
		expect(found('')).toEqual(['bob Alice dave carol', '4 of 4'])
	})

	it('keeps the selected item through filters, orders and new items, and tells each change', () => {
		const { held, list, changes } = listOf(items)
		expect(list.select('dave')).toBe(true)
		list.setFilter('d')
		expect([list.selected?.name, list.cursor.selected]).toEqual(['dave', 0])
		list.setFilter('')
		list.sortBy('name')
		expect([list.selected?.name, list.cursor.selected]).toEqual(['dave', 3])
		held.items = [{ name: 'aaron' }, ...items]
		expect([list.selected?.name, list.cursor.selected, list.count]).toEqual(['dave', 4, 5])
		expect([list.select('nobody'), list.selected?.name]).toEqual([false, 'dave'])
		list.move(-1)
		list.page(-1)
		list.edge('last')
		expect(changes).toEqual(['dave', 'dave', 'dave', 'dave', 'carol', 'aaron', 'dave'])
	})

	it('follows the newest item in the order of the list, and none in another order', () => {
		const { held, list } = listOf(items, 'first')
		expect(list.cursor.following).toBe(true)
		held.items = [{ name: 'new' }, ...items]
		expect(list.selected?.name).toBe('new')
		list.sortBy('name')
		expect(list.cursor.following).toBe(false)
		list.sortBy('name')
		list.sortBy('name')
		expect(list.sort).toBeUndefined()
	})
})

it('rows that do not move are selected by their place', () => {
	const list = WindowList.of(() => ['a', 'b', 'c'])
	list.move(1)
	expect([list.count, list.selected, list.select('2'), list.selected]).toEqual([3, 'b', true, 'c'])
	expect([list.sort, list.sortable, list.filter, list.words, list.found]).toEqual([undefined, [], '', [], ''])
	list.edge('first')
	list.page(1)
	expect(list.selected).toBe('c')
})

it('a list that looks for its matches itself is asked for them, and tells each change of the selection', () => {
	let text = ''
	let changes = 0
	const rows = ['one', 'two', 'three']
	const shown = (): readonly string[] => rows.filter((row) => row.includes(text))
	const list = new WindowList<string>({
		count: () => shown().length,
		at: (index) => shown()[index],
		keyAt: (index) => shown()[index],
		indexOf: (key) => shown().indexOf(key),
		filter: {
			text: () => text,
			set: (typed) => {
				text = typed
			},
			words: () => [text],
			found: () => `${shown().length} of ${rows.length}`,
		},
		changed: () => changes++,
	})
	list.setFilter('t')
	expect([list.filter, list.words, list.found, list.count]).toEqual(['t', ['t'], '2 of 3', 2])
	list.edge('last')
	expect([list.select('two'), list.selected, list.select('one'), changes]).toEqual([true, 'two', false, 2])
	list.sortBy('name')
	list.nextSort()
	expect([list.selected, list.sort, changes]).toEqual(['two', undefined, 2])
})

it('rows that do not move and become fewer keep the selection on one of them once they are drawn', () => {
	let rows: readonly string[] = [...'abcdefgh']
	const list = WindowList.of(() => rows)
	list.move(5)
	rows = [...'abc']
	expect([list.cursor.window(2), list.selected]).toEqual([{ from: 1, to: 3 }, 'c'])
})
