import { numberToHex, padHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { createEthBench } from '../ethBench.ts'

const who = `0x${'99'.repeat(20)}`
const contract = `0x${'aa'.repeat(20)}`
const word = (value: number) => padHex(numberToHex(value), { size: 32 })

describe('a power over accounts and fees', () => {
	let chain: Awaited<ReturnType<typeof createEthBench>>
	beforeAll(async () => {
		// Answers with slot 1.
		chain = await createEthBench({ keys: [], codes: { 170: '6001 54 5f 52 6020 5f f3' } })
	})
	const ask = (method: string, ...params: readonly unknown[]) => chain.ask(method, ...params)

	test('a balance is set and raised, with what else the account has', async () => {
		expect(await ask('anvil_setNonce', who, '0x7')).toBeNull()
		expect(await ask('anvil_setBalance', who, '0x10')).toBeNull()
		expect(await ask('anvil_addBalance', who, '0x5')).toBeNull()
		expect(await ask('anvil_setCode', who, '0x00')).toBeNull()
		expect(await ask('eth_getBalance', who, 'latest')).toBe('0x15')
		expect(await ask('eth_getTransactionCount', who, 'latest')).toBe('0x7')
		expect(await ask('eth_getCode', who, 'latest')).toBe('0x00')
		expect(await ask('anvil_setCode', who, '0x')).toBeNull()
		expect(await ask('eth_getCode', who, 'latest')).toBe('0x')
		expect(await ask('eth_getBalance', who, 'latest')).toBe('0x15')
	})

	test('an account that was none has nothing but what is set', async () => {
		const [rich, old] = [`0x${'77'.repeat(20)}`, `0x${'88'.repeat(20)}`]
		expect(await ask('anvil_setBalance', rich, '0x10')).toBeNull()
		expect(await ask('anvil_setNonce', old, '0x10')).toBeNull()
		expect(await ask('eth_getTransactionCount', rich, 'latest')).toBe('0x0')
		expect(await ask('eth_getBalance', old, 'latest')).toBe('0x0')
	})

	test('a slot is set, and read by the contract', async () => {
		expect(await ask('anvil_setStorageAt', contract, '0x1', word(42))).toBe(true)
		expect(await ask('eth_call', { to: contract }, 'latest')).toBe(word(42))
		expect(await ask('eth_getStorageAt', contract, '0x1', 'latest')).toBe(word(42))
		expect(await ask('eth_getStorageAt', contract, '0x0', 'latest')).toBe(word(0))
	})

	test.each([0, 1, 6, 7, 8, 9, 699, 700, 701, 1_234_567_890])('the next block has the base fee %d', async (fee) => {
		expect(await ask('anvil_setNextBlockBaseFeePerGas', numberToHex(fee))).toBeNull()
		expect(Number(await ask('eth_baseFee'))).toBe(fee)
		await chain.mine()
		expect(Number((await ask('eth_getBlockByNumber', 'latest', false)).baseFeePerGas)).toBe(fee)
	})

	test.each([
		[1, 0],
		[2, 9],
	])('a base fee that falls by the part of 1 in %d is then %d', async (denominator, fee) => {
		const other = await createEthBench({ keys: [], feeMarket: { baseFeeChangeDenominator: denominator } })
		expect(await other.ask('anvil_setNextBlockBaseFeePerGas', '0x9')).toBeNull()
		expect(Number(await other.ask('eth_baseFee'))).toBe(fee)
	})
})
