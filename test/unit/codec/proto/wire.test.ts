import { describe, expect, it } from 'vitest'
import { consumeFieldValue, wireFault } from '../../../../src/codec/proto/wire.ts'

describe('wire types', () => {
	const bytes = (...values: number[]): Uint8Array => Uint8Array.from([...values, ...new Array<number>(16).fill(0)])

	it.each([
		['a varint of one byte', 0, bytes(5), 1],
		['a varint of two bytes', 0, bytes(0x80, 1), 2],
		['eight bytes', 1, bytes(), 8],
		['three bytes behind their length', 2, bytes(3, 1, 2, 3), 4],
		['no bytes behind their length', 2, bytes(0), 1],
		['four bytes', 5, bytes(), 4],
	])(
		'the value of a field is as long as its wire type says and is refused one byte short: %s',
		(_what, wireType, value, length) => {
			expect(consumeFieldValue(1, wireType, value, 0, value.length)).toBe(length)
			expect(consumeFieldValue(1, wireType, value, 0, length)).toBe(length)
			expect(consumeFieldValue(1, wireType, value, 0, length - 1)).toBe(wireFault.truncated)
		},
	)
})
