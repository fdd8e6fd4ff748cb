import { type Hex, numberToHex, padHex, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth } from './evmTools.ts'

const from = account(0).address.toLowerCase() as Hex
const contract = padHex('0xc1', { size: 20 })
const nobody = padHex('0xd1', { size: 20 })
/** Gas limit of a block of this chain. */
const blockGas = 30_000_000

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

/** The estimate of a call to a contract, or why there is none. */
async function estimateOf(args: object, code = '00', overrides: object = {}, ...block: readonly object[]) {
	const state = { [contract]: { code: `0x${code}`, ...(code === '6000600055' ? { stateDiff: slotOf1 } : {}) } }
	const params = [{ from, to: contract, ...args }, 'latest', { ...state, ...overrides }, ...block]
	const { result, error } = await askEth(chain.ethUrl!, 'eth_estimateGas', params)
	return error === undefined ? Number(result) : error.message
}
const slotOf1 = { [padHex('0x0')]: padHex('0x1') }

/** What go-ethereum v1.16 eth/gasestimator finds for a call that used so much, and that needs so much not to fail. */
function foundByGeth(used: number, peak = used, needed = peak): number {
	let [low, high] = [used - 1, blockGas]
	const optimistic = Math.floor(((peak + 2_300) * 64) / 63)
	if (needed <= optimistic) high = optimistic
	else low = optimistic
	while (low + 1 < high && (high - low) / high >= 0.015) {
		const middle = Math.min(Math.floor((high + low) / 2), low * 2)
		if (needed <= middle) high = middle
		else low = middle
	}
	return high
}

/** Writes some slots and reads others. */
const accessing = (writes: number, reads: number): string =>
	Array.from({ length: writes + reads }, (_, at) => {
		const slot = at.toString(16).padStart(2, '0')
		return at < writes ? `600160${slot}55` : `60${slot}5450`
	}).join('')
const gasOf = (writes: number, reads: number): number => 21_000 + writes * 22_106 + reads * 2_105

/** Fails unless so much gas is left at its second instruction. */
const demanding = (gas: number): string => `62${gas.toString(16).padStart(6, '0')}5a10600a57005bfe`

describe('an estimate of gas', () => {
	test.each([
		[0, 1],
		[1, 0],
		[3, 2],
		[6, 2],
		[6, 3],
		[20, 0],
		[100, 5],
	])('an estimate of %s written and %s read slots is the one that geth finds', async (writes, reads) => {
		expect(await estimateOf({}, accessing(writes, reads))).toBe(foundByGeth(gasOf(writes, reads)))
	})

	test('an estimate counts what is paid back at the end only', async () => {
		// Of 26,006 that clearing a slot costs, 4,800 come back.
		expect(await estimateOf({}, '6000600055')).toBe(foundByGeth(21_206, 26_006))
	})

	test.each([5_000, 40_000, 1_000_000, 16_000_000])('an estimate finds the gas of who demands %s', async (gas) => {
		expect(await estimateOf({}, demanding(gas))).toBe(foundByGeth(21_021, 21_021, gas + 21_005))
	})

	test('a plain transfer needs 21,000, whatever gas is named, and data or a contract make it a call', async () => {
		expect(await estimateOf({ to: nobody })).toBe(21_000)
		expect(await estimateOf({ to: nobody, gas: '0x1' })).toBe(21_000)
		expect(await estimateOf({ to: nobody, gas: '0xffffff', value: '0x1' })).toBe(21_000)
		expect(await estimateOf({ to: nobody, input: '0x' })).toBe(21_000)
		expect(await estimateOf({ to: nobody, input: '0x01' })).toBeGreaterThan(21_000)
		expect(await estimateOf({ to: nobody, data: '0x01' })).toBeGreaterThan(21_000)
		expect(await estimateOf({}, '5b')).toBeGreaterThan(21_000)
	})

	test('gas that is named bounds an estimate from 21,000 on, that of the block else', async () => {
		const code = accessing(1, 0)
		const exact = gasOf(1, 0)
		expect(await estimateOf({ gas: numberToHex(exact) }, code)).toBe(exact)
		expect(await estimateOf({ gas: numberToHex(exact - 1) }, code)).toBe(
			`gas required exceeds allowance (${exact - 1})`,
		)
		expect(await estimateOf({ gas: numberToHex(21_000) }, code)).toBe('gas required exceeds allowance (21000)')
		expect(await estimateOf({ gas: numberToHex(20_999) }, code)).toBe(foundByGeth(exact))
		expect(await estimateOf({ to: nobody, input: '0x01', gas: numberToHex(21_000) })).toBe(
			'gas required exceeds allowance (21000)',
		)
		expect(await estimateOf({}, demanding(16_000_000), {}, { gasLimit: '0xf4240' })).toBe('invalid opcode: INVALID')
		expect(await estimateOf({}, code, {}, { gasLimit: numberToHex(30_000) })).toBe(
			'gas required exceeds allowance (30000)',
		)
		expect(await estimateOf({ gas: numberToHex(60_000_000) }, '5b600056')).toBe(
			'gas required exceeds allowance (50000000)',
		)
	})

	test.each(['gasPrice', 'maxFeePerGas'])('what a sender can pay at a %s bounds an estimate', async (name) => {
		const price = parseGwei('100')
		const code = accessing(1, 0)
		const exact = BigInt(gasOf(1, 0))
		const held = (coins: bigint, value = 0n) =>
			estimateOf({ [name]: numberToHex(price), value: numberToHex(value) }, code, {
				[from]: { balance: numberToHex(coins) },
			})
		expect(await held(exact * price)).toBe(Number(exact))
		expect(await held(exact * price - 1n)).toBe(`gas required exceeds allowance (${exact - 1n})`)
		expect(await held(exact * price + 5n, 5n)).toBe(Number(exact))
		expect(await held(exact * price + 4n, 5n)).toBe(`gas required exceeds allowance (${exact - 1n})`)
		// As anvil tells it, of no gas at all too.
		const poor = 'Insufficient funds for gas * price + value'
		expect([await held(6n, 5n), await held(5n, 5n), await held(0n)]).toEqual([poor, poor, poor])
		expect(await held(price + 5n, 5n)).toBe('gas required exceeds allowance (1)')
		expect(await held(10n ** 24n)).toBe(foundByGeth(Number(exact)))
	})
})
