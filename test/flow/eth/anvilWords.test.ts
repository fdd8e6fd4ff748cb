import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, type EthReply, echo, echoCode, word } from './evmTools.ts'

const from = account(0).address

let chain: Chain
const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	await ask('anvil_setCode', echo, echoCode)
})

afterAll(async () => {
	await chain.stop()
})

describe('a node with powers for tests speaks as anvil', () => {
	// The texts are those of anvil 1.7.1 for the same calls.
	test.each<[string, Hex, string]>([
		['a reason', `0x08c379a0${word(32)}${word(5)}${'68656c6c6f'.padEnd(64, '0')}`, ': hello'],
		['an assertion', `0x4e487b71${word(1)}`, ': panic: assertion failed (0x01)'],
		['a sum that is too large', `0x4e487b71${word(17)}`, ': panic: arithmetic underflow or overflow (0x11)'],
		['a panic that nobody knows', `0x4e487b71${word(0x77)}`, ': panic: unknown code (0x77)'],
		['nothing', '0x', ''],
		['an error of its own', '0xf9006398', ': custom error 0xf9006398'],
		['an error with a text', `0xf900639868656c6c6f`, ': custom error 0xf9006398: hello'],
		['an error with bytes that are no text', `0xf9006398ff00`, ': custom error 0xf9006398: ff00'],
		['a bare text', '0x68656c6c6f', ': hello'],
	])('a call that reverts with %s tells it', async (_what, data, told) => {
		const { error } = await ask('eth_call', { from, to: echo, data }, 'latest')
		expect(error).toEqual({ code: 3, message: `execution reverted${told}`, data })
	})

	test('one block is made where no number is named, and several are as far apart as it is asked', async () => {
		const newest = async (): Promise<number> => Number((await ask('eth_blockNumber')).result)
		const timeOf = async (height: number): Promise<number> =>
			Number((await ask('eth_getBlockByNumber', `0x${height.toString(16)}`, false)).result.timestamp)
		const before = await newest()
		await ask('anvil_mine')
		await ask('anvil_mine', '0x0')
		expect(await newest()).toBe(before + 1)
		await ask('hardhat_mine', '0x3', '0x2710')
		expect(await newest()).toBe(before + 4)
		const times: number[] = []
		for (let height = before + 1; height <= before + 4; height++) times.push(await timeOf(height))
		// A block takes no hour to be made, so that only what lies between the three is more.
		expect(times.slice(1).map((time, at) => time - times[at]! >= 10_000)).toEqual([false, true, true])
		expect(times.slice(1).every((time, at) => time - times[at]! < 13_600)).toBe(true)
	})

	test('a search of logs ends with the newest block, and one that begins after it is refused', async () => {
		const latest = await chain.mine()
		const { result } = await ask('eth_getLogs', { fromBlock: '0x1', toBlock: `0x${(latest + 1000).toString(16)}` })
		expect(result).toEqual([])
		const { error } = await ask('eth_getLogs', { fromBlock: '0xffff', toBlock: '0xfffff' })
		const message = `BlockOutOfRangeError: block height is ${latest} but requested was 65535`
		expect(error).toEqual({ code: -32602, message })
	})

	test('a transaction whose estimate reverts is sent with the gas of a block, and its receipt tells that it failed', async () => {
		const { result: hash } = await ask('eth_sendTransaction', { from, to: echo, data: '0x01' })
		const { result: tx } = await ask('eth_getTransactionByHash', hash)
		const { result: block } = await ask('eth_getBlockByNumber', tx.blockNumber, false)
		expect(tx.gas).toBe(block.gasLimit)
		const { result: receipt } = await ask('eth_getTransactionReceipt', hash)
		expect(receipt).toMatchObject({ status: '0x0', blobGasPrice: '0x1' })
	})

	test.each<[string, object, number, string]>([
		['more than there is', { value: `0x${'ff'.repeat(11)}` }, -32003, 'Insufficient funds for gas * price + value'],
		['too little gas', { gas: '0x64' }, -32000, 'intrinsic gas too low'],
		[
			'more gas than a block has',
			{ gas: '0x5f5e100' },
			-32000,
			'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit',
		],
		['a price below that of the block', { gasPrice: '0x1' }, -32003, 'max fee per gas less than block base fee'],
	])('a transaction with %s is refused', async (_what, members, code, message) => {
		const { error } = await ask('eth_sendTransaction', { from, to: account(1).address, ...members })
		expect(error).toEqual({ code, message })
	})

	test('a node with powers for tests reckons prices by the next base fee, takes a transaction that pays just that, and fills in what pays less', async () => {
		const members = { from, to: account(1).address }
		await ask('anvil_setNextBlockBaseFeePerGas', '0x2540be400')
		await ask('evm_mine')
		const { result: base } = await ask('eth_baseFee')
		const next = BigInt(base)
		expect(next).toBeLessThan(10n ** 10n)
		const price = `0x${(next + 10n ** 9n).toString(16)}`
		expect((await ask('eth_gasPrice')).result).toBe(price)
		const filled = async (prices: object) => (await ask('eth_fillTransaction', { ...members, ...prices })).result.tx
		expect(await filled({})).toMatchObject({ maxFeePerGas: price, maxPriorityFeePerGas: '0x3b9aca00', gasPrice: price })
		expect(await filled({ maxPriorityFeePerGas: '0x5' })).toMatchObject({
			maxFeePerGas: price,
			maxPriorityFeePerGas: '0x5',
		})
		expect(await filled({ maxFeePerGas: '0x5f5e100' })).toMatchObject({
			maxFeePerGas: '0x5f5e100',
			maxPriorityFeePerGas: '0x3b9aca00',
			gas: '0x5208',
			from: from.toLowerCase(),
		})
		const paid = { maxFeePerGas: base, maxPriorityFeePerGas: '0x0' }
		const { result: hash, error } = await ask('eth_sendTransaction', { ...members, ...paid })
		expect(error).toBeUndefined()
		expect((await ask('eth_getTransactionReceipt', hash)).result).toMatchObject({
			status: '0x1',
			effectiveGasPrice: base,
		})
		const less = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x0' }
		const refused = await ask('eth_sendTransaction', { ...members, ...less })
		expect(refused.error?.message).toBe('max fee per gas less than block base fee')
	})

	test('the pending block after a revert is that of the state now, also where a block has the hash of one that is gone', async () => {
		await using frozen = await startChain({ chainId: 'chain_2222-1' })
		const call = (method: string, ...params: readonly unknown[]) => askEth(frozen.ethUrl!, method, params)
		const pendingFee = async () => (await call('eth_getBlockByNumber', 'pending', false)).result.baseFeePerGas
		await frozen.setTime('2030-01-01T00:00:00Z', { freeze: true })
		await frozen.mine()
		const { result: snapshot } = await call('evm_snapshot')
		await call('anvil_setNextBlockBaseFeePerGas', '0x499602d2')
		expect(await pendingFee()).toBe('0x499602d2')
		await call('evm_revert', snapshot)
		await call('anvil_setNextBlockBaseFeePerGas', '0x2bc')
		expect(await pendingFee()).toBe('0x2bc')
		// The chain can go back without the EVM's methods, too.
		const name = await frozen.snapshot()
		await call('anvil_setNextBlockBaseFeePerGas', '0x499602d2')
		expect(await pendingFee()).toBe('0x499602d2')
		await frozen.revert(name)
		await call('anvil_setNextBlockBaseFeePerGas', '0x2bd')
		expect(await pendingFee()).toBe('0x2bd')
	})
})
