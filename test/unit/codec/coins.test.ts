import { describe, expect, it } from 'vitest'
import {
	addCoins,
	amountOf,
	areValidCoins,
	areZeroCoins,
	coinsToText,
	equalCoins,
	isAllGTE,
	isAnyGTE,
	isAnyNegative,
	safeSubCoins,
	sortCoins,
	subCoins,
	validateCoins,
} from '../../../src/codec/coins/coins.ts'
import {
	decimalToText,
	parseCoins,
	parseDecCoins,
	parseDecimal,
	requiredFee,
} from '../../../src/codec/coins/decCoins.ts'
import { parseBigInt, parseIntField } from '../../../src/codec/coins/parseBigInt.ts'

const coins = (text: string) => text.split(',').flatMap((part) => parseCoins(part))

describe('coins', () => {
	it('parses lists, sorts them and drops zero amounts', () => {
		expect(coinsToText(parseCoins('5uchain, 3busd,0atom'))).toBe('3busd,5uchain')
		expect(parseCoins('')).toEqual([])
		expect(coinsToText(parseCoins('1.9uchain'))).toBe('1uchain')
		expect(parseDecCoins('0.01uchain').map(({ scaled, denom }) => decimalToText(scaled) + denom)).toEqual([
			'0.010000000000000000uchain',
		])
	})

	it.each([
		['5', 'invalid decimal coin expression: 5'],
		['uchain', 'invalid decimal coin expression: uchain'],
		['-5uchain', 'invalid decimal coin expression: -5uchain'],
		['5uchain,', 'invalid decimal coin expression: '],
		['.5uchain', 'failed to parse decimal coin amount: .5: invalid decimal length'],
		[`${'9'.repeat(80)}uchain`, 'decimal out of range; bitLen: got 326, max 256'],
		['5uchain,6uchain', 'duplicate denomination uchain'],
	])('refuses %j', (text, error) => {
		expect(() => parseCoins(text)).toThrow(error)
	})

	it.each([
		[0n, '0.000000000000000000'],
		[1n, '0.000000000000000001'],
		[-1n, '-0.000000000000000001'],
		[-15n * 10n ** 17n, '-1.500000000000000000'],
		[123n * 10n ** 18n, '123.000000000000000000'],
	])('writes the decimal %s with all its places', (scaled, text) => {
		expect(decimalToText(scaled)).toBe(text)
		expect(parseDecimal(text)).toBe(scaled)
	})

	it('sorts decimal coins by their denomination, and the fee of a price is rounded up', () => {
		const denoms = (text: string) => parseDecCoins(text).map(({ denom }) => denom)
		expect(denoms('1kava,1busd,1uchain,1atom')).toEqual(['atom', 'busd', 'kava', 'uchain'])
		expect(denoms('1atom,1busd')).toEqual(['atom', 'busd'])
		expect(() => parseDecCoins('1busd,2atom,3busd')).toThrow('duplicate denomination busd')
		const [price] = parseDecCoins('0.025uchain')
		expect([0n, 1n, 40n, 41n].map((gas) => requiredFee(price!, gas))).toEqual([0n, 1n, 1n, 2n])
		const [least] = parseDecCoins('0.000000000000000001uchain')
		expect([1n, 10n ** 18n, 10n ** 18n + 1n].map((gas) => requiredFee(least!, gas))).toEqual([1n, 1n, 2n])
	})

	it('names the first fault of a set', () => {
		const of = (denom: string, amount: bigint) => ({ denom, amount })
		const fault =
			(...set: { denom: string; amount: bigint }[]) =>
			() =>
				validateCoins(set)
		expect(fault(of('a', 1n))).toThrow('invalid denom: a')
		expect(fault(of('uchain', 0n))).toThrow('coin 0uchain amount is not positive')
		expect(fault(of('uchain', 1n), of('busd', 1n))).toThrow('denomination busd is not sorted')
		expect(fault(of('busd', 1n), of('busd', 1n))).toThrow('duplicate denomination busd')
		expect(fault(of('busd', 1n), of('uchain', -1n))).toThrow('coin uchain amount is not positive')
		expect(fault(of('busd', 1n), of('u', 1n))).toThrow('invalid denom: u')
		expect(fault(of('busd', 1n), of('uchain', 0n))).toThrow('coin uchain amount is not positive')
		expect(fault(of('busd', 1n), of('kava', 1n), of('kava', 1n))).toThrow('duplicate denomination kava')
		expect(fault(of('busd', 1n), of('uchain', 1n), of('kava', 1n))).toThrow('denomination kava is not sorted')
		expect(fault(of('busd', 1n), of('uchain', 1n))).not.toThrow()
		expect(fault()).not.toThrow()
		expect(areValidCoins([of('busd', 1n), of('uchain', 1n)])).toBe(true)
		expect(areValidCoins([of('busd', 1n), of('busd', 1n)])).toBe(false)
		expect(areValidCoins([of('busd', 0n)])).toBe(false)
		expect(areValidCoins([of('uchain', 1n), of('busd', 1n)])).toBe(false)
		expect(areValidCoins([])).toBe(true)
		expect(areValidCoins([of('a', 1n)])).toBe(false)
		expect(areValidCoins([of('busd', 1n), of('u', 1n)])).toBe(false)
	})

	it('adds and subtracts sorted sets', () => {
		const a = coins('3busd,5uchain')
		const b = coins('1atom,5uchain')
		expect(coinsToText(addCoins(a, b))).toBe('1atom,3busd,10uchain')
		expect(safeSubCoins(a, b)).toEqual({
			coins: [
				{ denom: 'atom', amount: -1n },
				{ denom: 'busd', amount: 3n },
			],
			negative: true,
		})
		expect(() => subCoins(a, b)).toThrow('negative coin amount')
		expect(safeSubCoins(a, a)).toEqual({ coins: [], negative: false })
		const unsorted = [...a].reverse()
		expect(() => addCoins(unsorted, b)).toThrow('Coins (self) must be sorted')
		expect(() => addCoins(b, unsorted)).toThrow('Wrong argument: coins must be sorted')
		expect(coinsToText(subCoins(a, coins('5uchain')))).toBe('3busd')
		expect(() => addCoins([{ denom: 'uchain', amount: 2n ** 256n - 1n }], coins('1uchain'))).toThrow('Int overflow')
	})

	it('keeps amounts of 256 bits, and takes equal neighbours for sorted as the framework does', () => {
		const of = (denom: string, amount: bigint) => ({ denom, amount })
		const most = 2n ** 256n - 1n
		expect(addCoins([of('uchain', 2n ** 255n)], [of('uchain', 2n ** 255n - 1n)])).toEqual([of('uchain', most)])
		expect(safeSubCoins([], [of('uchain', most)])).toEqual({ coins: [of('uchain', -most)], negative: true })
		expect(addCoins([of('busd', 1n), of('busd', 2n)], [])).toEqual([of('busd', 1n), of('busd', 2n)])
	})

	it('sorts coins by their denomination, and tells negative amounts and those of nothing', () => {
		const of = (denom: string, amount: bigint) => ({ denom, amount })
		const mixed = [of('kava', 1n), of('busd', 2n), of('uchain', 3n), of('atom', 4n), of('busd', 5n)]
		expect(coinsToText(sortCoins(mixed))).toBe('4atom,2busd,5busd,1kava,3uchain')
		expect(coinsToText(mixed)).toBe('1kava,2busd,3uchain,4atom,5busd')
		expect(
			[[], [0n], [0n, 0n], [1n], [-1n], [0n, -1n]].map((set) => {
				const coins = set.map((amount) => of('uchain', amount))
				return [isAnyNegative(coins), areZeroCoins(coins)]
			}),
		).toEqual([
			[false, true],
			[false, true],
			[false, true],
			[false, false],
			[true, false],
			[true, false],
		])
	})

	it('compares sets', () => {
		const a = coins('3busd,5uchain')
		expect(isAllGTE(a, coins('5uchain'))).toBe(true)
		expect(isAllGTE(a, coins('1atom'))).toBe(false)
		expect(isAllGTE([], [])).toBe(true)
		expect(isAnyGTE(a, coins('9busd,5uchain'))).toBe(true)
		expect(isAnyGTE(a, [])).toBe(false)
		expect(equalCoins(a, [...a].reverse())).toBe(true)
		expect(isAnyGTE(a, coins('6uchain'))).toBe(false)
		expect(isAnyGTE([{ denom: 'busd', amount: 1n }], [{ denom: 'busd', amount: 0n }])).toBe(false)
		expect(equalCoins(a, coins('3busd'))).toBe(false)
		expect(equalCoins(a, [{ denom: 'busd,5uchain', amount: 3n }])).toBe(false)
		expect(equalCoins(a, coins('3busd,6uchain'))).toBe(false)
		expect(amountOf(a, 'none')).toBe(0n)
		expect(amountOf(a, 'uchain')).toBe(5n)
	})
})

