import { expect, test } from 'vitest'
import { openRecord, sealRecord } from '../../../src/store/kv/recordSeal.ts'

const key = new Uint8Array([1, 2, 3])

test.each([0, 1, 5, 5_000])('a record of %i bytes opens as it was sealed, and not with any bit changed', (size) => {
	const value = Uint8Array.from({ length: size }, (_, index) => index * 7)
	const sealed = sealRecord(key, value)
	expect(openRecord(key, sealed)).toEqual(value)
	for (let bit = 0; bit < Math.min(sealed.length, 60) * 8; bit++) {
		const changed = sealed.slice()
		changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
		expect(openRecord(key, changed)).toBeUndefined()
	}
	expect(openRecord(new Uint8Array([1, 2, 2]), sealed)).toBeUndefined()
	expect(openRecord(key, sealed.subarray(0, sealed.length - 1))).toBeUndefined()
})

test('an empty value may lie anywhere', () => {
	expect(sealRecord(key, new Uint8Array(0))).toEqual(sealRecord(key, new Uint8Array(8).subarray(8)))
	expect(openRecord(key, new Uint8Array(0))).toBeUndefined()
})
