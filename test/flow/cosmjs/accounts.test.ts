import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMessage } from '../../../src/codec/proto/decodeMessage.ts'
import { PermanentLockedAccountSchema } from '../../../src/gen/cosmos/vesting/v1beta1/vesting_pb.js'
import type { Node } from '../../../src/node/createNode.ts'
import {
	type AccountName,
	accountNames,
	chainId,
	endTime,
	feeFor,
	loadRelease,
	openWallet,
	releases,
	signingOptions,
	startCosmjsChain,
} from './cosmjsChain.ts'

describe.each(releases)('%s reads accounts', (name) => {
	const { stargate, tendermint } = loadRelease(name)
	const { StargateClient, SigningStargateClient, QueryClient, setupAuthExtension } = stargate
	let node: Node
	let url: string
	let address: Record<AccountName, string>
	let opened: Awaited<ReturnType<typeof openWallet>>

	beforeAll(async () => {
		opened = await openWallet()
		address = opened.address
		;({ node, url } = await startCosmjsChain(address))
	})
	afterAll(() => node.close())

	test.each(accountNames.filter((kind) => kind !== 'permanent'))('an account of the kind %s', async (kind) => {
		const client = await StargateClient.connect(url)
		expect(await client.getChainId()).toBe(chainId)
		expect(plain(await client.getAccount(address[kind]))).toEqual({
			address: address[kind],
			pubkey: null,
			accountNumber: accountNames.indexOf(kind),
			sequence: 0,
		})
		client.disconnect()
	})

	test('permanently locked, which no release knows by itself', async () => {
		const auth = QueryClient.withExtensions(await tendermint.connectComet(url), setupAuthExtension)
		const any = await auth.auth.account(address.permanent)
		expect(any?.typeUrl).toBe('/cosmos.vesting.v1beta1.PermanentLockedAccount')
		const { baseVestingAccount } = decodeMessage(PermanentLockedAccountSchema, any?.value ?? new Uint8Array())
		expect(baseVestingAccount?.baseAccount).toMatchObject({ address: address.permanent, accountNumber: 6n })
		expect(baseVestingAccount?.originalVesting).toMatchObject([{ denom: 'ucosm', amount: '900000000' }])
		expect(baseVestingAccount?.endTime).toBe(0n)
	})

	test('the module account that collects fees', async () => {
		const client = await StargateClient.connect(url)
		const collector = 'cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta'
		expect(plain(await client.getAccount(collector))).toEqual({
			address: collector,
			pubkey: null,
			accountNumber: accountNames.length,
			sequence: 0,
		})
		client.disconnect()
	})

	test('none where there is none, and refuses an address of another chain', async () => {
		const client = await StargateClient.connect(url)
		expect(await client.getAccount('cosmos1p79apjaufyphcmsn4g07cynqf0wyjuezqu84hd')).toBeNull()
		await expect(client.getSequence('cosmos1p79apjaufyphcmsn4g07cynqf0wyjuezqu84hd')).rejects.toThrow('does not exist')
		await expect(client.getAccount('chain1msgsme8lfult6pha5f0qe202u4mx2sqw3jh2jv')).rejects.toThrow(
			'invalid Bech32 prefix; expected cosmos, got chain',
		)
		client.disconnect()
	})

	test('accounts are read with key and sequence once they signed, and one made by a message', async () => {
		const client = await SigningStargateClient.connectWithSigner(url, opened.wallet, signingOptions())
		const made = 'cosmos1cjsxept9rkggzxztslae9ndgpdyt2408lk850u'
		const create = {
			typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
			value: {
				fromAddress: address.alice,
				toAddress: made,
				amount: [{ denom: 'ucosm', amount: '77' }],
				endTime: BigInt(endTime),
				delayed: true,
			},
		}
		expect(await client.signAndBroadcast(address.alice, [create], feeFor(200_000))).toMatchObject({ code: 0 })
		const pubkey = (await opened.wallet.getAccounts()).find((account) => account.address === address.alice)?.pubkey
		expect(plain(await client.getAccount(address.alice))).toEqual({
			address: address.alice,
			pubkey: {
				type: 'tendermint/PubKeySecp256k1',
				value: Buffer.from(pubkey ?? []).toString('base64'),
			},
			accountNumber: 1,
			sequence: 1,
		})
		expect(plain(await client.getAccount(made))).toMatchObject({ accountNumber: accountNames.length + 1, sequence: 0 })
		expect(await client.getBalance(made, 'ucosm')).toEqual({ denom: 'ucosm', amount: '77' })
		client.disconnect()
	})

	test('coins that are locked stay, the rest can be sent', async () => {
		const client = await SigningStargateClient.connectWithSigner(url, opened.wallet, signingOptions())
		const send = (amount: string) => {
			const value = { fromAddress: address.delayed, toAddress: address.bob, amount: [{ denom: 'ucosm', amount }] }
			return client.signAndBroadcast(
				address.delayed,
				[{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }],
				feeFor(200_000),
			)
		}
		const refused = await send('100000001')
		expect(refused.code).toBe(5)
		expect(refused.rawLog).toContain('99998000ucosm is smaller than 100000001ucosm: insufficient funds')
		expect(refused.gasUsed).toBeGreaterThan(40_000n)
		expect(await send('1')).toMatchObject({ code: 0 })
		client.disconnect()
	})
})

/** Newer releases give account numbers as bigint. */
function plain(account: { readonly accountNumber: number | bigint } | null): unknown {
	return account && { ...account, accountNumber: Number(account.accountNumber) }
}
