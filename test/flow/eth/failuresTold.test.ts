import { type Hex, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, type EthReply, echo, echoCode, word } from './evmTools.ts'

const from = account(0).address

let chain: Chain
const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1', throwOnTransactionFailures: true })
	await ask('anvil_setCode', echo, echoCode)
})

afterAll(async () => {
	await chain.stop()
})

// Codes, texts and data are those of Hardhat's own node (2.29) for the same transactions.
describe('a chain that throws failures of transactions', () => {
	const failed = 'Error: VM Exception while processing transaction:'
	const ownError = `0xdeadbeef${word(7)}` as const
	test.each<[string, Hex, string]>([
		[
			'a reason',
			`0x08c379a0${word(32)}${word(6)}${Buffer.from('no way').toString('hex').padEnd(64, '0')}`,
			`${failed} reverted with reason string 'no way'`,
		],
		['a panic', `0x4e487b71${word(17)}`, `${failed} reverted with panic code 0x11`],
		['nothing', '0x', 'Error: Transaction reverted without a reason string'],
		[
			'an error of its own',
			ownError,
			`${failed} reverted with an unrecognized custom error (return data: ${ownError})`,
		],
	])(
		'answers the sending of one that reverts with %s by an error, and the transaction is in its block',
		async (_what, data, message) => {
			const { error, result } = await ask('eth_sendTransaction', { from, to: echo, data, gas: '0x20000' })
			expect(result).toBeUndefined()
			const { txHash } = (error?.data ?? {}) as { readonly txHash?: Hex }
			expect(error).toEqual({ code: -32603, message, data: { message, txHash, data } })
			const { result: receipt } = await ask('eth_getTransactionReceipt', txHash)
			expect(receipt).toMatchObject({ status: '0x0', from: from.toLowerCase() })
		},
	)

	test('tells that a signed transaction ran out of gas', async () => {
		const endless = '0x00000000000000000000000000000000000c0de1'
		await ask('anvil_setCode', endless, '0x5b600056')
		const fees = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('1') }
		const raw = await account(1).signTransaction({ chainId: 2222, type: 'eip1559', to: endless, gas: 50_000n, ...fees })
		const { error } = await ask('eth_sendRawTransaction', raw)
		const message = 'Transaction ran out of gas'
		expect(error).toMatchObject({ code: -32000, message, data: { message, data: '0x' } })
	})

	test('gives the hash of one that succeeds', async () => {
		const { result } = await ask('eth_sendTransaction', { from, to: account(2).address, value: '0x1' })
		expect((await ask('eth_getTransactionReceipt', result)).result).toMatchObject({ status: '0x1' })
	})

	test('gives the hash of one that waits for a block, which tells the failure in its receipt', async () => {
		await ask('evm_setAutomine', false)
		const { result } = await ask('eth_sendTransaction', { from, to: echo, data: '0x01', gas: '0x20000' })
		await ask('evm_mine')
		await ask('evm_setAutomine', true)
		expect((await ask('eth_getTransactionReceipt', result)).result).toMatchObject({ status: '0x0' })
	})
})
