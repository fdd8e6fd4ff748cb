import { createMultisigThresholdPubkey, pubkeyToAddress, Secp256k1HdWallet } from '@cosmjs/amino'
import type { EncodeObject } from '@cosmjs/proto-signing'
import type * as Stargate from '@cosmjs/stargate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeTxRaw } from '../../../src/codec/tx/encodeTx.ts'
import type { Node } from '../../../src/node/createNode.ts'
import {
	type AccountName,
	chainId,
	feeFor,
	loadRelease,
	openWallet,
	releases,
	signingOptions,
	startCosmjsChain,
} from './cosmjsChain.ts'

describe.each(releases)('%s signs', (name) => {
	const { stargate } = loadRelease(name)
	const { SigningStargateClient } = stargate
	let node: Node
	let url: string
	let address: Record<AccountName, string>
	let client: Stargate.SigningStargateClient

	beforeAll(async () => {
		const opened = await openWallet()
		address = opened.address
		;({ node, url } = await startCosmjsChain(address))
		client = await SigningStargateClient.connectWithSigner(url, opened.wallet, signingOptions())
	})
	afterAll(async () => {
		client.disconnect()
		await node.close()
	})

	const greet = (owner: string, message: string): EncodeObject => ({
		typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
		value: { owner, message },
	})

	test('a transaction signed with a timeout height is taken in time, afterwards refused', async () => {
		const height = BigInt(await client.getHeight())
		const messages = [greet(address.alice, 'in time')]
		const taken = await client.signAndBroadcast(address.alice, messages, feeFor(200_000), '', height + 2n)
		expect(taken).toMatchObject({ code: 0 })
		const late = client.signAndBroadcast(address.alice, messages, feeFor(200_000), '', height)
		await expect(late).rejects.toThrow(`timeout height: ${height}: tx timeout height`)
		await expect(late).rejects.toMatchObject({ code: 30, codespace: 'sdk' })
	})

	test('coins to many at once', async () => {
		const coins = (amount: string) => [{ denom: 'ucosm', amount }]
		const value = {
			inputs: [{ address: address.alice, coins: coins('30') }],
			outputs: [
				{ address: address.bob, coins: coins('10') },
				{ address: address.zero, coins: coins('20') },
			],
		}
		const message = { typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend', value }
		expect(await client.signAndBroadcast(address.alice, [message], feeFor(200_000))).toMatchObject({ code: 0 })
		expect(await client.getBalance(address.bob, 'ucosm')).toEqual({ denom: 'ucosm', amount: '1000000010' })
		expect(await client.getBalance(address.zero, 'ucosm')).toEqual({ denom: 'ucosm', amount: '1000000020' })
	})

	test('two accounts in one transaction, only when both sign', async () => {
		const messages = [greet(address.alice, 'mine'), greet(address.bob, 'yours')]
		await expect(client.signAndBroadcast(address.alice, messages, feeFor(300_000))).rejects.toMatchObject({ code: 4 })
	})

	test('the chain id, number and sequence it is told, and only the right ones pass', async () => {
		const { accountNumber, sequence } = await client.getSequence(address.bob)
		const right = { accountNumber, sequence, chainId }
		const next = typeof accountNumber === 'bigint' ? accountNumber + 1n : accountNumber + 1
		const attempt = async (signer: Stargate.SignerData) => {
			const raw = await client.sign(address.bob, [greet(address.bob, 'who')], feeFor(200_000), '', signer)
			return client.broadcastTx(encodeTxRaw(raw.bodyBytes, raw.authInfoBytes, raw.signatures), 10_000, 20)
		}
		await expect(attempt({ ...right, chainId: 'another' })).rejects.toMatchObject({ code: 4 })
		await expect(attempt({ ...right, accountNumber: next as number })).rejects.toMatchObject({ code: 4 })
		await expect(attempt({ ...right, sequence: sequence + 1 })).rejects.toThrow(
			`account sequence mismatch, expected ${sequence}, got ${sequence + 1}: incorrect account sequence`,
		)
		expect(await attempt(right)).toMatchObject({ code: 0 })
	})

	test('what it cannot pay for: the fee is gone, the coins stay', async () => {
		const before = await client.getBalance(address.bob, 'ucosm')
		const amount = [{ denom: 'ucosm', amount: '2000000000' }]
		const result = await client.sendTokens(address.bob, address.alice, amount, feeFor(200_000))
		expect(result).toMatchObject({ code: 5 })
		expect(result.gasUsed).toBeGreaterThan(40_000n)
		expect(result.gasUsed).toBeLessThanOrEqual(99_000n)
		const after = await client.getBalance(address.bob, 'ucosm')
		expect(BigInt(before.amount) - BigInt(after.amount)).toBe(2000n)
	})

	test('coins that must not be sent', async () => {
		const amount = [{ denom: 'ustake', amount: '1' }]
		const result = await client.sendTokens(address.bob, address.alice, amount, feeFor(200_000))
		expect(result).toMatchObject({ code: 5 })
		expect(result.rawLog).toContain('ustake transfers are currently disabled: send transactions are disabled')
	})

	test('a threshold account signs, and its key is read back afterwards', async () => {
		const wallets = await Promise.all([0, 1, 2].map(() => Secp256k1HdWallet.generate(12, { prefix: 'cosmos' })))
		const members = (await Promise.all(wallets.map((wallet) => wallet.getAccounts()))).flat()
		const keys = members.map((member) => ({
			type: 'tendermint/PubKeySecp256k1',
			value: Buffer.from(member.pubkey).toString('base64'),
		}))
		const pubkey = createMultisigThresholdPubkey(keys, 2)
		const account = pubkeyToAddress(pubkey, 'cosmos')
		const coins = [{ denom: 'ucosm', amount: '5000000' }]
		expect(await client.sendTokens(address.alice, account, coins, feeFor(200_000))).toMatchObject({ code: 0 })
		const { accountNumber, sequence } = await client.getSequence(account)
		const value = { fromAddress: account, toAddress: address.unused, amount: [{ denom: 'ucosm', amount: '9' }] }
		const sign = async (index: number) => {
			const offline = await SigningStargateClient.offline(wallets[index]!, signingOptions())
			const member = members[index]?.address ?? ''
			const message = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }
			const raw = await offline.sign(member, [message], feeFor(200_000), 'both of us', {
				accountNumber,
				sequence,
				chainId,
			})
			return {
				bodyBytes: new Uint8Array(raw.bodyBytes),
				entry: [member, raw.signatures[0] ?? new Uint8Array()] as const,
			}
		}
		const [second, third] = [await sign(1), await sign(2)]
		// Put together by the older release: the newer one asks the installed @scure/base for a limit it refuses.
		const { makeMultisignedTxBytes } = loadRelease('cosmjs-stargate-033').stargate
		const assemble = (signatures: Map<string, Uint8Array>) =>
			makeMultisignedTxBytes(pubkey, sequence, feeFor(200_000), second.bodyBytes, signatures)
		await expect(client.broadcastTx(assemble(new Map([second.entry])), 10_000, 20)).rejects.toMatchObject({ code: 4 })
		const bytes = assemble(new Map([second.entry, third.entry]))
		expect(await client.broadcastTx(bytes, 10_000, 20)).toMatchObject({ code: 0 })
		const after = await client.getAccount(account)
		expect(after).toMatchObject({ address: account, sequence: 1 })
		expect(after?.pubkey).toEqual(pubkey)
	})
})
