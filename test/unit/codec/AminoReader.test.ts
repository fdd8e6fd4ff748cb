import { describe, expect, test } from 'vitest'
import { AminoFields, AminoReader, readList, readNested, typ3 } from '../../../src/codec/amino/AminoReader.ts'

const reader = (...bytes: number[]): AminoReader => new AminoReader(Uint8Array.from(bytes))
const high = (count: number): number[] => Array.from({ length: count }, () => 0xff)

// Texts of go-amino v0.16.0 (decoder.go, binary-decode.go).
describe('amino bytes that are passed over', () => {
	test.each([
		['a varint', typ3.varint, [0xac, 0x02, 9], 2],
		['the largest varint', typ3.varint, [...high(9), 1, 9], 10],
		['bytes behind their length', typ3.byteLength, [2, 7, 8, 9], 3],
		['exactly the bytes of a length', typ3.byteLength, [2, 7, 8], 3],
		['no bytes', typ3.byteLength, [0, 9], 1],
		['eight bytes', typ3.fixed8, [1, 2, 3, 4, 5, 6, 7, 8, 9], 8],
		['exactly eight bytes', typ3.fixed8, [1, 2, 3, 4, 5, 6, 7, 8], 8],
		['four bytes', typ3.fixed4, [1, 2, 3, 4, 9], 4],
	])('%s are passed whole', (_, type, bytes, length) => {
		const read = reader(...bytes)
		read.skip(type)
		expect(read.pos).toBe(length)
		expect([...read.rest]).toEqual(bytes.slice(length))
		expect(read.isAtEnd).toBe(bytes.length === length)
	})

	test.each([
		['a varint that does not end', typ3.varint, [0x80], 'buffer too small'],
		['a varint of eleven bytes', typ3.varint, [...high(10), 1], 'EOF decoding varint'],
		['a varint of more than 64 bits', typ3.varint, [...high(9), 2], 'EOF decoding varint'],
		['fewer bytes than the length', typ3.byteLength, [3, 7, 8], 'insufficient bytes decoding []byte of length 3'],
		['a length of 2^63', typ3.byteLength, [...Array(9).fill(0x80), 1], 'invalid negative length 9223372036854775808'],
		['a length that does not end', typ3.byteLength, [0xff], 'buffer too small'],
		['a length of eleven bytes', typ3.byteLength, [...high(10), 1], 'EOF decoding uvarint'],
		['seven of eight bytes', typ3.fixed8, [1, 2, 3, 4, 5, 6, 7], 'EOF decoding int64'],
		['three of four bytes', typ3.fixed4, [1, 2, 3], 'EOF decoding int32'],
		['a group', 3, [1], 'invalid typ3 bytes '],
	])('%s is refused, and nothing counts as read', (_, type, bytes, reason) => {
		const read = reader(9, ...(bytes as number[]))
		read.uvarint()
		expect(() => read.skip(type as never)).toThrow(reason)
		expect(read.pos).toBe(1)
	})

	test.each([
		['does not end', [0x80], 'buffer too small', 0],
		['has eleven bytes', [...high(10), 1], 'EOF decoding uvarint', 11],
		['has more than 64 bits', [...high(9), 2], 'EOF decoding uvarint', 10],
	])('a number that %s is refused, and its bytes count as read', (_, bytes, reason, length) => {
		const read = reader(...bytes)
		expect(() => read.uvarint()).toThrow(reason)
		expect(read.pos).toBe(length)
	})

	test('the key of a field is looked at without passing it', () => {
		const read = reader(0x0a, 1, 7)
		expect(read.peekKey()).toEqual({ number: 1, type: typ3.byteLength, length: 1, fault: undefined })
		expect(read.pos).toBe(0)
		expect(reader(0x80).peekKey()).toMatchObject({ fault: 'buffer too small' })
		expect(reader(...high(10), 1).peekKey()).toMatchObject({ fault: 'EOF decoding uvarint' })
		// 2^29 and one less, as a number of a field.
		expect(reader(0x80, 0x80, 0x80, 0x80, 0x10).peekKey()).toMatchObject({ fault: 'invalid field num 536870912' })
		expect(reader(0xf8, 0xff, 0xff, 0xff, 0x0f).peekKey()).toMatchObject({ number: 536_870_911, fault: undefined })
	})

	test('what is behind a length is read by itself; after a fault the bytes read so far are passed', () => {
		const outer = reader(3, 1, 2, 3, 9)
		expect(readNested(outer, (inner) => [...inner.rest])).toEqual([1, 2, 3])
		const broken = reader(3, 1, 0x80, 3, 9)
		expect(() =>
			readNested(broken, (inner) => {
				inner.uvarint()
				throw new Error('stop')
			}),
		).toThrow('stop')
		expect(broken.pos).toBe(2)
		const short = reader(5, 1)
		expect(() => readNested(short, () => 0)).toThrow('insufficient bytes')
		expect(short.pos).toBe(0)
	})
})

