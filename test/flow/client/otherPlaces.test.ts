import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRemote } from '../../../src/client/connectChain.ts'
import type { PlaceSpeech } from '../../../src/client/places/places.ts'
import { probePlace } from '../../../src/client/places/probePlace.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { outcomeOf } from './testChain.ts'
import { openTestKeyring } from './testKeyring.ts'

const flags = { chainId: 'chain_2222-1', evmChainId: '2222' }
const settings = { prefix: 'chain', denom: 'uchain', coinType: 118, aminoBrand: 'chain' } as const

describe('a place without Tendermint RPC', () => {
	let node: TestNode
	beforeAll(async () => {
		node = await startNode({ on: ['rest', 'legacy8', 'eth'], flags })
		await node.engine.mine()
	})
	afterAll(() => node.close())

	async function open(url: string, speaks: PlaceSpeech) {
		const keyring = await openTestKeyring(settings)
		return { keyring, client: connectRemote(url, { keyring, settings, gasPrices: '0.01uchain', speaks }) }
	}

	it('a place of REST of generation 9 is probed: prefix, denomination, archive', async () => {
		expect(await probePlace(node.addresses.rest ?? '')).toMatchObject({
			chainId: 'chain_2222-1',
			speaks: 'rest 9',
			prefix: 'chain',
			denom: 'uchain',
			offers: expect.arrayContaining(['rest 9', 'archive']),
			fault: '',
		})
	})

	it('a place of REST of generation 9 reads accounts and greetings, and sends a greeting into a block', async () => {
		const { client, keyring } = await open(node.addresses.rest ?? '', 'rest 9')
		const { address } = (await keyring.create('alice')).key
		await node.call('admin_faucet', { address })
		expect(await client.status()).toMatchObject({ state: 'live', chainId: 'chain_2222-1', protocol: 'rest 9' })
		expect(await client.balances(address)).toMatchObject([{ denom: 'uchain' }])
		expect(await outcomeOf(client.createGreeting('alice', 'over REST alone'))).toMatchObject({ state: 'committed' })
		expect(await client.greeting('0')).toMatchObject({ message: 'over REST alone' })
		await expect(client.network()).rejects.toThrow('offers REST of generation 9 only')
		await client.close()
	})

	it('a place of REST of generation 8 tells chain and height, and the account as old clients see it', async () => {
		const url = node.addresses.legacy8 ?? ''
		expect(await probePlace(url)).toMatchObject({ chainId: 'chain_2222-1', speaks: 'rest 8', fault: '' })
		const { client } = await open(url, 'rest 8')
		const { height, protocol } = await client.status()
		expect([height > 0, protocol]).toEqual([true, 'rest 8'])
		const { address } = (await (await openTestKeyring(settings)).create('bob')).key
		expect(await client.legacyAccount(address, 8)).toContain('"result"')
		await client.close()
	})

	it('a place of the EVM alone serves contracts, and knows its chain by the number', async () => {
		const url = node.addresses.eth ?? ''
		expect(await probePlace(url)).toMatchObject({ chainId: '2222', speaks: 'evm', offers: ['evm', 'archive'] })
		const { client } = await open(url, 'evm')
		expect(await client.status()).toMatchObject({ state: 'live', chainId: '2222', protocol: 'evm' })
		expect(await client.evm?.chainId()).toBe(2222)
		await client.close()
	})
})

describe('a place with gRPC at another port of its host', () => {
	let node: TestNode
	let other: TestNode
	/** Another chain of the same name. */
	let namesake: TestNode
	beforeAll(async () => {
		node = await startNode({ on: ['rpc', 'rest', 'grpc'], flags: { chainId: 'one-1' } })
		other = await startNode({ on: ['grpc'], flags: { chainId: 'other-1' } })
		namesake = await startNode({ on: ['rest', 'grpc'], flags: { chainId: 'one-1' } })
		const { address } = (await (await openTestKeyring(settings)).create('someone')).key
		await namesake.call('admin_faucet', { address })
		for (const one of [node, other, namesake]) await one.engine.mine(5)
	})
	afterAll(async () => {
		for (const one of [node, other, namesake]) await one.close()
	})

	async function grpcOf(beside: TestNode | undefined) {
		// Nothing listens at port 1.
		const none = 'http://127.0.0.1:1'
		const { rest: restUrl = none, grpc = '127.0.0.1:1' } = beside?.addresses ?? {}
		const { checks, offers, rest } = await probePlace(node.addresses.rpc ?? '', {
			beside: { rest: restUrl, evm: none, grpc },
		})
		return { check: checks.find(({ protocol }) => protocol === 'gRPC'), offers, rest }
	}

	it('the gRPC server that tells the same chain is named', async () => {
		const { check, offers, rest } = await grpcOf(node)
		expect(check).toMatchObject({ ok: true, text: 'of the chain one-1', url: `grpc://${node.addresses.grpc}` })
		expect(offers).toEqual(expect.arrayContaining(['grpc', 'rest 9']))
		expect(rest).toBe(node.addresses.rest)
	})

	it('gRPC and REST of another chain of the same name are not named as its own', async () => {
		const { check, offers, rest } = await grpcOf(namesake)
		expect([check?.ok, rest]).toEqual([false, undefined])
		expect(offers).not.toContain('grpc')
		expect(offers).not.toContain('rest 9')
	})

	it('the gRPC server of another chain on the same host is not named as its own', async () => {
		const { check, offers } = await grpcOf(other)
		expect(check).toMatchObject({ ok: false, text: expect.stringMatching(/^:\d+ is of another chain$/) })
		expect(check).not.toHaveProperty('url')
		expect(offers).not.toContain('grpc')
	})

	it('the questions that tell what a place offers are not among its recorded requests', async () => {
		await node.call('requests_set', { on: true })
		await grpcOf(node)
		await fetch(`${node.addresses.rpc}/health`)
		const { requests } = await node.call('requests_list', { waitMs: 5_000 })
		expect(requests.map(({ path }) => path)).toEqual(['/health'])
	})

	it('a port at which nothing listens is no gRPC server, with the reason', async () => {
		const { check, offers } = await grpcOf(undefined)
		expect(check).toMatchObject({ ok: false, text: 'connection refused' })
		expect(offers).not.toContain('grpc')
	})
})
