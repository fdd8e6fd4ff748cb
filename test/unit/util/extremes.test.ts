import { expect, test } from 'vitest'
import { larger, smaller } from '../../../src/util/extremes.ts'

test('the smaller and the larger of two whole numbers are found in either order', () => {
	for (const [a, b] of [
		[-1n, 0n],
		[5n, 2n ** 64n],
		[7n, 7n],
	] as const) {
		expect([smaller(a, b), smaller(b, a), larger(a, b), larger(b, a)]).toEqual([a, a, b, b])
	}
})
