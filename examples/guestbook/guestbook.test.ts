import { StargateClient } from '@cosmjs/stargate'
import { type Chain, startChain } from 'chain-tui'
import { createPublicClient, createWalletClient, defineChain, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Guestbook } from './Guestbook.ts'

let chain: Chain
let clean: string

beforeAll(async () => {
	chain = await startChain({ accounts: 2, endpoints: true })
})
afterAll(() => chain.stop())

// Every test begins with an empty guestbook.
beforeEach(async () => {
	await chain.mine()
	clean = await chain.snapshot()
})
afterEach(() => chain.revert(clean))

describe('the guestbook', () => {
	test.each(['direct', 'amino'] as const)('a greeting is signed with a wallet of kind %s', async (wallet) => {
		const [alice, bob] = chain.accounts
		const hers = await Guestbook.open(chain, alice!, wallet)
		const his = await Guestbook.open(chain, bob!, wallet)
		await hers.sign('Hello <everybody> & good bye')
		await his.sign('I was here')
		expect(await hers.entries()).toMatchObject([
			{ owner: alice!.address, message: 'Hello <everybody> & good bye' },
			{ owner: bob!.address, message: 'I was here' },
		])
		hers.close()
		his.close()
	})

	test('refuses a visitor without coins, until the faucet helps', async () => {
		await using poor = await startChain({ accounts: 1, balance: 1n })
		const guestbook = await Guestbook.open(poor, poor.accounts[0]!)
		await expect(guestbook.sign('please')).rejects.toThrow(/insufficient funds/)
		await poor.faucet(poor.accounts[0]!.address)
		await guestbook.sign('thank you')
		expect(await guestbook.entries()).toHaveLength(1)
		guestbook.close()
	})
})

describe('a page of another world, made with viem', () => {
	test('sees the same blocks and balances', async () => {
		const { url, key } = await chain.createEndpoint()
		const client = createPublicClient({ transport: http(url, { fetchOptions: { headers: { 'x-api-key': key } } }) })
		const [alice] = chain.accounts
		expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(BigInt(await chain.height()))
		// A micro-unit is 10^12 wei.
		const before = await client.getBalance({ address: alice!.hexAddress })
		await chain.faucet(alice!.address, { denom: chain.denom, amount: '5' })
		expect((await client.getBalance({ address: alice!.hexAddress })) - before).toBe(5_000_000_000_000n)
		await chain.setTime('2031-05-05T05:05:05Z')
		await chain.mine()
		const { timestamp } = await client.getBlock()
		expect(new Date(Number(timestamp) * 1000).toISOString()).toMatch(/^2031-05-05T05:05/)
	})
})

describe('the same chain with an EVM', () => {
	test('takes a payment of an Ethereum wallet, which CosmJS sees', async () => {
		await using both = await startChain({ accounts: 2, evmChainId: 4242 })
		const [alice, bob] = both.accounts
		const wallet = createWalletClient({
			account: privateKeyToAccount(alice!.privateKey),
			chain: defineChain({
				id: 4242,
				name: 'test',
				nativeCurrency: { name: 'Chain', symbol: 'CHAIN', decimals: 18 },
				rpcUrls: { default: { http: [both.ethUrl ?? ''] } },
			}),
			transport: http(both.ethUrl),
		})
		const reader = createPublicClient({ transport: http(both.ethUrl), pollingInterval: 20 })
		const hash = await wallet.sendTransaction({ to: bob!.hexAddress, value: parseEther('2') })
		expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
		const client = await StargateClient.connect(both.rpcUrl)
		expect(await client.getBalance(bob!.address, both.denom)).toEqual({ denom: 'uchain', amount: '1002000000' })
		client.disconnect()
	})
})
