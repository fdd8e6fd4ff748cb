import { describe, expect, test } from 'vitest'
import { coinsOfGas, mempoolFee } from '../../../../src/app/ante/deductFee.ts'
import type { RunMode } from '../../../../src/app/Context.ts'
import type { AppTx } from '../../../../src/app/tx/AppTx.ts'
import { parseDecCoins, parseDecimal } from '../../../../src/codec/coins/decCoins.ts'
import { PanicError } from '../../../../src/errors/ChainError.ts'
import { createModuleBench } from '../../modules/moduleBench.ts'

const ctx = createModuleBench().contextAt(0n)

/** Coins as they are written: `5aaa,7bbb`; an amount that is left out is missing. */
function amounts(text: string): { denom: string; amount: string }[] {
	return text === '' ? [] : text.split(',').map((coin) => /^(?<amount>-?\d*)(?<denom>.*)$/.exec(coin)!.groups as never)
}

/** What a node of these prices says of a fee for so much gas. */
function told(prices: string, fee: string, gasLimit: bigint, mode: RunMode = 'check'): string {
	const amount = amounts(fee)
	const coins = amount.map((coin) => ({ denom: coin.denom, amount: BigInt(coin.amount) }))
	const tx = { fee: { gasLimit, coins }, decoded: { authInfo: { fee: { amount } } } } as unknown as AppTx
	try {
		mempoolFee(parseDecCoins(prices)).run(ctx.with({ mode }), tx)
		return 'taken'
	} catch (error) {
		return `${error instanceof PanicError ? 'panic: ' : ''}${(error as Error).message}`
	}
}

// cosmos-sdk v0.44.5 x/auth/ante/fee.go MempoolFeeDecorator, types/coin.go IsAnyGTE
describe('the least fee of a node', () => {
	const short = (got: string, required: string) =>
		`insufficient fees; got: ${got} required: ${required}: insufficient fee`

	test('a fee is taken from the price of the gas on, rounded up', () => {
		expect(told('0.01uchain', '2000uchain', 200_000n)).toBe('taken')
		expect(told('0.01uchain', '1999uchain', 200_000n)).toBe(short('1999uchain', '2000uchain'))
		expect(told('0.01uchain', '2uchain', 150n)).toBe('taken')
		expect(told('0.01uchain', '1uchain', 150n)).toBe(short('1uchain', '2uchain'))
		expect(told('0.000000000000000001uchain', '1uchain', 1n)).toBe('taken')
		expect(told('0.000000000000000001uchain', '', 1n)).toBe(short('', '1uchain'))
		expect(told('2uchain', '0uchain', 0n)).toBe(short('0uchain', '0uchain'))
	})

	test('a fee in one of the denominations is enough, and one in another is not', () => {
		const prices = '0.5aaa,0.01uchain'
		expect(told(prices, '50aaa', 100n)).toBe('taken')
		expect(told(prices, '1aaa,1uchain', 100n)).toBe('taken')
		expect(told(prices, '49aaa', 100n)).toBe(short('49aaa', '50aaa,1uchain'))
		expect(told(prices, '100zzz', 100n)).toBe(short('100zzz', '50aaa,1uchain'))
		expect(told(prices, '0zzz', 100n)).toBe(short('0zzz', '50aaa,1uchain'))
	})

	test('a fee is looked at in checks alone, and only where there is a price', () => {
		for (const [mode, answer] of [
			['check', short('', '1uchain')],
			['recheck', short('', '1uchain')],
			['deliver', 'taken'],
			['simulate', 'taken'],
		] as const)
			expect(told('1uchain', '', 1n, mode), mode).toBe(answer)
		expect(told('', '', 1n)).toBe('taken')
		expect(told('0uchain', '', 1n)).toBe('taken')
	})

	test('gas of 64 bits, denominations that there cannot be and missing amounts are the panics of the framework', () => {
		expect(told('1uchain', '', 2n ** 63n - 1n)).toBe(short('', `${2n ** 63n - 1n}uchain`))
		expect(told('1uchain', '', 2n ** 63n)).toBe(`panic: negative coin amount: ${-(2n ** 63n)}`)
		expect(told('1uchain', '5X', 1n)).toBe('panic: invalid denom: X')
		expect(told('1uchain', 'uchain', 1n)).toBe(
			'panic: runtime error: invalid memory address or nil pointer dereference',
		)
	})
})

test('a price in a denomination that there cannot be panics, whatever the gas', () => {
	const price = [{ denom: '1', scaled: parseDecimal('1') }]
	expect(() => coinsOfGas(price, 0n)).toThrow(new PanicError('invalid denom: 1'))
	expect(() => coinsOfGas(price, 2n ** 63n)).toThrow(new PanicError('invalid denom: 1'))
})
