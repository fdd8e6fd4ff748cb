import { describe, expect, test } from 'vitest'
import { AminoReader, readNested, typ3 } from '../../../src/codec/amino/AminoReader.ts'

const reader = (...bytes: number[]): AminoReader => new AminoReader(Uint8Array.from(bytes))
const high = (count: number): number[] => Array.from({ length: count }, () => 0xff)

// Texts of go-amino v0.16.0 (decoder.go, binary-decode.go).
describe('amino bytes that are passed over', () => {
	test.each([
		['a varint', typ3.varint, [0xac, 0x02, 9], 2],
		['the largest varint', typ3.varint, [...high(9), 1, 9], 10],
		['bytes behind their length', typ3.byteLength, [2, 7, 8, 9], 3],
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
		const read = reader(...(bytes as number[]))
		expect(() => read.skip(type as never)).toThrow(reason)
		expect(read.pos).toBe(0)
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
