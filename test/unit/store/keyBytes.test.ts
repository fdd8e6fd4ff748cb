import { expect, test } from 'vitest'
import { byteString, bytesOf, compareKeys, numberKey, prefixEnd } from '../../../src/store/keyBytes.ts'
import { toHex } from '../../../src/util/bytes.ts'

const bytes = (...of: number[]) => Uint8Array.from(of)

test('the end of a prefix is the first key behind all keys with it, and none behind a prefix of the highest bytes', () => {
	for (const [prefix, end] of [
		[bytes(1), bytes(2)],
		[bytes(1, 2), bytes(1, 3)],
		[bytes(1, 0xfe), bytes(1, 0xff)],
		[bytes(1, 0xff), bytes(2)],
		[bytes(1, 0xff, 0xff), bytes(2)],
		[bytes(0, 0xff), bytes(1)],
		[bytes(0xff), undefined],
		[bytes(0xff, 0xff), undefined],
		[bytes(), undefined],
	] as const)
		expect(prefixEnd(prefix)).toEqual(end)
})

test('a key of a number is its letter and seven bytes, high byte first', () => {
	for (const [number, hex] of [
		[0, '00000000000000'],
		[1, '00000000000001'],
		[0xff, '000000000000ff'],
		[0x100, '00000000000100'],
		[0x1234_5678_9abc, '00123456789abc'],
		[Number.MAX_SAFE_INTEGER, '1fffffffffffff'],
	] as const)
		expect(toHex(numberKey('n', number))).toBe(`6e${hex}`)
})

test('keys are compared byte by byte, the shorter first, as their texts are', () => {
	const keys = [bytes(), bytes(0), bytes(0, 0), bytes(0, 1), bytes(1), bytes(0x7f, 0xff), bytes(0x80), bytes(0xff, 0)]
	for (const [at, a] of keys.entries()) {
		expect(bytesOf(byteString(a))).toEqual(a)
		for (const [other, b] of keys.entries()) {
			expect(Math.sign(compareKeys(a, b))).toBe(Math.sign(at - other))
			expect(byteString(a) < byteString(b)).toBe(at < other)
		}
	}
})
