import { expect, test } from 'vitest'
import { NewestMap } from '../../../src/util/NewestMap.ts'

test('a map of bounded size forgets the entry that was set longest ago', () => {
	const map = new NewestMap<string, number>(2).set('a', 1).set('b', 2)
	expect([...map]).toEqual([
		['a', 1],
		['b', 2],
	])
	map.set('a', 3).set('c', 4)
	expect([...map]).toEqual([
		['a', 3],
		['c', 4],
	])
})
