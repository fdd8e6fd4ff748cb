import { once } from 'node:events'
import { parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { startNode } from '../../support/startNode.ts'
import { compile } from './compile.ts'
import { account, askEth, type EthReply, evmTools } from './evmTools.ts'

const stranger = '0x00000000000000000000000000000000000000ef'
const alice = account(0)
const bob = account(1).address

let chain: Chain
let tools: ReturnType<typeof evmTools>
const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

afterAll(async () => {
	await chain.stop()
})

describe("anvil's own interface", () => {
	test('tells of the node and its newest block', async () => {
		const block = await tools.reader.getBlock()
		expect((await ask('anvil_nodeInfo')).result).toMatchObject({
			currentBlockNumber: `0x${block.number.toString(16)}`,
			currentBlockTimestamp: Number(block.timestamp),
			currentBlockHash: block.hash,
			environment: { chainId: 2222, gasLimit: `0x${block.gasLimit.toString(16)}` },
			forkConfig: { forkUrl: null },
		})
		expect((await ask('anvil_metadata')).result).toMatchObject({ chainId: 2222, latestBlockHash: block.hash })
	})

	test('adds to a balance', async () => {
		await ask('anvil_setBalance', stranger, '0x5')
		await ask('anvil_addBalance', stranger, '0x6')
		expect(await tools.reader.getBalance({ address: stranger })).toBe(11n)
	})

	test('a balance, a code, a slot, a nonce, a gas limit and a base fee that are set leave alone what waits for a block', async () => {
		const { anvil, reader, writer } = tools
		await anvil.setAutomine(false)
		const hash = await writer.sendTransaction({ to: bob, value: 1n })
		const edits = [
			['anvil_setBalance', alice.address, `0x${parseEther('7').toString(16)}`],
			['anvil_setCode', stranger, '0x6001'],
			['anvil_setStorageAt', stranger, '0x0', `0x${'01'.repeat(32)}`],
			['anvil_setNonce', stranger, '0x5'],
			['evm_setBlockGasLimit', '0x1c9c380'],
			['anvil_setNextBlockBaseFeePerGas', '0x1'],
		] as const
		for (const [method, ...params] of edits) {
			expect((await ask(method, ...params)).error, method).toBeUndefined()
			expect((await ask('txpool_status')).result, method).toEqual({ pending: '0x1', queued: '0x0' })
		}
		expect(await reader.getBalance({ address: alice.address })).toBe(parseEther('7'))
		await anvil.mine({ blocks: 1 })
		expect((await reader.getTransactionReceipt({ hash })).status).toBe('success')
		await ask('anvil_setCode', stranger, '0x')
		await ask('anvil_setNonce', stranger, '0x0')
		await anvil.setBalance({ address: alice.address, value: parseEther('10000') })
		await anvil.setAutomine(true)
	})

	test('sends for every address while it impersonates all, and once without a signature', async () => {
		const { anvil, reader, unsigned } = tools
		await anvil.setBalance({ address: stranger, value: parseEther('1') })
		const send = () => unsigned.sendTransaction({ account: stranger, to: bob, value: 1n })
		await expect(send()).rejects.toThrow(/unknown account/)
		await ask('anvil_autoImpersonateAccount', true)
		expect((await reader.waitForTransactionReceipt({ hash: await send() })).from).toBe(stranger)
		await ask('anvil_autoImpersonateAccount', false)
		await expect(send()).rejects.toThrow(/unknown account/)
		const { result: hash } = await ask('eth_sendUnsignedTransaction', { from: stranger, to: bob, value: '0x1' })
		expect((await reader.waitForTransactionReceipt({ hash })).from).toBe(stranger)
	})

	test('writes balances and allowances of a token, and says where a contract keeps none', async () => {
		const { anvil, reader, writer } = tools
		const token = compile('Token')
		const { contractAddress } = await reader.waitForTransactionReceipt({
			hash: await writer.deployContract({ ...token, args: [1n] }),
		})
		const address = contractAddress!
		const read = { abi: token.abi, address } as const
		await ask('anvil_dealERC20', stranger, address, '0x1234')
		expect(await reader.readContract({ ...read, functionName: 'balanceOf', args: [stranger] })).toBe(0x1234n)
		expect(await reader.readContract({ ...read, functionName: 'balanceOf', args: [alice.address] })).toBe(1n)
		await anvil.setCode({ address: stranger, bytecode: '0x' })
		expect((await ask('anvil_dealERC20', bob, stranger, '0x1')).error?.message).toBe(
			'Unable to set ERC20 balance, no slot found',
		)
		expect((await ask('anvil_setERC20Allowance', stranger, bob, stranger, '0x1')).error?.message).toMatch(/allowance/)
	})

	test('puts blocks as many seconds apart as it is told, until it is told no more', async () => {
		const { anvil, reader } = tools
		const times = async (blocks: number) => {
			const from = (await reader.getBlock()).timestamp
			await anvil.mine({ blocks })
			return (await reader.getBlock()).timestamp - from
		}
		await anvil.setBlockTimestampInterval({ interval: 86_400 })
		expect(await times(1)).toBe(86_400n)
		expect(await times(2)).toBe(172_800n)
		await anvil.removeBlockTimestampInterval()
		expect(await times(1)).toBeLessThan(60n)
		expect((await ask('anvil_setBlockTimestampInterval', 0)).error?.message).toMatch(/1 or more/)
	})

	test('answers what it made in whole blocks, and refuses to become a fork', async () => {
		const height = await chain.height()
		const { result } = await ask('evm_mine_detailed', { blocks: 2 })
		expect(result.map(({ number }: { number: string }) => Number(number))).toEqual([height + 1, height + 2])
		expect((await ask('anvil_reset', { forking: { jsonRpcUrl: 'http://127.0.0.1:1' } })).error?.message).toMatch(
			/no fork/,
		)
		expect(await chain.height()).toBe(height + 2)
		expect((await ask('anvil_getGenesisTime')).result).toBeLessThanOrEqual(Date.now() / 1000 + 1e9)
	})

	test('goes back by blocks and leaves the first one', async () => {
		const height = await chain.mine(3)
		await ask('anvil_rollback', 2)
		expect(await chain.height()).toBe(height - 2)
		await ask('anvil_rollback')
		expect(await chain.height()).toBe(height - 3)
		expect((await ask('anvil_rollback', 1_000)).error?.message).toMatch(/its first block stays$/)
		expect(await chain.height()).toBe(height - 3)
	})

	test('makes blocks anew with other transactions, and says which logs are gone', async () => {
		const { anvil, reader, writer } = tools
		const emitter = '0x00000000000000000000000000000000000000ee'
		// LOG0 of nothing.
		await anvil.setCode({ address: emitter, bytecode: '0x60006000a000' })
		const socket = new WebSocket(chain.ethUrl!.replace('http', 'ws'))
		await once(socket, 'open')
		// biome-ignore lint/suspicious/noExplicitAny: messages of two kinds
		const heard: any[] = []
		socket.on('message', (data) => heard.push(JSON.parse(String(data))))
		socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', {}] }))
		await expect.poll(() => heard.length).toBe(1)
		const nonce = await reader.getTransactionCount({ address: alice.address })
		await writer.sendTransaction({ to: emitter })
		await expect.poll(() => heard.length).toBe(2)
		const height = await chain.height()
		const raw = await alice.signTransaction({
			chainId: 2222,
			type: 'eip1559',
			to: bob,
			value: 9n,
			nonce,
			gas: 21_000n,
			maxFeePerGas: parseGwei('20'),
		})
		expect((await ask('anvil_reorg', 1, [[raw, 0]])).error).toBeUndefined()
		expect(await chain.height()).toBe(height)
		await expect.poll(() => heard[2]?.params.result).toMatchObject({ removed: true, address: emitter })
		const { transactions } = await reader.getBlock()
		expect(transactions).toHaveLength(1)
		const { value, input } = await reader.getTransaction({ hash: transactions[0]! })
		expect([value, input]).toEqual([9n, '0x'])
		expect((await ask('hardhat_getAutomine')).result).toBe(true)
		socket.close()
	})

	test('refuses to change the number of the chain, with the reason', async () => {
		expect((await ask('anvil_setChainId', 5)).error?.message).toMatch(/genesis/)
	})
})

describe('what pages ask of a wallet', () => {
	test('what pages ask of a wallet is answered as far as a node can', async () => {
		expect((await ask('eth_requestAccounts')).result).toContain(alice.address.toLowerCase())
		expect((await ask('wallet_switchEthereumChain', { chainId: '0x8ae' })).result).toBeNull()
		expect((await ask('wallet_addEthereumChain', { chainId: '0x1' })).error).toMatchObject({ code: 4902 })
		expect((await ask('wallet_getCapabilities')).result).toEqual({ '0x8ae': {} })
		expect((await ask('rpc_modules')).result).toMatchObject({ eth: '1.0', net: '1.0', web3: '1.0' })
	})

	test('a node without --admin has no account and no power for pages', async () => {
		const node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1' } })
		try {
			const url = node.addresses.eth!
			expect((await askEth(url, 'eth_requestAccounts')).result).toEqual([])
			const call = { from: alice.address, to: bob }
			for (const method of ['eth_sendUnsignedTransaction', 'anvil_addBalance', 'anvil_reorg']) {
				expect((await askEth(url, method, [call])).error?.code, method).toBe(-32601)
			}
		} finally {
			await node.close()
		}
	})
})
