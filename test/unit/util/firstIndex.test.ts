import { expect, it } from 'vitest'
import { firstIndex } from '../../../src/util/firstIndex.ts'

it.each([
	[[], 5, 0],
	[[1, 3, 5, 7], 0, 0],
	[[1, 3, 5, 7], 5, 2],
	[[1, 3, 5, 7], 6, 3],
	[[1, 3, 5, 7], 8, 4],
	[[5, 5, 5], 5, 0],
])('the first index in %j of a number from %d on is %d', (list, least, index) => {
	expect(firstIndex(list, (item) => item >= least)).toBe(index)
})
