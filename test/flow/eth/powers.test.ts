import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { askEth, type EthReply, evmTools } from './evmTools.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x00000000000000000000000000000000000000ab'
const token = compile('Token')

let chain: Chain
const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)
let tools: ReturnType<typeof evmTools>

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

afterAll(async () => {
	await chain.stop()
})

describe("powers over a developer's chain", () => {
	beforeEach(async () => {
		await tools.anvil.setAutomine(true)
	})

	test('the node signs for the accounts every tool knows', async () => {
		const { reader, unsigned: writer } = tools
		expect(await writer.getAddresses()).toContain(alice)
		const hash = await writer.sendTransaction({ account: alice, to: bob, value: 3n })
		expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({
			status: 'success',
			from: alice.toLowerCase(),
		})
		const message = 'hello'
		const signature = await writer.signMessage({ account: alice, message })
		expect(await reader.verifyMessage({ address: alice, message, signature })).toBe(true)
	})

	test("hardhat's helpers take the node for one that tests may change, and find it by its metadata", async () => {
		const { reader } = tools
		const ask = (method: string) => reader.request({ method } as never) as Promise<unknown>
		const version = await ask('web3_clientVersion')
		expect(version).toMatch(/^anvil-compatible\/chain-tui\/v\d/)
		const block = await reader.getBlock()
		expect(await ask('hardhat_metadata')).toEqual({
			clientVersion: version,
			chainId: 2222,
			instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
			latestBlockNumber: Number(block.number),
			latestBlockHash: block.hash,
		})
	})

	test.each([0n, 1n, 7n, 8n, 999_999_999n, 123_456_789_012_345n])('the next block has the base fee %d', async (fee) => {
		const { anvil, hardhat, reader } = tools
		await hardhat.setNextBlockBaseFeePerGas({ baseFeePerGas: fee })
		await anvil.mine({ blocks: 1 })
		expect((await reader.getBlock()).baseFeePerGas).toBe(fee)
	})

	test('a call sees each block as it is, also one made anew at the same height', async () => {
		const { anvil, reader } = tools
		const address = '0x00000000000000000000000000000000000000cc'
		// SLOAD 0, RETURN of the word.
		await anvil.setCode({ address, bytecode: '0x60005460005260206000f3' })
		const set = (value: string) =>
			anvil.setStorageAt({ address, index: 0, value: `0x${value.padStart(64, '0')}` as const })
		const seen = async (): Promise<number> => Number((await reader.call({ to: address })).data)
		await set('1')
		expect(await seen()).toBe(1)
		const id = await anvil.snapshot()
		await set('2')
		const height = await reader.getBlockNumber()
		expect([await seen(), await seen()]).toEqual([2, 2])
		await anvil.revert({ id })
		expect(await seen()).toBe(1)
		await set('3')
		expect(await reader.getBlockNumber()).toBe(height)
		expect([await seen(), await seen()]).toEqual([3, 3])
		const { data } = await reader.call({ to: address, blockNumber: height - 1n })
		expect(Number(data)).toBe(1)
	})

	test('a snapshot is gone back to', async () => {
		const { anvil, reader, unsigned: writer } = tools
		const before = await reader.getBalance({ address: bob })
		const id = await anvil.snapshot()
		const hash = await writer.sendTransaction({ account: alice, to: bob, value: parseEther('1') })
		await reader.waitForTransactionReceipt({ hash })
		expect(await reader.getBalance({ address: bob })).toBe(before + parseEther('1'))
		await anvil.revert({ id })
		expect(await reader.getBalance({ address: bob })).toBe(before)
	})

	test('a contract that is impersonated sends like any account', async () => {
		const { anvil, reader, unsigned: writer } = tools
		const address = '0x00000000000000000000000000000000000000dd'
		// STOP.
		await anvil.setCode({ address, bytecode: '0x00' })
		await anvil.setBalance({ address, value: parseEther('200') })
		await anvil.impersonateAccount({ address })
		const before = await reader.getBalance({ address: bob })
		const hash = await writer.sendTransaction({ account: address, to: bob, value: parseEther('1') })
		expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', from: address })
		expect(await reader.getBalance({ address: bob })).toBe(before + parseEther('1'))
		await anvil.stopImpersonatingAccount({ address })
		await expect(writer.sendTransaction({ account: address, to: bob, value: 1n })).rejects.toThrow(/unknown account/)
	})

	test('balances, nonces, codes and slots are set as told', async () => {
		const { anvil, hardhat, reader } = tools
		await anvil.setBalance({ address: stranger, value: 5_000_000_000_000_000_001n })
		expect(await reader.getBalance({ address: stranger })).toBe(5_000_000_000_000_000_001n)
		await hardhat.setNonce({ address: stranger, nonce: 7 })
		expect(await reader.getTransactionCount({ address: stranger })).toBe(7)
		await anvil.setCode({ address: stranger, bytecode: '0x60005460005260206000f3' })
		await hardhat.setStorageAt({ address: stranger, index: 0, value: `0x${'00'.repeat(31)}2a` })
		const { data } = await reader.call({ to: stranger })
		expect(BigInt(data!)).toBe(42n)
	})

	test('blocks are made and the clock moves as told', async () => {
		const { anvil, reader } = tools
		const first = await reader.getBlock()
		await anvil.mine({ blocks: 3 })
		expect(await reader.getBlockNumber()).toBe(first.number + 3n)
		await anvil.increaseTime({ seconds: 86_400 })
		await anvil.mine({ blocks: 1 })
		const { timestamp } = await reader.getBlock()
		expect(timestamp - first.timestamp).toBeGreaterThanOrEqual(86_400n)
		await anvil.setNextBlockTimestamp({ timestamp: timestamp + 1_000n })
		await anvil.mine({ blocks: 1 })
		expect((await reader.getBlock()).timestamp).toBe(timestamp + 1_000n)
	})

	test('each block is in a second of its own, as contracts that count by time expect; what is added to the clock comes on top', async () => {
		const { anvil, reader, unsigned: writer } = tools
		const times: bigint[] = []
		for (let sent = 0; sent < 5; sent++) {
			const hash = await writer.sendTransaction({ account: alice, to: bob, value: 1n })
			const { blockNumber } = await reader.waitForTransactionReceipt({ hash })
			times.push((await reader.getBlock({ blockNumber })).timestamp)
		}
		expect(times.slice(1).every((time, index) => time > times[index]!)).toBe(true)
		await anvil.mine({ blocks: 30 })
		const { timestamp } = await reader.getBlock()
		expect(timestamp - times.at(-1)!).toBeGreaterThanOrEqual(30n)
		await anvil.increaseTime({ seconds: 100 })
		await anvil.mine({ blocks: 1 })
		expect((await reader.getBlock()).timestamp - timestamp).toBeGreaterThanOrEqual(100n)
	})

	test('many blocks are made at once, as far apart as told', async () => {
		const { anvil, hardhat, reader } = tools
		const before = await reader.getBlock()
		await hardhat.mine({ blocks: 3, interval: 100_000 })
		const after = await reader.getBlock()
		expect(after.number).toBe(before.number + 3n)
		const apart = Number(after.timestamp - before.timestamp)
		expect(apart).toBeGreaterThanOrEqual(200_000)
		// Nothing but the moment that the call takes comes on top.
		expect(apart).toBeLessThan(200_100)
		await ask('evm_mine', { blocks: 2, timestamp: Number(after.timestamp) + 1_000 })
		const later = await reader.getBlock()
		expect(later.number).toBe(after.number + 2n)
		expect(later.timestamp).toBeGreaterThanOrEqual(after.timestamp + 1_000n)
		await ask('evm_mine', `0x${(later.timestamp + 50n).toString(16)}`)
		expect((await reader.getBlock()).timestamp).toBe(later.timestamp + 50n)
		expect((await ask('evm_mine', { blocks: 10_001 })).error?.message).toBe('at most 10000 blocks at once')
		expect((await ask('anvil_mine', '0x2711')).error?.message).toBe('at most 10000 blocks at once')
		expect((await ask('evm_increaseTime', 'soon')).error?.message).toMatch(/soon is not a number/)
		expect((await ask('evm_increaseTime', '30')).result).toBe(30)
		await anvil.mine({ blocks: 1 })
	})

	test('blocks are made by the clock, by hand or by transactions, as it is set', async () => {
		const { anvil, hardhat, reader } = tools
		expect(await anvil.getAutomine()).toBe(true)
		expect((await ask('anvil_getIntervalMining')).result).toBeNull()
		// As viem's client of hardhat sends two seconds, then as that of anvil sends them.
		await hardhat.setIntervalMining({ interval: 2 })
		expect((await ask('anvil_getIntervalMining')).result).toBe(2)
		await anvil.setIntervalMining({ interval: 1 })
		expect((await ask('anvil_getIntervalMining')).result).toBe(1)
		const from = await reader.getBlockNumber()
		await expect.poll(() => reader.getBlockNumber(), { timeout: 10_000 }).toBeGreaterThan(from + 1n)
		await ask('anvil_setIntervalMining', 1_200)
		expect((await ask('anvil_getIntervalMining')).result).toBe(1_200)
		await anvil.setIntervalMining({ interval: 0 })
		expect(await anvil.getAutomine()).toBe(false)
	})

	test('blocks have the gas that is set, and a transaction that wants more has no place', async () => {
		const { hardhat, reader, unsigned: writer } = tools
		const id = await hardhat.snapshot()
		await hardhat.setBlockGasLimit({ gasLimit: 1_234_567n })
		await hardhat.mine({ blocks: 1 })
		expect((await reader.getBlock()).gasLimit).toBe(1_234_567n)
		const hash = await writer.sendTransaction({ account: alice, to: bob, value: 1n, gas: 1_234_567n })
		expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
		// GASLIMIT, MSTORE, RETURN of the word.
		const code = '0x4560005260206000f3'
		const deployed = await writer.sendTransaction({ account: alice, data: `0x68${code.slice(2)}60005260096017f3` })
		const { contractAddress } = await reader.waitForTransactionReceipt({ hash: deployed })
		expect(await reader.getCode({ address: contractAddress! })).toBe(code)
		expect((await ask('evm_setBlockGasLimit', '0x0')).error?.message).toMatch(/gas limit of a block is 1 to/)
		await hardhat.revert({ id })
		await hardhat.mine({ blocks: 1 })
		expect((await reader.getBlock()).gasLimit).not.toBe(1_234_567n)
	})

	test('a transaction that waits is dropped, and its nonce is free again', async () => {
		const { anvil, hardhat, reader, unsigned: writer } = tools
		await anvil.setAutomine(false)
		const nonce = await reader.getTransactionCount({ address: alice })
		const send = (value: bigint) => writer.sendTransaction({ account: alice, to: bob, value })
		const [first, second] = [await send(1n), await send(2n)]
		expect((await ask('hardhat_dropTransaction', second)).result).toBe(true)
		expect((await ask('hardhat_dropTransaction', second)).result).toBe(false)
		expect(await reader.getTransactionCount({ address: alice, blockTag: 'pending' })).toBe(nonce + 1)
		const third = await send(3n)
		await anvil.mine({ blocks: 1 })
		expect((await reader.getBlock()).transactions).toEqual([first, third])
		expect((await ask('hardhat_dropTransaction', first)).error?.message).toMatch(/is in a block already/)
		expect((await ask('anvil_dropTransaction', first)).result).toBeNull()
		const fourth = await send(4n)
		expect((await ask('anvil_dropTransaction', fourth)).result).toBe(fourth)
		await send(5n)
		await hardhat.dropTransaction({ hash: await send(6n) })
		await ask('anvil_dropAllTransactions')
		await send(7n)
		await ask('anvil_removePoolTransactions', alice)
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x0', queued: '0x0' })
		await anvil.mine({ blocks: 1 })
		expect((await reader.getBlock()).transactions).toEqual([])
		expect(await reader.getTransactionCount({ address: alice })).toBe(nonce + 2)
	})

	test.each([
		['hardhat_setCoinbase', /validator that proposes it/],
		['anvil_setCoinbase', /validator that proposes it/],
		['hardhat_setPrevRandao', /hash of the block before it/],
		['hardhat_setMinGasPrice', /EIP-1559 is active/],
	])('%s tells why it is not there', async (method, why) => {
		expect((await ask(method, stranger)).error?.message).toMatch(why)
	})

	test('only a snapshot that there is, is gone back to', async () => {
		expect((await ask('evm_revert', 'no such')).result).toBe(false)
		const { result: id } = await ask('evm_snapshot')
		expect((await ask('evm_revert', id)).result).toBe(true)
	})

	test('the chain begins again from its genesis', async () => {
		const { anvil, hardhat, reader, unsigned: writer } = tools
		const funded = await reader.getBalance({ address: bob, blockTag: 'earliest' })
		const hash = await writer.sendTransaction({ account: alice, to: bob, value: 3n })
		await reader.waitForTransactionReceipt({ hash })
		await anvil.reset()
		expect(await reader.getBlockNumber()).toBe(1n)
		expect(await reader.getBalance({ address: bob })).toBe(funded)
		expect((await ask('eth_getTransactionByHash', hash)).result).toBeNull()
		await hardhat.reset()
		expect(await reader.getBlockNumber()).toBe(1n)
	})

	test('two impersonated addresses send the same transaction, each its own', async () => {
		const senders = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const
		const hashes: Hex[] = []
		const { anvil, reader, unsigned: writer } = tools
		for (const from of senders) {
			await anvil.setBalance({ address: from, value: parseEther('1') })
			await anvil.impersonateAccount({ address: from })
			const same = { account: from, to: bob, value: 5n, gas: 21_000n, gasPrice: 10_000_000_000n } as const
			hashes.push(await writer.sendTransaction(same))
		}
		expect(new Set(hashes).size).toBe(2)
		const receipts = await Promise.all(hashes.map((hash) => reader.getTransactionReceipt({ hash })))
		expect(receipts.map(({ from, status }) => [from, status])).toEqual(senders.map((from) => [from, 'success']))
	})

	test('an impersonated address sends without its key', async () => {
		const { anvil, reader, unsigned: writer } = tools
		const owner = '0x00000000000000000000000000000000000000cd'
		await anvil.setBalance({ address: owner, value: parseEther('10') })
		await expect(writer.sendTransaction({ account: owner, to: bob, value: 1n })).rejects.toThrow(/not in this node/)
		await anvil.impersonateAccount({ address: owner })
		const hash = await writer.deployContract({ account: owner, ...token, args: [9n] })
		const receipt = await reader.waitForTransactionReceipt({ hash })
		expect(receipt).toMatchObject({ status: 'success', from: owner })
		const contract = { abi: token.abi, address: receipt.contractAddress! }
		expect(await reader.readContract({ ...contract, functionName: 'balanceOf', args: [owner] })).toBe(9n)
		await anvil.stopImpersonatingAccount({ address: owner })
		await expect(writer.sendTransaction({ account: owner, to: bob, value: 1n })).rejects.toThrow(/not in this node/)
	})

	test('a transaction is traced as a tree of calls and step by step', async () => {
		const { reader, unsigned: writer } = tools
		const hash = await writer.deployContract({ account: alice, ...token, args: [5n] })
		const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
		const sent = await writer.writeContract({
			account: alice,
			abi: token.abi,
			address: contractAddress!,
			functionName: 'transfer',
			args: [bob, 2n],
		})
		const receipt = await reader.waitForTransactionReceipt({ hash: sent })
		const trace = (...params: unknown[]) =>
			reader.request({ method: 'debug_traceTransaction', params } as never) as Promise<Record<string, unknown>>
		expect(await trace(sent, { tracer: 'callTracer' })).toMatchObject({
			type: 'CALL',
			from: alice.toLowerCase(),
			to: contractAddress,
		})
		const steps = await trace(sent)
		expect(steps.gas).toBe(Number(receipt.gasUsed))
		expect((steps.structLogs as { op: string }[]).map(({ op }) => op)).toContain('SSTORE')
		expect(steps.returnValue).toMatch(/^0x/)
		await expect(trace(sent, { tracer: 'noSuchTracer' })).rejects.toThrow(/tracer not found/)
	})

	test('a web page has none of them', async () => {
		const reply = await fetch(chain.ethUrl!, {
			method: 'POST',
			headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [stranger, '0x0'] }),
		})
		expect(await reply.json()).toMatchObject({
			error: { code: -32601, message: expect.stringContaining('own machine') },
		})
	})
})
