import { numberToHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../modules/evm/evmBench.ts'
import { createEthBench } from '../ethBench.ts'

const from = `0x${'11'.repeat(20)}`
const at = (byte: string) => `0x${byte.repeat(20)}`
/** A micro-coin. */
const unit = 10n ** 12n

describe('an estimate of gas', () => {
	let chain: Awaited<ReturnType<typeof createEthBench>>
	beforeAll(async () => {
		chain = await createEthBench({
			maxGas: 1_000_000n,
			funded: [[addressOf(0x11), 100n]],
			codes: {
				// Does nothing; goes on for ever; fails with nothing; needs 100,000 gas left.
				161: '00',
				162: '5b 5f 56',
				163: '5f 5f fd',
				164: '5a 620186a0 11 600a 57 00 5b fe',
			},
		})
	})
	const estimate = async (call: object, ...more: readonly unknown[]) => {
		const reply = await chain.ask('eth_estimateGas', call, 'latest', ...more)
		return /^0x/.test(reply) ? Number(reply) : reply
	}

	test.each([
		['a transfer', { to: at('22') }, 21_000],
		['a transfer with enough gas', { to: at('22'), gas: numberToHex(21_000) }, 21_000],
		['a transfer with too little gas, which does not count', { to: at('22'), gas: numberToHex(20_999) }, 21_000],
		['a transfer of all that the sender has', { from, to: at('22'), value: numberToHex(100n * unit) }, 21_000],
		// From 23,669 down it halves the way to 20,999 until that is less than fifteen thousandths.
		['a call of what does nothing', { to: at('a1') }, 21_165],
		['a call that never ends', { to: at('a2') }, 'gas required exceeds allowance (1000000)'],
		[
			'a call that never ends with less gas',
			{ to: at('a2'), gas: numberToHex(30_000) },
			'gas required exceeds allowance (30000)',
		],
		['a call that fails', { to: at('a3') }, 'execution reverted'],
		[
			'data without gas for it',
			{ to: at('a1'), input: `0x${'11'.repeat(64)}`, gas: '0x5208' },
			'gas required exceeds allowance (21000)',
		],
	])('the gas of %s is exact', async (_, call, wanted) => {
		expect(await estimate(call)).toBe(wanted)
	})

	test.each([
		[
			'more than the sender has',
			{ from, to: at('22'), value: numberToHex(100n * unit + 1n) },
			/^failed with 1000000 gas: insufficient funds/,
		],
		[
			'a price that leaves nothing',
			{ from, to: at('22'), value: numberToHex(100n * unit), gasPrice: '0x1' },
			/^insufficient funds for transfer$/,
		],
		[
			'a price that leaves too little gas',
			{ from, to: at('22'), gasPrice: numberToHex(5n * 10n ** 9n) },
			/^gas required exceeds allowance \(20000\)$/,
		],
	])('no gas is estimated for %s', async (_, call, text) => {
		expect(await estimate(call)).toMatch(text)
	})

	test('the gas that a sender can pay counts with its overridden balance', async () => {
		const price = 10n ** 10n
		const call = { from, to: at('22'), value: '0x5', gasPrice: numberToHex(price) }
		const paid = numberToHex(21_000n * price + 5n)
		expect(await estimate(call, { [from]: { balance: paid } })).toBe(21_000)
		const less = numberToHex(21_000n * price + 4n)
		expect(await estimate(call, { [from]: { balance: less } })).toBe('gas required exceeds allowance (20999)')
	})

	test('a block’s gas limit bounds an estimate, also of a transfer', async () => {
		const to = at('22')
		expect(await estimate({ to }, {}, { gasLimit: numberToHex(20_999) })).toBe('gas required exceeds allowance (20999)')
		expect(await estimate({ to }, {}, { gasLimit: numberToHex(21_000) })).toBe(21_000)
	})

	test('an estimate has at most fifteen thousandths more than the call needs', async () => {
		const found = await estimate({ to: at('a4') })
		const runs = async (gas: number) =>
			(await chain.ask('eth_call', { to: at('a4'), gas: numberToHex(gas) }, 'latest')) === '0x'
		expect(await runs(found)).toBe(true)
		let [fails, least] = [Math.floor(found * 0.985), found]
		expect(await runs(fails)).toBe(false)
		while (least - fails > 1) {
			const middle = Math.floor((fails + least) / 2)
			if (await runs(middle)) least = middle
			else fails = middle
		}
		expect(least).toBe(121_002)
		// What was used is 21,021: from 23,691 on twice as much is tried, then half the way.
		expect(found).toBe(121_416)
	})
})
