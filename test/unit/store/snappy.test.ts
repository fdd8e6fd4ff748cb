import { expect, test } from 'vitest'
import { unpackSnappy } from '../../../src/store/check/snappy.ts'
import { fromUtf8 } from '../../../src/util/bytes.ts'

test('what Snappy never writes is refused', () => {
	const refused = (...bytes: number[]) => expect(() => unpackSnappy(new Uint8Array(bytes))).toThrow()
	// A copy of nothing, a copy behind the end, too few bytes, a cut literal; lengths first.
	refused(4, 0x01, 0x01)
	refused(4, 0x00, 0x61, 0x11, 0x01)
	refused(4, 0x00, 0x61)
	refused(4, 0x0c, 0x61)
	// A copy that reaches behind what there will be, and one from before the beginning.
	refused(4, 0x00, 0x61, 0x01, 0x02)
	refused(6, 0x04, 0x61, 0x62, 0x0e, 0x03, 0x00)
	// A copy from where it stands.
	refused(5, 0x00, 0x61, 0x01, 0x00)
	refused()
})

test('what Snappy may write is unpacked: literals and copies with lengths and distances of each size', () => {
	const unpacked = (...bytes: number[]) => fromUtf8(unpackSnappy(new Uint8Array(bytes)))
	const letters = (count: number) => Array.from({ length: count }, (_, at) => 0x61 + (at % 26))
	const text = (count: number) => fromUtf8(new Uint8Array(letters(count)))
	expect(unpacked(0)).toBe('')
	expect(unpacked(5, 0x00, 0x61, 0x01, 0x01)).toBe('aaaaa')
	// Literals: up to 60 bytes in the tag, then with 1, 2, 3 and 4 bytes of length.
	expect(unpacked(60, 59 << 2, ...letters(60))).toBe(text(60))
	expect(unpacked(61, 60 << 2, 60, ...letters(61))).toBe(text(61))
	expect(unpacked(0xac, 2, 61 << 2, 0x2b, 1, ...letters(300))).toBe(text(300))
	expect(unpacked(61, 62 << 2, 60, 0, 0, ...letters(61))).toBe(text(61))
	expect(unpacked(61, 63 << 2, 60, 0, 0, 0, ...letters(61))).toBe(text(61))
	// Copies: of 4 to 11 bytes from up to 2047 back, then with 2 and 4 bytes of distance.
	expect(unpacked(19, 7 << 2, ...letters(8), 0x1d, 0x08)).toBe(`${text(8)}${text(8)}abc`)
	expect(unpacked(0xb0, 2, 61 << 2, 0x2b, 1, ...letters(300), 0x21, 0x2c)).toBe(`${text(300)}abcd`)
	expect(unpacked(0xad, 2, 61 << 2, 0x2b, 1, ...letters(300), 0x02, 0x2c, 0x01)).toBe(`${text(300)}a`)
	expect(unpacked(0xad, 2, 61 << 2, 0x2b, 1, ...letters(300), 0x03, 0x2c, 0x01, 0, 0)).toBe(`${text(300)}a`)
})
