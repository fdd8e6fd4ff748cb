import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient, KeyInfo } from '../../../src/client/ChainClient.ts'
import type { EvmClient, EvmProgress } from '../../../src/client/evm/EvmClient.ts'

import { bech32OfAny, hexOfAny } from '../../../src/codec/address/anyAddress.ts'
import type { TestNode } from '../../support/startNode.ts'
import { connectTestClient, outcomeOf, startTestNode } from '../client/testChain.ts'

const words = 'test test test test test test test test test test test junk'
/** One whole coin: 10^6 of the chain's unit, 10^18 of the EVM's. */
const [micro, atto] = [10n ** 6n, 10n ** 18n]

describe('coins go between the chain and its EVM, 6 and 18 decimals apart', () => {
	let node: TestNode
	let client: ChainClient
	let evm: EvmClient
	/** A key of the chain, and one of Ethereum without coins. */
	let own: KeyInfo
	let me: KeyInfo

	beforeAll(async () => {
		node = await startTestNode({ chainId: 'chain_2222-1', eth: '127.0.0.1:0' })
		const connected = await connectTestClient('embedded', node)
		client = connected.client
		const { keyring } = connected
		await keyring.importMnemonic('dev', words, { algo: 'eth_secp256k1' })
		await keyring.create('own')
		await keyring.create('me', { algo: 'eth_secp256k1' })
		own = (await keyring.get('own'))!
		me = (await keyring.get('me'))!
		await client.status()
		evm = client.evm!
	})

	afterAll(async () => {
		await client.close()
		await node.close()
	})

	const bank = async (address: string): Promise<bigint> => {
		const coins = await client.balances(address)
		expect(coins.every(({ denom }) => denom === 'uchain')).toBe(true)
		return BigInt(coins[0]?.amount ?? '0')
	}
	const inEvm = async (address: string): Promise<bigint> => (await evm.account(address)).balance
	/** Sends by the EVM and gives what it cost, in its unit. */
	const sendByEvm = async (key: string, to: string, value: bigint): Promise<bigint> => {
		let last: EvmProgress | undefined
		for await (const step of evm.send(key, { to, value })) last = step
		if (last?.state !== 'committed')
			throw new TypeError(JSON.stringify(last, (_, v) => (typeof v === 'bigint' ? `${v}` : v)))
		expect(last.fee).toMatch(/^\d+achain$/)
		return BigInt(last.fee.replace('achain', ''))
	}
	/** Sends by the chain and gives the fee in its unit. */
	const sendByChain = async (key: string, to: string, amount: bigint): Promise<bigint> => {
		const last = await outcomeOf(client.send(key, to, [{ denom: 'uchain', amount: String(amount) }]))
		if (last.state !== 'committed') throw new TypeError(JSON.stringify(last))
		expect(last.fee).toMatch(/^\d+uchain$/)
		return BigInt(last.fee.replace('uchain', ''))
	}

	test('either form of an address is the same account on both sides', async () => {
		await sendByEvm('dev', own.address, 10n * atto)
		const hex = hexOfAny(own.address, 'chain')!
		for (const form of [own.address, hex, hex.toLowerCase()]) {
			expect(await bank(form)).toBe(10n * micro)
			expect(await inEvm(form)).toBe(10n * atto)
		}
		expect(bech32OfAny(me.ethAddress!, 'chain')).toBe(me.address)
	})

	test('a send of the chain to a 0x address arrives whole, and goes back but for the gas', async () => {
		const supply = await client.totalSupply()
		const fee = await sendByChain('own', me.ethAddress!, 2_500_000n)
		expect(await bank(own.address)).toBe(10n * micro - 2_500_000n - fee)
		expect(await bank(me.address)).toBe(2_500_000n)
		expect(await inEvm(me.ethAddress!)).toBe(2_500_000n * 10n ** 12n)

		const before = { own: await inEvm(own.address), me: await inEvm(me.address) }
		const cost = await sendByEvm('me', own.address, atto)
		expect(await inEvm(own.address)).toBe(before.own + atto)
		expect(await bank(own.address)).toBe((before.own + atto) / 10n ** 12n)
		expect(await inEvm(me.address)).toBe(before.me - atto - cost)
		expect(await client.totalSupply()).toEqual(supply)
	})

	test('what is smaller than the chain’s unit is kept, and counts as soon as it makes one', async () => {
		const before = await bank(own.address)
		await sendByEvm('me', own.address, 1n)
		expect(await bank(own.address)).toBe(before)
		expect(await inEvm(own.address)).toBe(before * 10n ** 12n + 1n)
		await sendByEvm('me', own.address, 10n ** 12n - 1n)
		expect(await bank(own.address)).toBe(before + 1n)
		expect(await inEvm(own.address)).toBe((before + 1n) * 10n ** 12n)
	})

	test('an Ethereum key sends by the chain too, to a 0x address, and never more than whole units', async () => {
		const before = { own: await bank(own.address), me: await inEvm(me.address) }
		const fee = await sendByChain('me', hexOfAny(own.address, 'chain')!, 5n)
		expect(await bank(own.address)).toBe(before.own + 5n)
		expect(await inEvm(me.address)).toBe(before.me - (5n + fee) * 10n ** 12n)
		const tooMuch = await outcomeOf(
			client.send('me', own.address, [{ denom: 'uchain', amount: String(await inEvm(me.address)) }]),
		)
		expect(tooMuch).toMatchObject({ state: 'failed', log: expect.stringContaining('insufficient funds') })
		// The EVM's unit is no coin of the chain's bank.
		const wrong = await outcomeOf(client.send('me', own.address, [{ denom: 'achain', amount: '1' }]))
		expect(wrong).toMatchObject({ state: 'failed', log: expect.stringContaining('insufficient funds') })
	})
})
