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
