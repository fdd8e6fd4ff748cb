import { describe, expect, test } from 'vitest'
import { ReverseWriter, varintBytes } from '../../../src/codec/proto/encodeMessage.ts'
import { utf8 } from '../../../src/util/bytes.ts'

function written(write: (writer: ReverseWriter) => void): Uint8Array {
	const writer = new ReverseWriter()
	write(writer)
	return writer.copy()
}

describe('ReverseWriter', () => {
	test('writes varints at every border of their length', () => {
		for (let bits = 0n; bits <= 64n; bits++) {
			for (const near of [-1n, 0n, 1n]) {
				const value = (1n << bits) + near
				if (value < 0n || value > 0xffff_ffff_ffff_ffffn) continue
				expect(written((writer) => writer.varint(value))).toEqual(varintBytes(value))
				if (value > BigInt(Number.MAX_SAFE_INTEGER)) continue
				expect(written((writer) => writer.uint(Number(value)))).toEqual(varintBytes(value))
			}
		}
	})

	test('puts what is written later before what is there', () => {
		const bytes = written((writer) => {
			writer.text('world')
			writer.bytes(Uint8Array.of(0x20))
			writer.text('hello')
		})
		expect(bytes).toEqual(utf8('hello world'))
	})

	test('keeps bytes of a text that are not UTF-8', () => {
		expect(written((writer) => writer.text('a\udcff'))).toEqual(Uint8Array.of(0x61, 0xff))
		for (const text of ['ä€', '\u007f', '\u0080', 'a\u0080', `${'x'.repeat(63)}\u0081`, 'x'.repeat(64)]) {
			expect(written((writer) => writer.text(text))).toEqual(utf8(text))
		}
	})

	test.each<readonly [string, (writer: ReverseWriter) => void, readonly number[]]>([
		['a number', (writer) => writer.uint(300), [0xac, 0x02]],
		['a number of 64 bits', (writer) => writer.varint(2n ** 64n - 1n), [...Array<number>(9).fill(0xff), 1]],
		['a short text', (writer) => writer.text('abc'), [0x61, 0x62, 0x63]],
		['bytes', (writer) => writer.bytes(Uint8Array.of(1, 2, 3)), [1, 2, 3]],
	])('a buffer of any fill has room for %s before what is written', (_, write, expected) => {
		for (let before = 1000; before < 1030; before++) {
			const bytes = written((writer) => {
				writer.bytes(new Uint8Array(before).fill(7))
				write(writer)
			})
			expect([...bytes], `${before}`).toEqual([...expected, ...Array<number>(before).fill(7)])
		}
	})

	test('grows with what is written, and starts anew after a reset', () => {
		const writer = new ReverseWriter()
		const long = 'x'.repeat(100_000)
		writer.text('end')
		writer.text(long)
		expect(writer.written).toBe(100_003)
		expect(writer.copy()).toEqual(utf8(`${long}end`))
		writer.reset()
		expect(writer.written).toBe(0)
		writer.uint(300)
		expect(writer.copy()).toEqual(Uint8Array.of(0xac, 0x02))
	})
})
