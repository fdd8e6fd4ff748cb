import { expect, test } from 'vitest'
import { newBytes, sharedBytes } from '../../../src/util/newBytes.ts'

test('newBytes gives zeroed arrays of every size that no other array overlaps', () => {
	const arrays = Array.from({ length: 3000 }, (_, i) => (i % 7 === 0 ? sharedBytes(i % 1500) : newBytes(i % 1500)))
	arrays.forEach((bytes, i) => {
		expect(bytes.length).toBe(i % 1500)
		expect(bytes.every((byte) => byte === 0)).toBe(true)
		bytes.fill(i % 251)
	})
	arrays.forEach((bytes, i) => {
		expect(bytes.every((byte) => byte === i % 251)).toBe(true)
	})
})
