import { describe, expect, test } from 'vitest'
import { decodeBech32, encodeBech32 } from '../../../../src/codec/address/bech32.ts'

// Some of these texts are the ones of BIP-173.
describe('a bech32 text', () => {
	test.each([
		['a12uel5', 'invalid bech32 string length 7'],
		[' 1nwldj5', "invalid character in string: ' '"],
		['\u007f1axkwrx', "invalid character in string: '\u007f'"],
		['pzry9x0s0muk', 'invalid separator index -1'],
		['1qzzfhee', 'invalid separator index 0'],
		['li1dgmt3', 'invalid separator index 2'],
		['x1b4n0q5v', 'invalid character not part of charset: 98'],
		['A12uel5l', 'string not all lowercase or all uppercase'],
		['a12UEL5L', 'string not all lowercase or all uppercase'],
		['Z12uel5l', 'string not all lowercase or all uppercase'],
		['z12UEL5L', 'string not all lowercase or all uppercase'],
		['a12uel5q', 'invalid checksum (expected 2uel5l got 2uel5q)'],
	])('a bech32 text is refused for the first thing that is wrong: %s: %s', (text, fault) => {
		const message = `decoding bech32 failed: ${fault}`
		expect(() => decodeBech32(text)).toThrow(expect.objectContaining({ message }))
	})

	test('a bech32 text may be as short as its separator, one letter and the checksum, and have 1,023 letters', () => {
		expect(decodeBech32('a12uel5l')).toEqual({ prefix: 'a', bytes: new Uint8Array(0) })
		expect(decodeBech32('A12UEL5L')).toEqual({ prefix: 'a', bytes: new Uint8Array(0) })
		const bytes = new Uint8Array(630).fill(0xa5)
		const longest = encodeBech32('longest'.padEnd(8, 'x'), bytes)
		expect([longest.length, decodeBech32(longest)]).toEqual([1023, { prefix: 'longestx', bytes }])
		expect(() => decodeBech32(encodeBech32('longestxx', bytes))).toThrow('invalid bech32 string length 1024')
	})

	test('the prefix of a bech32 text may have every printable character, in one case', () => {
		const bytes = Uint8Array.of(0, 1, 254, 255)
		for (let code = 33; code <= 126; code++) {
			const prefix = String.fromCharCode(code).toLowerCase()
			const text = encodeBech32(String.fromCharCode(code), bytes)
			expect(decodeBech32(text), text).toEqual({ prefix, bytes })
			expect(decodeBech32(text.toUpperCase()), text).toEqual({ prefix, bytes })
		}
	})

	test('the bytes of a bech32 text are whole, and nothing follows them', () => {
		for (const count of [1, 2, 3, 4, 5, 6, 32]) {
			const bytes = Uint8Array.from({ length: count }, (_, at) => 255 - at)
			expect(decodeBech32(encodeBech32('p', bytes))).toEqual({ prefix: 'p', bytes })
		}
	})
})