describe('the fields of an amino struct', () => {
	const struct = (...bytes: number[]) => {
		const read = reader(...bytes)
		return { read, fields: new AminoFields(read, 'pkg.Struct') }
	}
	const seen = (number: number, last: number, rest: string): string =>
		`encountered fieldnNum: ${number}, but we have already seen fnum: ${last}\nbytes:${rest}`

	test('fields of an amino struct are read in order, those that are not there are undefined, and others are skipped', () => {
		const { read, fields } = struct(0x08, 5, 0x12, 2, 7, 8, 0x21, ...Array(8).fill(1), 0x2d, ...Array(4).fill(1))
		expect(fields.read(1, typ3.varint, () => read.uvarint())).toBe(5n)
		expect(fields.read(2, typ3.byteLength, () => [...read.byteSlice()])).toEqual([7, 8])
		expect(fields.read(3, typ3.varint, () => read.uvarint())).toBeUndefined()
		expect(read.pos).toBe(6)
		fields.skipRest()
		expect(read.isAtEnd).toBe(true)
		expect(fields.read(9, typ3.varint, () => read.uvarint())).toBeUndefined()
		const first = struct(0x08, 5)
		first.fields.skipRest()
		expect(first.read.isAtEnd).toBe(true)
	})

	test.each([
		[[0x0a, 1, 7], '(U)Varint', 'ByteLength', typ3.varint],
		[[0x08, 7], 'ByteLength', '(U)Varint', typ3.byteLength],
		[[0x0d, 7], '8Byte', '4Byte', typ3.fixed8],
		[[0x09, 7], '4Byte', '8Byte', typ3.fixed4],
		[[0x0b, 7], '4Byte', '<Invalid Typ3 3>', typ3.fixed4],
	])('a field of another encoding is refused behind its key: %j is no %s', (bytes, wanted, got, type) => {
		const { read, fields } = struct(...bytes)
		const reason = `expected field type ${wanted} for # 1 of pkg.Struct, got ${got}`
		expect(() => fields.read(1, type, () => 0)).toThrow(reason)
		expect(read.pos).toBe(1)
	})

	test('a number of a field that is not larger than the one before is refused with the bytes that follow', () => {
		const within = struct(0x10, 1, 0x08, 2)
		expect(within.fields.read(2, typ3.varint, () => within.read.uvarint())).toBe(1n)
		expect(() => within.fields.read(3, typ3.varint, () => 0)).toThrow(seen(1, 2, '0802'))
		const behind = struct(0x10, 1, 0x10, 2)
		behind.fields.read(2, typ3.varint, () => behind.read.uvarint())
		expect(() => behind.fields.skipRest()).toThrow(seen(2, 2, '02'))
	})

	test('a field without a readable key is number zero where it is read, and has its own fault where it is skipped', () => {
		expect(() => struct(0x80).fields.read(1, typ3.varint, () => 0)).toThrow(seen(0, 0, '80'))
		expect(() => struct(0x80).fields.skipRest()).toThrow('buffer too small')
		const large = [0x80, 0x80, 0x80, 0x80, 0x10]
		expect(() => struct(...large).fields.read(1, typ3.varint, () => 0)).toThrow(seen(0, 0, '8080808010'))
		expect(() => struct(...large).fields.skipRest()).toThrow('invalid field num 536870912')
	})
})

describe('a list in an amino struct', () => {
	const list = (read: AminoReader) =>
		readList<readonly number[] | string>(
			read,
			2,
			() => [...read.byteSlice()],
			() => 'none',
		)

	test('a list in an amino struct ends before the next field, and an item of no bytes is one', () => {
		const read = reader(0x12, 1, 7, 0x12, 0, 0x12, 2, 0, 8, 0x1a, 0)
		expect(list(read)).toEqual([[7], 'none', [0, 8]])
		expect([...read.rest]).toEqual([0x1a, 0])
		expect(list(reader())).toEqual([])
	})

	test.each([
		[[0x0a, 0], 'expected repeated field number 2 or greater, got 1'],
		[[0x12, 1, 7, 0x10, 5], 'expected repeated field type ByteLength, got (U)Varint'],
		[[0x12, 5, 1], 'error reading array contents: insufficient bytes decoding []byte of length 5'],
	])('a list of the bytes %j in an amino struct is refused: %s', (bytes, reason) => {
		expect(() => list(reader(...bytes))).toThrow(expect.objectContaining({ log: reason }))
	})

	test('a fault that is none of the chain leaves a list of an amino struct as it is', () => {
		const stop = () => {
			throw new TypeError('stop')
		}
		expect(() => readList(reader(0x12, 1, 7), 2, stop)).toThrow(new TypeError('stop'))
	})
})
