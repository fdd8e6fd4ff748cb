import { describe, expect, test } from 'vitest'
import {
	addressHex,
	addressOfWord,
	slotAt,
	slotOfBytes,
	wordBytes,
} from '../../../../../src/modules/evm/vm/wordBytes.ts'
import { toHex } from '../../../../../src/util/bytes.ts'

/** The numbers 1 to 32, each a byte. */
const each = Array.from({ length: 32 }, (_, at) => (at + 1).toString(16).padStart(2, '0')).join('')

describe('words of the EVM as bytes', () => {
	test('a word is its 32 bytes, the highest first, a negative number its complement', () => {
		expect(toHex(wordBytes(BigInt(`0x${each}`)))).toBe(each)
		expect(toHex(wordBytes(1n << 255n))).toBe(`80${'00'.repeat(31)}`)
		expect(toHex(wordBytes(-1n))).toBe('ff'.repeat(32))
		expect(toHex(wordBytes(0n))).toBe('00'.repeat(32))
	})

	test('the address in a word is its last 20 bytes, also after another with the same last byte', () => {
		const other = each.replace('0d', 'dd')
		for (const hex of [each, other, each, other]) {
			const bytes = addressOfWord(BigInt(`0x${hex}`))
			expect(toHex(bytes)).toBe(hex.slice(24))
			expect(addressHex(bytes)).toBe(hex.slice(24))
		}
	})

	test('a slot is the same in bytes and in hex, also after another with the same last byte', () => {
		const other = `f${each.slice(1)}`
		for (const hex of [each, other, each, other]) {
			const { bytes, hex: told } = slotAt(BigInt(`0x${hex}`))
			expect([toHex(bytes), told]).toEqual([hex, hex])
		}
		expect(slotOfBytes(wordBytes(5n))).toEqual({ bytes: wordBytes(5n), hex: '5'.padStart(64, '0') })
	})
})
