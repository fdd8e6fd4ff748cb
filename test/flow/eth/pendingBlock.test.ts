import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, askEth, evmTools } from './evmTools.ts'

const token = compile('Token')
const alice = account(0).address
const stranger = '0x00000000000000000000000000000000000000ef'

let chain: Chain
let tools: ReturnType<typeof evmTools>
const ask = async (method: string, ...params: readonly unknown[]) =>
	(await askEth(chain.ethUrl!, method, params)).result

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

beforeEach(async () => {
	await tools.anvil.dropTransaction({ hash: `0x${'00'.repeat(32)}` })
	await tools.anvil.mine({ blocks: 1 })
	await tools.anvil.setAutomine(false)
})

afterAll(async () => {
	await chain.stop()
})

describe('the pending block', () => {
	test('the pending block has what waits, with balances and nonces after it, and becomes the next block', async () => {
		const { anvil, reader, writer } = tools
		const before = await reader.getBalance({ address: alice })
		const nonce = await reader.getTransactionCount({ address: alice })
		const hashes = [
			await writer.sendTransaction({ to: stranger, value: parseEther('1') }),
			await writer.sendTransaction({ to: stranger, value: parseEther('2') }),
		]
		const newest = await reader.getBlock()
		const pending = await reader.getBlock({ blockTag: 'pending' })
		expect(pending).toMatchObject({
			number: newest.number + 1n,
			hash: null,
			nonce: null,
			parentHash: newest.hash,
			transactions: hashes,
			gasUsed: 42_000n,
		})
		expect(await reader.getBlockTransactionCount({ blockTag: 'pending' })).toBe(2)
		expect(await ask('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x1')).toMatchObject({
			hash: hashes[1],
			blockHash: null,
		})
		expect((await ask('eth_getBlockByNumber', 'pending', true)).transactions[0]).toMatchObject({
			hash: hashes[0],
			blockNumber: null,
		})
		expect(await reader.getBalance({ address: stranger })).toBe(0n)
		const seen = await reader.getBalance({ address: stranger, blockTag: 'pending' })
		expect(seen).toBe(parseEther('3'))
		const left = await reader.getBalance({ address: alice, blockTag: 'pending' })
		expect(await reader.getTransactionCount({ address: alice, blockTag: 'pending' })).toBe(nonce + 2)
		await anvil.mine({ blocks: 1 })
		const made = await reader.getBlock()
		expect(made.transactions).toEqual(hashes)
		expect([made.number, made.gasUsed, made.baseFeePerGas]).toEqual([
			pending.number,
			pending.gasUsed,
			pending.baseFeePerGas,
		])
		expect(await reader.getBalance({ address: alice })).toBe(left)
		expect(left).toBeLessThan(before - parseEther('3'))
		expect((await reader.getBlock({ blockTag: 'pending' })).transactions).toEqual([])
	})

	test('a call, an estimate and a slot of the tag pending see a contract that waits, and one sent after it', async () => {
		const { anvil, reader, writer } = tools
		const hash = await writer.deployContract({ ...token, args: [1_000n] })
		const [created] = (await ask('eth_getBlockReceipts', 'pending')) as { contractAddress: `0x${string}` }[]
		const address = created!.contractAddress
		const read = { abi: token.abi, address, functionName: 'balanceOf', args: [alice] } as const
		await expect(reader.readContract(read)).rejects.toThrow()
		expect(await reader.readContract({ ...read, blockTag: 'pending' })).toBe(1_000n)
		expect(await reader.getCode({ address, blockTag: 'pending' })).toMatch(/^0x60/)
		const call = { abi: token.abi, address, functionName: 'transfer', args: [stranger, 400n] } as const
		const gas = await reader.estimateContractGas({ ...call, account: alice })
		const sent = await writer.writeContract(call)
		expect(await reader.readContract({ ...read, blockTag: 'pending' })).toBe(600n)
		await anvil.mine({ blocks: 1 })
		const [first, second] = await Promise.all([hash, sent].map((one) => reader.getTransactionReceipt({ hash: one })))
		expect([first?.contractAddress, second?.status]).toEqual([address, 'success'])
		expect(second!.gasUsed).toBeLessThanOrEqual(gas)
		expect(await reader.readContract(read)).toBe(600n)
	})

	test('a transaction that waits and is taken back is in the pending block no more', async () => {
		const { anvil, reader, writer } = tools
		const hash = await writer.sendTransaction({ to: stranger, value: 5n })
		const with5 = await reader.getBalance({ address: stranger, blockTag: 'pending' })
		await anvil.dropTransaction({ hash })
		expect(await reader.getBalance({ address: stranger, blockTag: 'pending' })).toBe(with5 - 5n)
		expect((await reader.getBlock({ blockTag: 'pending' })).transactions).toEqual([])
	})

	test('an impersonated sender is in the pending block, and a transaction whose contract fails pays for it', async () => {
		const { anvil, reader, writer, unsigned } = tools
		const reverts = '0x00000000000000000000000000000000000000fd'
		await anvil.setCode({ address: reverts, bytecode: '0x60006000fd' })
		await anvil.setBalance({ address: stranger, value: parseEther('1') })
		await anvil.impersonateAccount({ address: stranger })
		await unsigned.sendTransaction({ account: stranger, to: alice, value: 7n })
		const left = await reader.getBalance({ address: stranger, blockTag: 'pending' })
		expect(left).toBeLessThan(parseEther('1') - 7n)
		const failing = await writer.sendTransaction({ to: reverts, gas: 50_000n })
		const receipts = (await ask('eth_getBlockReceipts', 'pending')) as { status: string; transactionHash: string }[]
		expect(receipts.map(({ status }) => status)).toEqual(['0x1', '0x0'])
		expect(receipts[1]?.transactionHash).toBe(failing)
		await anvil.mine({ blocks: 1 })
		expect(await reader.getBalance({ address: stranger })).toBe(left)
	})
})
