import { describe, expect, test } from 'vitest'
import { Cursor } from '../../../../src/codec/proto/Cursor.ts'
import { varintBytes } from '../../../../src/codec/proto/encodeMessage.ts'

// As gogo-proto's generated code on a machine of 64 bits: a length is an int there, and so is the position behind it.
describe('a length that the bytes do not have', () => {
	test.each([
		[1n << 63n, 'negative length'],
		[(1n << 64n) - 1n, 'negative length'],
		[(1n << 63n) - 1n, 'negative length'],
		[(1n << 63n) - 10n, 'negative length'],
		[(1n << 63n) - 11n, 'unexpected EOF'],
		[(1n << 63n) - (1n << 32n), 'unexpected EOF'],
		[0x7ffffffen << 32n, 'unexpected EOF'],
		[(0x7fffffffn << 32n) - 1n, 'unexpected EOF'],
		[1n << 32n, 'unexpected EOF'],
		[1n, 'unexpected EOF'],
	])('a length of %s is refused: %s', (length, reason) => {
		const bytes = Uint8Array.from([0, ...varintBytes(length)])
		expect(() => new Cursor(bytes, 1).lengthEnd()).toThrow(reason)
		// Passed over, behind its tag.
		expect(() => new Cursor(Uint8Array.from([0x0a, ...varintBytes(length)])).skipField(0)).toThrow(reason)
	})

	test('a length of exactly the bytes that are there is taken', () => {
		const cursor = new Cursor(Uint8Array.of(2, 7, 8))
		expect(cursor.lengthEnd()).toBe(3)
	})
})

// The skip function that gogo-proto generates: protobuf groups count, and their numbers do not.
describe('a field that is passed over', () => {
	test.each([
		['a varint', [0x08, 0x80, 0x01], 3],
		['a varint of ten bytes', [0x08, ...Array(9).fill(0xff), 0x7f], 11],
		['eight bytes', [0x09, 1, 2, 3, 4, 5, 6, 7, 8], 9],
		['bytes behind their length', [0x0a, 2, 7, 8], 4],
		['no bytes behind their length', [0x0a, 0], 2],
		['four bytes', [0x0d, 1, 2, 3, 4], 5],
		['an empty group', [0x0b, 0x0c], 2],
		['a group that ends with the number of another', [0x0b, 0x1c], 2],
		['groups within a group', [0x0b, 0x08, 1, 0x0b, 0x0d, 1, 2, 3, 4, 0x0c, 0x0a, 1, 7, 0x0c], 14],
	])('%s is passed whole, and refused where its last byte is missing', (_, bytes, length) => {
		const cursor = new Cursor(Uint8Array.from([...bytes, 9, 9]))
		cursor.skipField(0)
		expect(cursor.pos).toBe(length)
		const exact = new Cursor(Uint8Array.from(bytes))
		exact.skipField(0)
		expect(exact.pos).toBe(length)
		for (const end of [length - 1, 0]) {
			expect(() => new Cursor(Uint8Array.from(bytes), 0, end).skipField(0)).toThrow('unexpected EOF')
		}
	})

	test.each([
		['a varint of eleven bytes', [0x08, ...Array(10).fill(0xff), 1], 'proto: integer overflow'],
		['an end of a group that did not begin', [0x0c], 'proto: unexpected end of group'],
		['the wire type 6', [0x0e], 'proto: illegal wireType 6'],
		['the wire type 7 in a group', [0x0b, 0x0f], 'proto: illegal wireType 7'],
		['a tag that does not end', [0x80], 'unexpected EOF'],
	])('%s is refused', (_, bytes, reason) => {
		expect(() => new Cursor(Uint8Array.from(bytes)).skipField(0)).toThrow(reason)
	})
})

describe('a varint', () => {
	test.each([
		[0n, 1],
		[127n, 1],
		[128n, 2],
		[(1n << 28n) - 1n, 4],
		[1n << 28n, 5],
		[(1n << 32n) - 1n, 5],
		[1n << 32n, 5],
		[1n << 35n, 6],
		[(1n << 63n) - 1n, 9],
		[(1n << 64n) - 1n, 10],
	])('%s is read of its bytes', (value, length) => {
		const cursor = new Cursor(Uint8Array.from([...varintBytes(value), 0xff]))
		cursor.varint()
		expect([cursor.unsigned(), cursor.signed(), cursor.pos]).toEqual([value, BigInt.asIntN(64, value), length])
	})

	test('a varint may have ten bytes, of whose last one only the lowest bit counts', () => {
		const cursor = new Cursor(Uint8Array.from([...Array(9).fill(0x80), 0x03]))
		cursor.varint()
		expect(cursor.unsigned()).toBe(1n << 63n)
		expect(() => new Cursor(Uint8Array.from([...Array(10).fill(0x80), 1])).varint()).toThrow('proto: integer overflow')
		expect(() => new Cursor(Uint8Array.from(Array(9).fill(0x80))).varint()).toThrow('unexpected EOF')
		expect(() => new Cursor(new Uint8Array(0)).varint()).toThrow('unexpected EOF')
	})
})
