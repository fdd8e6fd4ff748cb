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
		expect(written((writer) => writer.text('ä€'))).toEqual(utf8('ä€'))
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
