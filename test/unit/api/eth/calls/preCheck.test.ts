import { expect, test } from 'vitest'
import { preCheck } from '../../../../../src/api/eth/calls/preCheck.ts'

const from = new Uint8Array(20).fill(0x11)
const address = 'address 0x1111111111111111111111111111111111111111'
const offer = { from, gas: 10n, cap: 7n, tip: 7n, value: 5n }
const whole = 75n

type Parts = Parameters<typeof preCheck>

// go-ethereum v1.17 core/state_transition.go preCheck, buyGas.
test.each<[string, Partial<Parts[0]>, Parts[1], bigint, string | undefined]>([
	['all that it may cost', {}, 7n, whole, undefined],
	['one coin less', {}, 7n, whole - 1n, `insufficient funds for gas * price + value: ${address} have 74 want 75`],
	[
		'a cap below the base fee',
		{},
		8n,
		0n,
		`max fee per gas less than block base fee: ${address}, maxFeePerGas: 7, baseFee: 8`,
	],
	[
		'a tip above the cap',
		{ tip: 8n },
		1n,
		whole,
		`max priority fee per gas higher than max fee per gas: ${address}, maxPriorityFeePerGas: 8, maxFeePerGas: 7`,
	],
	['a tip above the cap where no base fee counts', { tip: 8n }, undefined, whole, undefined],
	['a cap of nothing where no base fee counts', { cap: 0n, tip: 0n }, undefined, 5n, undefined],
	['a cap of nothing at a base fee of nothing', { cap: 0n, tip: 0n }, 0n, 5n, undefined],
	[
		'no coins to send',
		{ cap: 0n, tip: 0n },
		undefined,
		4n,
		`insufficient funds for gas * price + value: ${address} have 4 want 5`,
	],
	['the only coin to send', { cap: 0n, tip: 0n, value: 1n }, undefined, 1n, undefined],
	['no coins where nothing is paid', { cap: 0n, tip: 0n, value: 0n }, undefined, 0n, undefined],
])('a call with %s is checked as a transaction', (_, parts, baseFee, balance, text) => {
	expect(preCheck({ ...offer, ...parts }, baseFee, () => balance)?.text).toBe(text)
})

test('a call that is refused tells its kind', () => {
	expect(preCheck(offer, 8n, () => whole)?.kind).toBe('baseFeeTooLow')
	expect(preCheck({ ...offer, tip: 8n }, 8n, () => whole)?.kind).toBe('invalidParams')
	expect(preCheck(offer, 7n, () => 0n)?.kind).toBe('insufficientFunds')
})
