import { ContractFactory, JsonRpcProvider, Wallet } from 'ethers'
import { createPublicClient, type Hex, parseEther, webSocket } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, evmTools, words } from './evmTools.ts'

const token = compile('Token')
const [alice, bob] = [account(0), account(1)]

let chain: Chain
let tools: ReturnType<typeof evmTools>

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

afterAll(async () => {
	await chain.stop()
})

describe('wallets and tools of Ethereum', () => {
	test('viem sends coins, and both sides see them', async () => {
		const { reader, writer } = tools
		expect(await reader.getChainId()).toBe(2222)
		const before = await reader.getBalance({ address: bob.address })
		const hash = await writer.sendTransaction({ to: bob.address, value: parseEther('1.5') })
		const receipt = await reader.waitForTransactionReceipt({ hash })
		expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, type: 'eip1559' })
		expect(await reader.getBalance({ address: bob.address })).toBe(before + parseEther('1.5'))
		const tx = await reader.getTransaction({ hash })
		expect(tx).toMatchObject({
			from: alice.address.toLowerCase(),
			value: parseEther('1.5'),
			blockNumber: receipt.blockNumber,
		})
	})

	test('viem deploys, calls, reads events, and learns why a call is refused', async () => {
		const { reader, writer } = tools
		const hash = await writer.deployContract({ ...token, args: [1_000n] })
		const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
		const contract = { abi: token.abi, address: contractAddress! }
		expect(await reader.readContract({ ...contract, functionName: 'balanceOf', args: [alice.address] })).toBe(1_000n)
		const sent = await writer.writeContract({ ...contract, functionName: 'transfer', args: [bob.address, 7n] })
		const receipt = await reader.waitForTransactionReceipt({ hash: sent })
		expect(receipt.logs).toHaveLength(1)
		const events = await reader.getContractEvents({ ...contract, fromBlock: 'earliest' })
		expect(events.map(({ eventName }) => eventName)).toEqual(['Transfer', 'Transfer'])
		const tooMuch = reader.simulateContract({
			...contract,
			functionName: 'transfer',
			args: [bob.address, 5_000n],
			account: alice,
		})
		await expect(tooMuch).rejects.toThrow(/TooLittle/)
		await expect(reader.readContract({ ...contract, functionName: 'refuse' })).rejects.toThrow(/not today/)
		expect(await reader.getCode({ address: contractAddress! })).toMatch(/^0x60/)
	})

	test('a call may see other balances, codes and slots than there are', async () => {
		const { reader } = tools
		const nobody = '0x00000000000000000000000000000000000000aa'
		// PUSH1 7 PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN
		const { data } = await reader.call({
			to: nobody,
			stateOverride: [{ address: nobody, code: '0x600760005260206000f3' }],
		})
		expect(BigInt(data!)).toBe(7n)
		expect(await reader.getCode({ address: nobody })).toBeUndefined()
		// ADDRESS BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN
		const balance = await reader.call({
			to: nobody,
			stateOverride: [{ address: nobody, code: '0x303160005260206000f3', balance: 12n }],
		})
		expect(BigInt(balance.data!)).toBe(12n)
	})

	test('ethers deploys and sees nonces, fees and blocks', async () => {
		// ethers keeps a nonce for 250 ms, in which an instant chain has used it.
		const provider = new JsonRpcProvider(chain.ethUrl, 2222, {
			staticNetwork: true,
			pollingInterval: 20,
			cacheTimeout: -1,
		})
		const wallet = Wallet.fromPhrase(words, provider)
		const factory = new ContractFactory(token.abi as never, token.bytecode, wallet)
		const deployed = await factory.deploy(5n)
		await deployed.waitForDeployment()
		const nonce = await provider.getTransactionCount(wallet.address)
		expect(nonce).toBeGreaterThan(0)
		const fees = await provider.getFeeData()
		expect(fees.maxFeePerGas).toBeGreaterThan(0n)
		const block = await provider.getBlock('latest', true)
		expect(block?.prefetchedTransactions).toHaveLength(1)
		provider.destroy()
	})

	test('a transaction is in its block when its hash is given, so that nobody waits for a block that never comes', async () => {
		const { reader, writer } = tools
		for (let value = 1n; value <= 10n; value++) {
			const hash = await writer.sendTransaction({ to: bob.address, value, gas: 21_000n })
			expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
		}
	})

	test('subscriptions tell of heads, logs and waiting transactions', async () => {
		const { writer, reader } = tools
		const socket = createPublicClient({
			chain: tools.reader.chain,
			transport: webSocket(chain.ethUrl!.replace('http', 'ws')),
		})
		const heads: bigint[] = []
		const waiting: Hex[] = []
		const stopHeads = socket.watchBlocks({ onBlock: (block) => heads.push(block.number!) })
		const stopWaiting = socket.watchPendingTransactions({
			onTransactions: (hashes) => waiting.push(...hashes),
			batch: false,
		})
		await expect
			.poll(async () => {
				const hash = await writer.sendTransaction({ to: bob.address, value: 1n })
				await reader.waitForTransactionReceipt({ hash })
				return heads.length > 0 && waiting.includes(hash)
			})
			.toBe(true)
		stopHeads()
		stopWaiting()
		await (await socket.transport.getRpcClient()).close()
	})

	test('filters collect what happened since the last poll', async () => {
		const { writer, reader } = tools
		const filter = await reader.createBlockFilter()
		const hash = await writer.sendTransaction({ to: bob.address, value: 1n })
		const { blockHash } = await reader.waitForTransactionReceipt({ hash })
		await expect.poll(() => reader.getFilterChanges({ filter })).toEqual([blockHash])
		expect(await reader.getFilterChanges({ filter })).toEqual([])
		expect(await reader.uninstallFilter({ filter })).toBe(true)
	})

	test('a transaction that cannot be paid, or comes again, is refused with words that tools know', async () => {
		const { writer } = tools
		const { writer: poor } = evmTools(chain.ethUrl!, { from: account(99) })
		await expect(poor.sendTransaction({ to: bob.address, value: 1n, gas: 21_000n })).rejects.toThrow(
			/insufficient funds/i,
		)
		await expect(writer.sendTransaction({ to: bob.address, value: 1n, nonce: 0 })).rejects.toThrow(/nonce.*low/i)
	})
})
