import { describe, expect, it } from 'vitest'
import { varintBytes } from '../../../../src/codec/proto/encodeMessage.ts'
import {
	consumeFieldValue,
	consumeTag,
	consumeVarint,
	lastTag,
	lastVarint,
	wireFault,
	wireFaultText,
	wireTypeName,
} from '../../../../src/codec/proto/wire.ts'

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

	it('a group may hold a hundred thousand groups within one another', () => {
		const depth = 100_000
		const bytes = [...Array<number>(depth).fill(begin1), ...Array<number>(depth).fill(end1), end1]
		expect(consumeFieldValue(1, 3, Uint8Array.from(bytes), 0, bytes.length)).toBe(2 * depth + 1)
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

// google.golang.org/protobuf encoding/protowire ConsumeVarint, ConsumeTag.
describe('numbers and tags', () => {
	/** The length of bytes behind two others, and before some that do not count. */
	const within = <Value>(
		bytes: readonly number[],
		read: (bytes: Uint8Array, pos: number, end: number) => Value,
	): Value => read(Uint8Array.from([0x80, 0x80, ...bytes, 0x7f, 0x7f]), 2, 2 + bytes.length)

	it.each([0, 7, 28, 32, 35, 63].flatMap((bit) => [-1n, 0n, 1n].map((beside) => (1n << BigInt(bit)) + beside)))(
		'the number %s is read of its bytes, and refused without the last of them',
		(value) => {
			const bytes = [...varintBytes(value)]
			expect(within(bytes, consumeVarint)).toBe(bytes.length)
			expect((BigInt(lastVarint.hi) << 32n) | BigInt(lastVarint.lo)).toBe(value)
			expect(within(bytes.slice(0, -1), consumeVarint)).toBe(wireFault.truncated)
		},
	)

	it('a number has ten bytes at most, and 64 bits', () => {
		const long = (...last: readonly number[]) => [...Array<number>(9).fill(0xff), ...last]
		expect(within(long(1), consumeVarint)).toBe(10)
		expect([lastVarint.lo, lastVarint.hi]).toEqual([0xffffffff, 0xffffffff])
		expect(within(long(2), consumeVarint)).toBe(wireFault.overflow)
		expect(within(long(0x80, 0), consumeVarint)).toBe(wireFault.overflow)
		expect(within(long(0x81, 0), consumeVarint)).toBe(wireFault.overflow)
		expect(within(long(), consumeVarint)).toBe(wireFault.truncated)
	})

	it('a tag has a number of 31 bits above zero, and a wire type', () => {
		const tagOf = (number: bigint, wireType: bigint) => {
			const length = within([...varintBytes((number << 3n) | wireType)], consumeTag)
			return length < 0 ? length : [lastTag.number, lastTag.wireType, length]
		}
		expect(tagOf(1n, 0n)).toEqual([1, 0, 1])
		expect(tagOf(15n, 7n)).toEqual([15, 7, 1])
		expect(tagOf(16n, 2n)).toEqual([16, 2, 2])
		expect(tagOf(2n ** 29n - 1n, 5n)).toEqual([2 ** 29 - 1, 5, 5])
		expect(tagOf(2n ** 29n, 1n)).toEqual([2 ** 29, 1, 5])
		expect(tagOf(2n ** 31n - 1n, 3n)).toEqual([2 ** 31 - 1, 3, 5])
		expect(tagOf(2n ** 31n, 0n)).toBe(wireFault.fieldNumber)
		expect(tagOf(0n, 2n)).toBe(wireFault.fieldNumber)
		expect(within([], consumeTag)).toBe(wireFault.truncated)
	})

	it('a fault in the bytes of a message has the text of the protobuf library', () => {
		const value = (wireType: number, ...bytes: readonly number[]) =>
			wireFaultText(within(bytes, (all, pos, end) => consumeFieldValue(1, wireType, all, pos, end)))
		expect(value(0, 0x80)).toBe('unexpected EOF')
		expect(wireFaultText(within([0], consumeTag))).toBe('proto:\u00a0invalid field number')
		expect(value(0, ...Array<number>(10).fill(0xff))).toBe('proto:\u00a0variable length integer overflow')
		expect(value(6)).toBe('proto:\u00a0cannot parse reserved wire type')
		expect(value(4)).toBe('proto:\u00a0mismatching end group marker')
	})

	it('each wire type has its name, and the two that do not exist a number', () => {
		expect([0, 1, 2, 3, 4, 5, 6, 7].map(wireTypeName)).toEqual([
			...['varint', 'fixed64', 'bytes', 'start_group', 'end_group', 'fixed32'],
			...['unknown type: 6', 'unknown type: 7'],
		])
	})

	it('a value behind other bytes reaches to the end at most', () => {
		const lengthOf = (wireType: number, bytes: readonly number[]) =>
			within(bytes, (all, pos, end) => consumeFieldValue(1, wireType, all, pos, end))
		expect([lengthOf(1, Array(8).fill(0)), lengthOf(1, Array(7).fill(0))]).toEqual([8, wireFault.truncated])
		expect([lengthOf(5, Array(4).fill(0)), lengthOf(5, Array(3).fill(0))]).toEqual([4, wireFault.truncated])
		expect([lengthOf(2, [2, 0, 0]), lengthOf(2, [2, 0]), lengthOf(2, [0x80])]).toEqual([3, -1, -1])
		for (const length of [2n ** 32n, 2n ** 32n - 1n, 2n ** 63n]) {
			expect(lengthOf(2, [...varintBytes(length), 0])).toBe(wireFault.truncated)
		}
	})
})
