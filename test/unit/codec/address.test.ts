import { describe, expect, it } from 'vitest'
import { addressFromText, addressToText, moduleAddress } from '../../../src/codec/address/address.ts'
import { encodeBech32 } from '../../../src/codec/address/bech32.ts'
import { generation8AddressFromText } from '../../../src/codec/address/generation8Address.ts'
import { ChainError } from '../../../src/errors/ChainError.ts'

const good = 'chain1v8vqwu75l4prdlapph2gqg06yllc4762snzhhc'

describe('account addresses', () => {
	it('reads and writes texts, upper case too', () => {
		const raw = addressFromText(good, 'chain')
		expect(raw.length).toBe(20)
		expect(addressToText(raw, 'chain')).toBe(good)
		expect(addressToText(raw, 'kava')).toBe('kava1v8vqwu75l4prdlapph2gqg06yllc4762eyzp22')
		expect(addressFromText(good.toUpperCase(), 'chain')).toEqual(raw)
		expect(addressToText(new Uint8Array(0), 'chain')).toBe('')
	})

	it('takes any length from 1 to 255 bytes', () => {
		for (const length of [1, 2, 19, 20, 21, 32, 254, 255]) {
			const raw = new Uint8Array(length).fill(7)
			expect(addressFromText(addressToText(raw, 'chain'), 'chain')).toEqual(raw)
		}
	})

	it.each([
		['', 'empty address string is not allowed'],
		[' \u0085\u3000', 'empty address string is not allowed'],
		['abcdef', 'decoding bech32 failed: invalid bech32 string length 6'],
		['a'.repeat(1024), 'decoding bech32 failed: invalid bech32 string length 1024'],
		['chain1 wide', "decoding bech32 failed: invalid character in string: ' '"],
		['chain1é9999', "decoding bech32 failed: invalid character in string: 'Ã'"],
		['Chain1qqqqqq', 'decoding bech32 failed: string not all lowercase or all uppercase'],
		['chainqqqqqqq', 'decoding bech32 failed: invalid separator index -1'],
		['1qqqqqqqqqqq', 'decoding bech32 failed: invalid separator index 0'],
		['chain1qqqqq', 'decoding bech32 failed: invalid separator index 5'],
		['chain1bqqqqqq', 'decoding bech32 failed: invalid character not part of charset: 98'],
		[`${good.slice(0, -1)}q`, 'decoding bech32 failed: invalid checksum (expected snzhhc got snzhhq)'],
		['kava1v8vqwu75l4prdlapph2gqg06yllc4762eyzp22', 'invalid Bech32 prefix; expected chain, got kava'],
		[encodeBech32('chain', new Uint8Array(0)), 'addresses cannot be empty: unknown address'],
		[encodeBech32('chain', new Uint8Array(256)), 'address max length is 255, got 256: unknown address'],
	])('refuses %j', (text, error) => {
		const [codespace, code] = error.endsWith('unknown address') ? ['sdk', 9] : ['undefined', 1]
		expect(() => addressFromText(text, 'chain')).toThrow(new ChainError(String(codespace), Number(code), error))
	})

	// Their checksums are right.
	it.each([
		['a group of five bits more than twenty bytes have', 'chain1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqamhf4k'],
		['a last group whose spare bits are not zero', 'chain1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpf27th9'],
	])('refuses %s', (_, text) => {
		expect(() => addressFromText(text, 'chain')).toThrow('decoding bech32 failed: invalid incomplete group')
	})

	it('keeps addresses of many prefixes apart', () => {
		const prefixes = Array.from({ length: 20 }, (_, at) => `chain${String.fromCharCode(97 + at)}`)
		const raw = addressFromText(good, 'chain')
		for (const prefix of prefixes) {
			const text = addressToText(raw, prefix)
			expect(addressFromText(text, prefix)).toEqual(raw)
			expect(() => addressFromText(text, 'chain')).toThrow(`invalid Bech32 prefix; expected chain, got ${prefix}`)
		}
		expect(addressFromText(good, 'chain')).toEqual(raw)
	})

	it('makes module addresses of names', () => {
		expect(addressToText(moduleAddress('fee_collector'), 'chain')).toBe('chain17xpfvakm2amg962yls6f84z3kell8c5l9mhtqg')
	})
})

describe('account addresses of generation 8', () => {
	it.each([
		['chainqqqqqqq', 'decoding bech32 failed: invalid index of 1'],
		['a'.repeat(91), 'decoding bech32 failed: invalid bech32 string length 91'],
		[
			'chain1bqqqqqq',
			'decoding bech32 failed: failed converting data to bytes: invalid character not part of charset: 98',
		],
		[`${good.slice(0, -1)}q`, 'decoding bech32 failed: checksum failed. Expected snzhhc, got snzhhq.'],
		['cosmos1v8vqwu75l4prdlapph2gqg06yllc4762p4d7sm', 'decoding bech32 failed: checksum failed. Expected '],
		[encodeBech32('chain', new Uint8Array(19)), 'incorrect address length'],
		[encodeBech32('kava', new Uint8Array(20)), 'invalid Bech32 prefix; expected chain, got kava'],
	])('refuses %j', (text, error) => {
		expect(() => generation8AddressFromText(text, 'chain')).toThrow(error)
	})

	it('takes 20 bytes, and nothing at all', () => {
		expect(generation8AddressFromText(good, 'chain')).toEqual(addressFromText(good, 'chain'))
		expect(generation8AddressFromText(' ', 'chain').length).toBe(0)
	})
})
