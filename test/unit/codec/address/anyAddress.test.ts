import { describe, expect, test } from 'vitest'
import { addressFromAny, bech32OfAny, hexOfAny } from '../../../../src/codec/address/anyAddress.ts'
import { toHex } from '../../../../src/util/bytes.ts'

// The first account of the words every Ethereum tool knows.
const hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bech32 = 'chain17w0adeg64ky0daxwd2ugyuneellmjgnx9gny4z'

describe('an address in either form', () => {
	test('0x and bech32 are texts of the same bytes', () => {
		expect(toHex(addressFromAny(hex, 'chain'))).toBe(hex.slice(2).toLowerCase())
		expect(toHex(addressFromAny(bech32OfAny(hex, 'chain'), 'chain'))).toBe(hex.slice(2).toLowerCase())
		expect(hexOfAny(bech32OfAny(hex, 'chain'), 'chain')).toBe(hex)
		expect(bech32OfAny(hex, 'chain').startsWith('chain17w0adeg64ky0daxwd2ugyuneellmjgnx')).toBe(true)
	})

	test('letters of one case need no checksum, mixed ones do', () => {
		expect(hexOfAny(hex.toLowerCase(), 'chain')).toBe(hex)
		expect(hexOfAny(`0x${hex.slice(2).toUpperCase()}`, 'chain')).toBe(hex)
		expect(() => addressFromAny(hex.replace('F6F4', 'f6F4'), 'chain')).toThrow(/capital letters/)
	})

	test('a bad text is refused with what is wrong', () => {
		expect(() => addressFromAny(hex.slice(0, -1), 'chain')).toThrow('a 0x address has 40 hexadecimal digits, got 39')
		expect(() => addressFromAny(`${hex.slice(0, -1)}g`, 'chain')).toThrow(/40 hexadecimal digits/)
		expect(() => addressFromAny(bech32.replace('chain', 'other'), 'chain')).toThrow()
	})
})
