import { expect, test } from 'vitest'
import { byKey } from '../../../src/util/byKey.ts'

test('entries of a map are sorted by their keys, texts by their code units', () => {
	const texts = new Map(['b', 'a!', 'a', 'Z', 'ä', 'aa'].map((key, index) => [key, index]))
	expect([...texts].sort(byKey).map(([key]) => key)).toEqual(['Z', 'a', 'a!', 'aa', 'b', 'ä'])
	expect([...new Map([10, 9, 100].map((key) => [key, '']))].sort(byKey).map(([key]) => key)).toEqual([9, 10, 100])
})
