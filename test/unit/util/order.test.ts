import { expect, test } from 'vitest'
import { byKey, larger, smaller } from '../../../src/util/order.ts'

test('entries of a map are sorted by their keys, texts by their code units', () => {
	const texts = new Map(['b', 'a!', 'a', 'Z', 'ä', 'aa'].map((key, index) => [key, index]))
	expect([...texts].sort(byKey).map(([key]) => key)).toEqual(['Z', 'a', 'a!', 'aa', 'b', 'ä'])
	expect([...new Map([10, 9, 100].map((key) => [key, '']))].sort(byKey).map(([key]) => key)).toEqual([9, 10, 100])
})

test('the smaller and the larger of two whole numbers are found in either order', () => {
	for (const [a, b] of [
		[-1n, 0n],
		[5n, 2n ** 64n],
		[7n, 7n],
	] as const) {
		expect([smaller(a, b), smaller(b, a), larger(a, b), larger(b, a)]).toEqual([a, a, b, b])
	}
})
