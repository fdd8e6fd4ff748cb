import { expect, test } from 'vitest'
import { bitAt, bitCount, trueBitsBefore } from '../../../../src/codec/tx/compactBitArray.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'

/** Set bits of three bytes: beside their borders, and all of the last one. */
const set = [0, 7, 8, 14, 16, 17, 18, 19, 20, 21, 22, 23]
const bitsOf = (size: number) => {
	const elems = new Uint8Array(Math.ceil(size / 8))
	for (const bit of set) if (bit < size) elems[bit >> 3]! |= 0x80 >> (bit & 7)
	return { extraBitsStored: size % 8, elems }
}

// cosmos-sdk v0.44.5 crypto/types/compact_bit_array.go.
test('a compact bit array of any size has its bits highest first, and none beside them', () => {
	for (let size = 0; size <= 24; size++) {
		const bits = bitsOf(size)
		expect(bitCount(bits)).toBe(size)
		const found = Array.from({ length: 40 }, (_, place) => place - 8).filter((index) => bitAt(bits, index))
		expect(found, `${size}`).toEqual(set.filter((bit) => bit < size))
	}
	expect([bitCount(undefined), bitAt(undefined, 0)]).toEqual([0, false])
	const short = { extraBitsStored: 3, elems: new Uint8Array(0) }
	expect([bitCount(short), bitAt(short, 0)]).toEqual([-5, false])
	// The bits behind the last one that is used do not count, whatever they are.
	expect(bitAt({ extraBitsStored: 3, elems: Uint8Array.of(0xff) }, 3)).toBe(false)
})

test('set bits of a compact bit array are counted before an index, and whole bytes asked for in full are a panic', () => {
	for (let size = 1; size <= 24; size++) {
		const bits = bitsOf(size)
		for (let index = 0; index <= 26; index++) {
			const end = Math.min(index, size)
			const count = () => trueBitsBefore(bits, index)
			if (end % 8 === 0 && end / 8 >= bits.elems.length) expect(count, `${size} ${index}`).toThrow(PanicError)
			else expect(count(), `${size} ${index}`).toBe(set.filter((bit) => bit < end).length)
		}
	}
	expect(() => trueBitsBefore(undefined, 1)).toThrow(
		new PanicError('runtime error: index out of range [0] with length 0'),
	)
})
