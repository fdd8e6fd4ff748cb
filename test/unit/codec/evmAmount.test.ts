import { describe, expect, test } from 'vitest'
import { formatEvmAmount, parseEvmAmount } from '../../../src/codec/coins/evmAmount.ts'
import { randomSource } from '../../support/random.js'

const coin = 10n ** 18n

describe('amounts of the EVM', () => {
	test.each([
		['1.5 CHAIN', (coin * 3n) / 2n],
		['1.5chain', (coin * 3n) / 2n],
		['1500000uchain', (coin * 3n) / 2n],
		['1,500,000 uchain', (coin * 3n) / 2n],
		['1achain', 1n],
		['0.000000000000000001CHAIN', 1n],
		['0.000000000001uchain', 1n],
		['0', 0n],
	])('%s', (text, amount) => {
		expect(parseEvmAmount(text, 'uchain')).toBe(amount)
	})

	test('a number alone has no unit, unless it is said to count whole coins', () => {
		expect(() => parseEvmAmount('5', 'uchain')).toThrow('"5" has no unit: write 5CHAIN, 5uchain or 5achain')
		expect(parseEvmAmount('5', 'uchain', 'whole')).toBe(5n * coin)
	})

	test.each([
		['0.1achain', 'more than 0 decimals'],
		['0.0000000000001uchain', 'more than 12 decimals'],
		['1.0000000000000000001CHAIN', 'more than 18 decimals'],
		['5 ether', '"ether" is no unit of this chain: CHAIN, uchain or achain'],
		['UCHAIN', 'is no amount'],
		['5UCHAIN', 'is no unit'],
		['-1CHAIN', 'is no amount'],
	])('%s is refused', (text, why) => {
		expect(() => parseEvmAmount(text, 'uchain')).toThrow(why)
	})

	test.each([
		[0n, '0 CHAIN'],
		[1n, '0.000000000000000001 CHAIN'],
		[-1n, '-0.000000000000000001 CHAIN'],
		[coin / 10n, '0.1 CHAIN'],
		[coin, '1 CHAIN'],
		[-(coin * 2469n) / 2n, '-1,234.5 CHAIN'],
	])('the amount %s of the smallest unit is written %s', (amount, text) => {
		expect(formatEvmAmount(amount, 'uchain')).toBe(text)
	})

	test('what is written for people is read as the same amount, whatever it is', () => {
		const random = randomSource('evm amounts')
		for (let round = 0; round < 500; round++) {
			const amount = BigInt(random(2 ** 50)) * 10n ** BigInt(random(20)) + BigInt(round)
			expect(parseEvmAmount(formatEvmAmount(amount, 'uchain'), 'uchain')).toBe(amount)
			// The micro-unit is 10^12 of it, always.
			expect(parseEvmAmount(`${amount}uchain`, 'uchain')).toBe(amount * 10n ** 12n)
			expect(parseEvmAmount(`${amount}achain`, 'uchain')).toBe(amount)
		}
	})
})
