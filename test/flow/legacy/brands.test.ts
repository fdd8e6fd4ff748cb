import { coins, makeSignDoc, type OfflineAminoSigner, Secp256k1HdWallet, type StdSignDoc } from '@cosmjs/amino'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

const fee = { amount: coins(6_000, 'uchain'), gas: '300000' }
/** CosmJS asks for its transaction each three seconds by default. */
const quick = { broadcastPollIntervalMs: 20 }

describe.each(['chain', 'cosmos'] as const)('CosmJS on a chain of the brand %s', (aminoBrand) => {
	let chain: Chain
	beforeAll(async () => {
		chain = await startChain({ aminoBrand })
	})
	afterAll(() => chain.stop())

	test("signs amino documents with its usual names for the chain's own accounts", async () => {
		const [alice, bob] = chain.accounts as [Chain['accounts'][0], Chain['accounts'][0]]
		const signer: OfflineAminoSigner = {
			getAccounts: () => alice.signer.getAccounts(),
			signAmino: (address, document) => alice.signer.signAmino(address, document),
		}
		const gasPrice = GasPrice.fromString(chain.gasPrice)
		const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, signer, { gasPrice, ...quick })
		const { code, rawLog } = await client.sendTokens(alice.address, bob.address, coins(5, 'uchain'), 'auto')
		expect([code, rawLog]).toEqual([0, expect.any(String)])
		client.disconnect()
	})

	test.each([
		{ names: 'chain', msg: 'chain-sdk/MsgSend', key: 'chain/PubKeySecp256k1' },
		{ names: 'cosmos', msg: 'cosmos-sdk/MsgSend', key: 'tendermint/PubKeySecp256k1' },
		{ names: 'of both', msg: 'chain-sdk/MsgSend', key: 'tendermint/PubKeySecp256k1' },
	])('a posted transaction of the names $names is read by the rule of the brand', async ({ names, msg, key }) => {
		const [, alice, bob] = chain.accounts as readonly [unknown, Chain['accounts'][0], Chain['accounts'][0]]
		const found = await fetch(`${chain.restUrl}/cosmos/auth/v1beta1/accounts/${alice.address}`)
		const { account } = (await found.json()) as { account: { account_number: string; sequence: string } }
		const value = { from_address: alice.address, to_address: bob.address, amount: coins(7, 'uchain') }
		const document = makeSignDoc(
			[{ type: msg, value }],
			fee,
			chain.chainId,
			'',
			account.account_number,
			account.sequence,
		)
		const { signature } = await alice.signer.signAmino(alice.address, document)
		const pub_key = { ...signature.pub_key, type: key }
		const tx = { msg: document.msgs, fee, memo: '', signatures: [{ pub_key, signature: signature.signature }] }
		const reply = await fetch(`${chain.restUrl}/txs`, { method: 'POST', body: JSON.stringify({ tx, mode: 'block' }) })
		const answer = (await reply.json()) as { code?: number; error?: string; raw_log?: string }
		if (aminoBrand === 'chain' || names === 'cosmos') {
			expect([reply.status, answer.code, answer.error]).toEqual([200, undefined, undefined])
		} else {
			expect(reply.status).toBe(400)
			expect(answer.error).toContain('unrecognized concrete type name chain-sdk/MsgSend')
		}
	})

	test('a signature of a document that is changed is refused', async () => {
		const [alice, bob] = chain.accounts as [Chain['accounts'][0], Chain['accounts'][0]]
		const signer: OfflineAminoSigner = {
			getAccounts: () => alice.signer.getAccounts(),
			async signAmino(address, document: StdSignDoc) {
				const { signature } = await alice.signer.signAmino(address, { ...document, memo: 'another' })
				return { signed: document, signature }
			},
		}
		const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, signer, quick)
		await expect(client.sendTokens(alice.address, bob.address, coins(5, 'uchain'), fee)).rejects.toThrow(
			/signature verification failed/,
		)
		client.disconnect()
	})
})