describe('integers', () => {
	it.each([
		['0x10', 16n],
		['010', 8n],
		['0b11', 3n],
		['0o17', 15n],
		['1_000', 1000n],
		['+5', 5n],
		['-7', -7n],
		['0', 0n],
		['09', undefined],
		['1__0', undefined],
		['_1', undefined],
		['1_', undefined],
		['', undefined],
		[' 1', undefined],
		['0x', undefined],
	])('reads %j as Go does', (text, value) => {
		expect(parseBigInt(text)).toBe(value)
	})

	it('bounds amounts at 256 bits', () => {
		expect(parseIntField((2n ** 256n - 1n).toString())).toBe(2n ** 256n - 1n)
		expect(() => parseIntField((2n ** 256n).toString())).toThrow('integer out of range; got: 257, max: 256')
		expect(() => parseIntField('a"b')).toThrow('math/big: cannot unmarshal "a\\"b" into a *big.Int')
	})

	it('reads decimals', () => {
		expect(parseDecimal('1.5')).toBe(15n * 10n ** 17n)
		expect(parseDecimal('-0.1')).toBe(-(10n ** 17n))
		expect(() => parseDecimal('')).toThrow('decimal string cannot be empty')
		expect(() => parseDecimal('1.2.3')).toThrow('invalid decimal string')
		expect(() => parseDecimal('1.')).toThrow('invalid decimal length')
		expect(() => parseDecimal('1.0000000000000000001')).toThrow('invalid precision; max: 18, got: 19')
		const most = '115792089237316195423570985008687907853269984665640564039457.584007913129639935'
		expect(parseDecimal(most)).toBe(2n ** 256n - 1n)
		expect(() => parseDecimal(most.replace(/5$/, '6'))).toThrow('decimal out of range; bitLen: got 257, max 256')
		expect(() => parseDecimal('1e5')).toThrow('failed to set decimal string: 1e5000000000000000000')
	})
})
