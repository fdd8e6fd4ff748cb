import { connect } from 'node:net'
import { Registry } from '@cosmjs/proto-signing'
import { defaultRegistryTypes, GasPrice, SigningStargateClient } from '@cosmjs/stargate'
import { describe, expect, test } from 'vitest'
import { addressToText } from '../../../src/codec/address/address.ts'
import { startChain } from '../../../src/library/index.ts'
import { account, evmTools } from '../eth/evmTools.ts'

describe('a chain in a test', () => {
	test('a chain in a test has funded accounts whose signers CosmJS takes', async () => {
		await using chain = await startChain({ accounts: 2, balance: 5_000_000n })
		const [alice, bob] = chain.accounts
		const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, alice!.signer, {
			registry: new Registry([...defaultRegistryTypes, ...chain.types]),
			gasPrice: GasPrice.fromString(chain.gasPrice),
			broadcastPollIntervalMs: 20,
		})
		expect(await client.getChainId()).toBe(chain.chainId)
		expect(await client.getBalance(bob!.address, chain.denom)).toEqual({ denom: 'uchain', amount: '5000000' })
		const sent = await client.sendTokens(alice!.address, bob!.address, [{ denom: chain.denom, amount: '7' }], {
			amount: [{ denom: chain.denom, amount: '2000' }],
			gas: '200000',
		})
		expect(sent.code).toBe(0)
		expect(sent.height).toBe(await chain.height())
		client.disconnect()
	})

	test('gives coins, makes blocks, moves its clock, and goes back', async () => {
		await using chain = await startChain({ blockMode: 'manual' })
		expect(await chain.mine(3)).toBe(4)
		const id = await chain.snapshot()
		const funded = chain.faucet(chain.accounts[0]!.address)
		await expect.poll(() => chain.mine()).toBeGreaterThan(5)
		expect((await funded).hash).toMatch(/^[0-9A-F]{64}$/)
		await chain.setTime(new Date('2030-01-01T00:00:00Z'), { freeze: true })
		await chain.mine()
		const reply = await fetch(`${chain.restUrl}/blocks/latest`)
		const latest = (await reply.json()) as { block: { header: { time: string } } }
		expect(latest.block.header.time).toMatch(/^2030-01-01T00:00:00/)
		expect(await chain.revert(id)).toBe(4)
		expect(await chain.height()).toBe(4)
		await expect(chain.revert('none')).rejects.toThrow()
		await expect(chain.faucet('nobody')).rejects.toThrow()
	})

	test('a chain whose blocks are made by hand has its first one: CosmJS and viem send before anybody makes another', async () => {
		await using chain = await startChain({ blockMode: 'manual', chainId: 'chain_2222-1' })
		expect(await chain.height()).toBe(1)
		const [alice, bob] = chain.accounts
		const client = await chain.stargate(alice)
		const greeting = client.sendTokens(alice!.address, bob!.address, [{ denom: chain.denom, amount: '7' }], 'auto')
		const { reader, writer } = evmTools(chain.ethUrl!)
		const hash = await writer.sendTransaction({ to: account(1).address, value: 5n })
		await expect.poll(async () => (await reader.getBlock({ blockTag: 'pending' })).transactions).toContain(hash)
		expect(await chain.height()).toBe(1)
		await expect.poll(() => chain.mine()).toBeGreaterThan(1)
		expect((await reader.getTransactionReceipt({ hash })).status).toBe('success')
		const settled = greeting.then(({ code }) => code)
		await expect.poll(async () => Promise.race([settled, chain.mine().then(() => undefined)])).toBe(0)
	})

	test('a chain in a test lets CosmJS act as an account that nobody has a key of, until it is told not to', async () => {
		await using chain = await startChain({ accounts: 1 })
		const nobody = addressToText(new Uint8Array(20).fill(7), chain.prefix)
		const { denom } = chain
		await chain.faucet(nobody)
		const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, await chain.actAs(nobody), {
			broadcastPollIntervalMs: 20,
		})
		const fee = { amount: [{ denom, amount: '3000' }], gas: '200000' }
		const send = () => client.sendTokens(nobody, chain.accounts[0]!.address, [{ denom, amount: '7' }], fee)
		expect((await send()).code).toBe(0)
		expect((await send()).code).toBe(0)
		expect((await client.getAccount(nobody))?.pubkey).toBeNull()
		await chain.stopActingAs(nobody)
		await expect(send()).rejects.toThrow('pubKey does not match signer address')
		client.disconnect()
	})

	test('a chain in a test lets Ethereum tools send from a 0x address that it acts as', async () => {
		await using chain = await startChain({ chainId: 'chain_2222-1' })
		const whale = `0x${'ab'.repeat(20)}`
		await chain.faucet(whale)
		const rpc = async (method: string, ...params: readonly unknown[]) => {
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
			const reply = await fetch(String(chain.ethUrl), {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body,
			})
			return (await reply.json()) as { readonly result?: string; readonly error?: { readonly message: string } }
		}
		const tx = { from: whale, to: chain.accounts[0]!.ethAddress, value: '0x1' }
		expect((await rpc('eth_sendTransaction', tx)).error?.message).toBeDefined()
		await chain.actAs(whale)
		expect((await rpc('eth_sendTransaction', tx)).result).toMatch(/^0x[0-9a-f]{64}$/)
		await chain.stopActingAs(whale)
		expect((await rpc('eth_sendTransaction', tx)).error?.message).toBeDefined()
	})

	test('runs beside others, and leaves no port behind', async () => {
		const chains = await Promise.all([
			startChain({ chainId: 'one-1' }),
			startChain({ chainId: 'two-1', prefix: 'cosmos', denom: 'uatom', aminoBrand: 'cosmos' }),
			startChain({ chainId: 'three-1', accounts: 0 }),
		])
		expect(new Set(chains.flatMap((chain) => [chain.rpcUrl, chain.restUrl, chain.grpcUrl])).size).toBe(9)
		expect(chains.map((chain) => chain.accounts.length)).toEqual([3, 3, 0])
		expect(chains[1]!.accounts[0]!.address).toMatch(/^cosmos1/)
		await Promise.all(chains.map((chain) => chain.stop()))
		await chains[0]!.stop()
		for (const { rpcUrl } of chains) {
			const refused = new Promise((resolve) => {
				const { hostname: host, port } = new URL(rpcUrl)
				connect(Number(port), host).on('error', (error) => resolve((error as NodeJS.ErrnoException).code))
			})
			expect(await refused).toBe('ECONNREFUSED')
		}
	})

	test('serves private endpoints when asked to', async () => {
		await using chain = await startChain({ endpoints: true })
		const { url, key } = await chain.createEndpoint()
		const reply = await fetch(url, {
			method: 'POST',
			headers: { 'x-api-key': key, 'content-type': 'application/json' },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
		})
		expect(await reply.json()).toMatchObject({ result: expect.stringMatching(/^0x/) })
		await using other = await startChain()
		await expect(other.createEndpoint()).rejects.toThrow('This chain serves no private endpoints.')
	})
})