describe('what generation 8 says an account of vesting coins may spend', () => {
	let node: TestNode
	beforeAll(async () => {
		node = await startNode({ on: ['rpc', 'rest', 'legacy8'] })
	})
	afterAll(() => node.close())

	test('leaves locked coins out when a denomination is missing that the account lacks', async () => {
		const wallet = await Secp256k1HdWallet.generate(12, { prefix: 'chain' })
		const { address } = (await wallet.getAccounts())[0]!
		const creator = await DirectSecp256k1HdWallet.generate(12, { prefix: 'chain' })
		const { address: from } = (await creator.getAccounts())[0]!
		await node.call('admin_faucet', { address: from, amount: { denom: 'uchain', amount: '50000000' } })
		const { rpc = '', legacy8 = '' } = node.addresses
		const client = await SigningStargateClient.connectWithSigner(rpc, creator, quick)
		const value = {
			fromAddress: from,
			toAddress: address,
			amount: coins(1_000_000, 'uchain'),
			endTime: 32_503_680_000n,
			delayed: true,
		}
		const typeUrl = '/cosmos.vesting.v1beta1.MsgCreateVestingAccount'
		expect((await client.signAndBroadcast(from, [{ typeUrl, value }], fee)).code).toBe(0)
		client.disconnect()
		await node.call('admin_faucet', { address, amount: { denom: 'uchain', amount: '100000000' } })
		const found = await fetch(`${legacy8}/auth/accounts/${address}`)
		const { account_number } = ((await found.json()) as { result: { value: { account_number: string } } }).result.value
		const send = (amount: { denom: string; amount: string }[]) => ({
			type: 'chain-sdk/MsgSend',
			value: { from_address: address, to_address: from, amount },
		})
		const message = send([...coins(1, 'busd'), ...coins(5, 'uchain')])
		const document = makeSignDoc([message], fee, 'chain-localnet', '', account_number, '0')
		const { signature } = await wallet.signAmino(address, document)
		const pub_key = { ...signature.pub_key, type: 'chain/PubKeySecp256k1' }
		const tx = { msg: [message], fee, memo: '', signatures: [{ pub_key, signature: signature.signature }] }
		const reply = await fetch(`${legacy8}/txs`, { method: 'POST', body: JSON.stringify({ tx, mode: 'block' }) })
		expect(await reply.text()).toContain('99994000uchain \\u003c 1busd,5uchain')
	})
})

test('generation 8 knows keys and fees of transactions that wait: a key may lack, and what is left is told', async () => {
	const chain = await startChain({ legacy8: true, blockMode: 'manual' })
	try {
		const alice = chain.accounts[0]!
		const { accountNumber } = await chain.stargate(alice).then((client) => client.getSequence(alice.address))
		const post = async (sequence: number, isKeyless: boolean, paid = fee) => {
			const msg = {
				type: 'chain-sdk/MsgSend',
				value: { from_address: alice.address, to_address: alice.address, amount: fee.amount },
			}
			const document = makeSignDoc([msg], paid, chain.chainId, '', accountNumber, sequence)
			const { signature } = await alice.signer.signAmino(alice.address, document)
			const part = isKeyless ? { signature: signature.signature } : signature
			const tx = { msg: document.msgs, fee: paid, memo: '', signatures: [part] }
			const reply = await fetch(`${chain.legacy8Url}/txs`, {
				method: 'POST',
				body: JSON.stringify({ tx, mode: 'sync' }),
			})
			return (await reply.json()) as { code?: number; raw_log?: string; error?: string }
		}
		expect((await post(0, true)).code).toBeGreaterThan(0)
		expect(await post(0, false)).toMatchObject({ raw_log: '[]' })
		expect(await post(1, true)).toMatchObject({ raw_log: '[]' })
		const committed = await chain.stargate(alice).then((client) => client.getBalance(alice.address, 'uchain'))
		const left = BigInt(committed.amount) - 2n * 6_000n
		const dear = { amount: coins('9999999999999999', 'uchain'), gas: '300000' }
		expect((await post(2, false, dear)).raw_log).toBe(
			`insufficient funds: insufficient funds to pay for fees; ${left}uchain < 9999999999999999uchain`,
		)
		await chain.mine()
		expect(await post(2, true)).toMatchObject({ raw_log: '[]' })
	} finally {
		await chain.stop()
	}
})
