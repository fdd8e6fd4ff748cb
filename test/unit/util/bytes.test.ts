import { expect, it } from 'vitest'
import {
	bigEndian64,
	compareBytes,
	concatBytes,
	equalBytes,
	fromBase64,
	fromBigEndian64,
	fromHex,
	fromUtf8,
	joinBytes,
	latin1Text,
	toBase64,
	toHex,
	toHexUpper,
	utf8,
} from '../../../src/util/bytes.ts'

const bytes = Uint8Array.of(0, 10, 127, 128, 255)

it('bytes are written in hexadecimal of either case and read from both', () => {
	expect([toHex(bytes), toHexUpper(bytes)]).toEqual(['000a7f80ff', '000A7F80FF'])
	for (const text of ['000a7f80ff', '000A7F80fF']) expect(fromHex(text)).toEqual(bytes)
	expect(fromHex('')).toEqual(new Uint8Array())
	for (const text of ['0', '000', '0g', '0x00', ' 00', '00\n']) expect(fromHex(text), text).toBeUndefined()
})

it('bytes are written in base64 with padding and read from nothing else', () => {
	expect(toBase64(bytes)).toBe('AAp/gP8=')
	for (const length of [0, 1, 2, 3]) {
		const part = bytes.subarray(0, length)
		expect(fromBase64(toBase64(part))).toEqual(new Uint8Array(part))
	}
	for (const text of ['AAp/gP8', 'AAp_gP8=', 'A===', '====', 'AA=A', 'AAA=AAA=', 'AAAAA', ' AAA']) {
		expect(fromBase64(text), text).toBeUndefined()
	}
})

it('bytes are joined, compared and told apart', () => {
	expect(concatBytes(bytes, new Uint8Array(), Uint8Array.of(1))).toEqual(Uint8Array.of(...bytes, 1))
	expect(joinBytes([])).toEqual(new Uint8Array())
	expect(equalBytes(bytes, bytes.slice())).toBe(true)
	expect([equalBytes(bytes, bytes.subarray(1)), equalBytes(bytes, Uint8Array.of(0, 10, 127, 128, 254))]).toEqual([
		false,
		false,
	])
	const signs = (other: Uint8Array) => Math.sign(compareBytes(bytes, other))
	expect([signs(bytes), signs(bytes.subarray(0, 4)), signs(Uint8Array.of(0, 11))]).toEqual([0, 1, -1])
	expect(latin1Text(bytes, 2, 5)).toBe('\u007f\u0080\u00ff')
})

it('bytes of texts are UTF-8, a mark of byte order too, and numbers of 64 bits are big-endian', () => {
	expect(toHex(utf8('é\ud800'))).toBe('c3a9efbfbd')
	expect(fromUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff))).toBe('\ufeffa\ufffd')
	expect(toHex(bigEndian64(2n ** 64n - 2n))).toBe('fffffffffffffffe')
	expect(fromBigEndian64(concatBytes(bytes, bigEndian64(258n)).subarray(5))).toBe(258n)
})
