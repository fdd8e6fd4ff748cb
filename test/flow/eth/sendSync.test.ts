import { parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, evmTools } from './evmTools.ts'

let chain: Chain
let tools: ReturnType<typeof evmTools>

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

afterAll(async () => {
	await chain.stop()
})

/** A signed transfer to the second account. */
async function signed(nonce: number): Promise<string> {
	return account(0).signTransaction({
		chainId: 2222,
		type: 'eip1559',
		nonce,
		to: account(1).address,
		value: 1n,
		gas: 21_000n,
		maxFeePerGas: parseGwei('100'),
	})
}

const nonceOf = () => tools.reader.getTransactionCount({ address: account(0).address })

describe('a transaction that is sent and waited for in one question', () => {
	test('answers with its receipt', async () => {
		const receipt = await tools.writer.sendTransactionSync({ to: account(1).address, value: 1n })
		expect(receipt.status).toBe('success')
		expect(await tools.reader.getTransactionReceipt({ hash: receipt.transactionHash })).toEqual(receipt)
	})

	test('answers when its block is made', async () => {
		await tools.anvil.setAutomine(false)
		const reply = askEth(chain.ethUrl!, 'eth_sendRawTransactionSync', [await signed(await nonceOf())])
		await expect.poll(async () => (await tools.anvil.getTxpoolStatus()).pending).toBe(1)
		await tools.anvil.mine({ blocks: 1 })
		const { result } = await reply
		expect(Number(result.blockNumber)).toBe(Number(await tools.reader.getBlockNumber()))
		await tools.anvil.setAutomine(true)
	})

	test('says its hash when no block has it in time; it stays where it waits', async () => {
		await tools.anvil.setAutomine(false)
		const { error } = await askEth(chain.ethUrl!, 'eth_sendRawTransactionSync', [await signed(await nonceOf()), 150])
		expect(error).toMatchObject({
			code: 4,
			message: "The transaction was added to the transaction pool but wasn't processed in 150ms",
		})
		await tools.anvil.mine({ blocks: 1 })
		expect((await askEth(chain.ethUrl!, 'eth_getTransactionReceipt', [error!.data])).result.status).toBe('0x1')
		await tools.anvil.setAutomine(true)
	})

	test('refuses what cannot be sent, and a time that is no number', async () => {
		const again = await signed(0)
		const ask = (...params: unknown[]) => askEth(chain.ethUrl!, 'eth_sendRawTransactionSync', params)
		expect((await ask(again)).error?.message).toMatch(/nonce too low/)
		expect((await ask(again, '0x10')).error?.message).toBe(
			'invalid argument 1: json: cannot unmarshal string into Go value of type uint64',
		)
	})
})
