import { expect, it } from 'vitest'
import { coinsInWords, groupedText } from '../../../../src/cli/support/amountText.ts'

it.each([
	[[], '0 CHAIN'],
	[[{ denom: 'uchain', amount: '1' }], '0.000001 CHAIN'],
	[[{ denom: 'uchain', amount: '999980000' }], '999.98 CHAIN'],
	[[{ denom: 'uchain', amount: '1500000' }], '1.50 CHAIN'],
	[[{ denom: 'uchain', amount: '1234000000' }], '1,234 CHAIN'],
	[
		[
			{ denom: 'ibc/27394FB0', amount: '1234567' },
			{ denom: 'ukava', amount: '5000000' },
		],
		'1,234,567 ibc/27394FB0, 5 KAVA',
	],
])('%j reads %s', (coins, text) => {
	expect(coinsInWords(coins, 'uchain')).toBe(text)
})

it('no coins of a chain without a micro-unit are none of its own', () => {
	expect(coinsInWords([], 'stake')).toBe('0 stake')
})

it.each([
	[0, '0'],
	[999, '999'],
	[1000n, '1,000'],
	['1234567', '1,234,567'],
])('%s is grouped as %s', (value, text) => {
	expect(groupedText(value)).toBe(text)
})
