import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { expect, test } from 'vitest'
import { ByteReader } from '../../../src/store/ByteReader.ts'
import { ByteWriter } from '../../../src/store/ByteWriter.ts'
import { toHex } from '../../../src/util/bytes.ts'

const edges = [7, 14, 21, 28, 31, 32, 35, 42, 49, 53].map((bits) => 2 ** bits)

test('numbers are written as protobuf writes them, and read back, at each end of a byte', () => {
	const writer = new ByteWriter()
	for (const value of [0, 1, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])]) {
		if (value > Number.MAX_SAFE_INTEGER) continue
		writer.reset()
		writer.uvarint(value)
		expect(toHex(writer.copy()), String(value)).toBe(toHex(new BinaryWriter().uint64(value).finish()))
		expect(new ByteReader(writer.view()).uvarint()).toBe(value)
		if (value * 2 > Number.MAX_SAFE_INTEGER) continue
		writer.reset()
		writer.varint(value)
		expect(toHex(writer.copy()), String(value)).toBe(toHex(new BinaryWriter().sint64(value).finish()))
	}
})

test.each([1, 1023, 1024, 1025, 4095, 4096, 4097, 100_000])(
	'a text and bytes of %i bytes are read back behind each other, and a copy outlives the next write',
	(size) => {
		const writer = new ByteWriter()
		const bytes = Uint8Array.from({ length: size }, (_, at) => at * 31)
		writer.bytes(bytes)
		writer.text('x'.repeat(size))
		writer.raw(Uint8Array.of(1, 2, 3))
		const copy = writer.copy()
		writer.reset()
		writer.bytes(Uint8Array.from(bytes, (byte) => byte ^ 0xff))
		writer.copy()
		const reader = new ByteReader(copy)
		expect(toHex(reader.bytes())).toBe(toHex(bytes))
		expect(reader.text()).toBe('x'.repeat(size))
		expect(reader.done).toBe(false)
		expect(reader.rest()).toEqual(Uint8Array.of(1, 2, 3))
		expect(reader.done).toBe(true)
		expect(() => reader.uvarint()).toThrow('a record of the state database is cut short')
		expect(() => new ByteReader(copy).raw(copy.length + 1)).toThrow('a record of the state database is cut short')
		expect(new ByteReader(copy).raw(copy.length)).toHaveLength(copy.length)
	},
)

test('short copies never share a byte, however many there are', () => {
	const writer = new ByteWriter()
	const copies = Array.from({ length: 300 }, (_, at) => {
		writer.reset()
		writer.raw(new Uint8Array(1000).fill(at))
		return writer.copy()
	})
	for (const [at, copy] of copies.entries()) {
		expect(copy).toHaveLength(1000)
		expect(copy.every((byte) => byte === (at & 0xff))).toBe(true)
	}
})

test('copies of up to 1,024 bytes share memory of 65,536 bytes to its end, a longer one has its own', () => {
	const copyOf = (size: number): Uint8Array => {
		const writer = new ByteWriter()
		writer.raw(new Uint8Array(size))
		return writer.copy()
	}
	const before = copyOf(1_024).buffer
	let first = copyOf(1_024)
	while (first.buffer === before) first = copyOf(1_024)
	expect([first.byteOffset, first.buffer.byteLength]).toEqual([0, 65_536])
	const longer = copyOf(1_025)
	expect([longer.byteOffset, longer.buffer.byteLength]).toEqual([0, 1_025])
	const places = Array.from({ length: 63 }, () => copyOf(1_024))
	expect(places.every(({ buffer }) => buffer === first.buffer)).toBe(true)
	expect(places.map(({ byteOffset }) => byteOffset)).toEqual(places.map((_, at) => (at + 1) * 1_024))
	const next = copyOf(1)
	expect([next.buffer === first.buffer, next.byteOffset]).toEqual([false, 0])
})

test('a number, bytes and a text are whole wherever in the memory of their writer they begin', () => {
	const bytes = Uint8Array.from({ length: 20 }, (_, at) => at + 200)
	for (let before = 4_096 - 24; before <= 4_098; before++) {
		for (const write of [
			(writer: ByteWriter) => writer.uvarint(Number.MAX_SAFE_INTEGER),
			(writer: ByteWriter) => writer.bytes(bytes),
			(writer: ByteWriter) => writer.text('\xff'.repeat(20)),
		]) {
			const [alone, behind] = [new ByteWriter(), new ByteWriter()]
			write(alone)
			behind.raw(new Uint8Array(before).fill(7))
			write(behind)
			expect(toHex(behind.view()), String(before)).toBe('07'.repeat(before) + toHex(alone.view()))
		}
	}
})
