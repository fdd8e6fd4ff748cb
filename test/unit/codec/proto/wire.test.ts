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

describe('groups', () => {
	/** Tags of fields 1 to 3: a group's begin and end, a varint. */
	const [begin1, end1, begin3, end3, varint2] = [0x0b, 0x0c, 0x1b, 0x1c, 0x10]
	const lengthOf = (bytes: readonly number[]): number =>
		consumeFieldValue(1, 3, Uint8Array.from([begin1, ...bytes]), 1, bytes.length + 1)

	it('a group is as long as its fields, groups within it, and its own end', () => {
		expect(lengthOf([end1, end1])).toBe(1)
		expect(lengthOf([varint2, 5, begin3, varint2, 0x80, 1, end3, varint2, 7, end1, varint2])).toBe(10)
		expect(lengthOf([begin1, end1, end1])).toBe(3)
	})

	it('a group that ends as another one, or never, is refused', () => {
		expect(lengthOf([end3])).toBe(wireFault.endGroup)
		expect(lengthOf([begin3, end1, end3, end1])).toBe(wireFault.endGroup)
		expect(lengthOf([varint2, 5])).toBe(wireFault.truncated)
		expect(lengthOf([varint2])).toBe(wireFault.truncated)
		expect(consumeFieldValue(1, 4, Uint8Array.of(0), 0, 1)).toBe(wireFault.endGroup)
		expect(consumeFieldValue(1, 6, Uint8Array.of(0), 0, 1)).toBe(wireFault.reserved)
	})
})
