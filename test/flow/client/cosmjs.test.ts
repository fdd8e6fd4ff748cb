import { createRequire } from 'node:module'
import { createMultisigThresholdPubkey, pubkeyToAddress, Secp256k1HdWallet } from '@cosmjs/amino'
import { DirectSecp256k1HdWallet, type EncodeObject, type OfflineSigner, Registry } from '@cosmjs/proto-signing'
import type * as Stargate from '@cosmjs/stargate'
import type * as TendermintRpc from '@cosmjs/tendermint-rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cosmjsTypes } from '../../../src/client/tx/createMessage.ts'
import { encodeTxRaw } from '../../../src/codec/tx/encodeTx.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { startTestNode, until } from './testChain.ts'

const prefix = 'cosmos'
const denom = 'ucosm'
const greet = (owner: string, message: string): EncodeObject => ({
	typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
	value: { owner, message },
})
const fee = (gas: number) => ({ amount: [{ denom, amount: String(Math.ceil(gas / 100)) }], gas: String(gas) })

const load033 = createRequire(import.meta.resolve('cosmjs-stargate-033'))

// A release that knows this dialect and the newest, which takes it for the next one.
describe.each(['cosmjs-stargate-033', 'cosmjs-stargate-039'])(
	'%s on a chain with the names of existing wallets',
	(name) => {
		const load = createRequire(import.meta.resolve(name))
		const stargate = load(name) as typeof Stargate
		const tendermint = load('@cosmjs/tendermint-rpc') as typeof TendermintRpc
		const { SigningStargateClient, StargateClient, createDefaultAminoConverters, AminoTypes } = stargate
		let node: Node
		let url: string
		let alice: string
		let bob: string
		let direct: OfflineSigner
		let client: Stargate.SigningStargateClient

		const registry = () => new Registry(cosmjsTypes())
		const aminoTypes = () =>
			new AminoTypes({
				...createDefaultAminoConverters(),
				'/chain.greet.v1beta1.MsgCreateGreet': {
					aminoType: 'greet/CreateGreet',
					toAmino: ({ owner, message }) => ({ message, owner }),
					fromAmino: ({ owner, message }) => ({ owner, message }),
				},
			})
		const connect = (signer: OfflineSigner) =>
			SigningStargateClient.connectWithSigner(url, signer, {
				registry: registry(),
				aminoTypes: aminoTypes(),
				broadcastPollIntervalMs: 20,
				gasPrice: stargate.GasPrice.fromString(`0.01${denom}`),
			})
		const fund = async (address: string): Promise<void> => {
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'admin_faucet', params: { address } })
			const reply = (await (await fetch(url, { method: 'POST', body })).json()) as { readonly error?: unknown }
			expect(reply.error).toBeUndefined()
		}

		beforeAll(async () => {
			node = await startTestNode({ prefix, denom, aminoBrand: 'cosmos' })
			url = node.addresses.rpc ?? ''
			const wallet = await DirectSecp256k1HdWallet.generate(24, { prefix })
			direct = wallet
			alice = (await wallet.getAccounts())[0]?.address ?? ''
			bob = (await (await DirectSecp256k1HdWallet.generate(12, { prefix })).getAccounts())[0]?.address ?? ''
			await fund(alice)
			client = await connect(direct)
		})
		afterAll(async () => {
			client.disconnect()
			await node.close()
		})

		test('reads chain id, height, accounts and balances', async () => {
			expect(await client.getChainId()).toBe('chain-localnet')
			expect(await client.getHeight()).toBeGreaterThan(0)
			expect(await client.getAccount(alice)).toMatchObject({ address: alice, sequence: 0 })
			expect(await client.getAccount(bob)).toBeNull()
			expect(await client.getBalance(alice, denom)).toEqual({ denom, amount: '1000000000' })
			expect(await client.getAllBalances(alice)).toEqual([{ denom, amount: '1000000000' }])
			expect((await client.getBlock(1)).header.height).toBe(1)
		})

		test('sends coins, with simulated gas', async () => {
			const result = await client.sendTokens(alice, bob, [{ denom, amount: '1234567' }], 'auto')
			expect(result.code).toBe(0)
			expect(result.rawLog).toContain('{"key":"amount","value":"1234567ucosm"}')
			expect(await client.getBalance(bob, denom)).toEqual({ denom, amount: '1234567' })
		})

		test('greets and sends in one transaction, and finds it again', async () => {
			const send = {
				typeUrl: '/cosmos.bank.v1beta1.MsgSend',
				value: { fromAddress: alice, toAddress: bob, amount: [{ denom, amount: '1' }] },
			}
			const result = await client.signAndBroadcast(alice, [greet(alice, 'from CosmJS'), send], fee(200_000), 'memo')
			expect(result).toMatchObject({ code: 0 })
			const found = await client.getTx(result.transactionHash)
			expect(found).toMatchObject({ height: result.height, hash: result.transactionHash, code: 0 })
			const bySender = await client.searchTx(`message.sender='${alice}'`)
			expect(bySender.map((tx) => tx.hash)).toContain(result.transactionHash)
			const byHeight = await client.searchTx([{ key: 'tx.height', value: result.height }])
			expect(byHeight.map((tx) => tx.hash)).toEqual([result.transactionHash])
		})

		test('simulates what it then uses', async () => {
			const messages = [greet(alice, 'how much')]
			const gas = await client.simulate(alice, messages, '')
			const { gasUsed } = await client.signAndBroadcast(alice, messages, fee(200_000))
			expect(gas).toBeGreaterThan(30_000)
			expect(Number(gasUsed)).toBeLessThan(gas * 1.4)
		})

		test('signs amino JSON documents', async () => {
			const wallet = await Secp256k1HdWallet.fromMnemonic((direct as DirectSecp256k1HdWallet).mnemonic, { prefix })
			const amino = await connect(wallet)
			expect(await amino.signAndBroadcast(alice, [greet(alice, 'amino <&> 👋')], fee(200_000))).toMatchObject({
				code: 0,
			})
			expect(await amino.sendTokens(alice, bob, [{ denom, amount: '7' }], fee(200_000), 'a & b')).toMatchObject({
				code: 0,
			})
			amino.disconnect()
		})

		test.each(['direct', 'amino'])('signs offline (%s), for anyone to broadcast', async (mode) => {
			const { mnemonic } = direct as DirectSecp256k1HdWallet
			const signer = mode === 'direct' ? direct : await Secp256k1HdWallet.fromMnemonic(mnemonic, { prefix })
			const offline = await SigningStargateClient.offline(signer, { registry: registry(), aminoTypes: aminoTypes() })
			const { accountNumber, sequence } = await client.getSequence(alice)
			const signerData = { accountNumber, sequence, chainId: 'chain-localnet' }
			const raw = await offline.sign(alice, [greet(alice, `offline ${mode}`)], fee(200_000), '', signerData)
			const anyone = await StargateClient.connect(url)
			const result = await anyone.broadcastTx(encodeTxRaw(raw.bodyBytes, raw.authInfoBytes, raw.signatures), 10_000, 20)
			expect(result.code).toBe(0)
			anyone.disconnect()
		})

		test('two of three members sign for a threshold account', async () => {
			const wallets = await Promise.all([0, 1, 2].map(() => Secp256k1HdWallet.generate(12, { prefix })))
			const members = await Promise.all(
				wallets.map(async (wallet) => {
					const [account] = await wallet.getAccounts()
					return { address: account?.address ?? '', pubkey: account?.pubkey ?? new Uint8Array() }
				}),
			)
			const pubkey = createMultisigThresholdPubkey(
				members.map((member) => ({
					type: 'tendermint/PubKeySecp256k1',
					value: Buffer.from(member.pubkey).toString('base64'),
				})),
				2,
			)
			const address = pubkeyToAddress(pubkey, prefix)
			await fund(address)
			const { accountNumber, sequence } = await client.getSequence(address)
			const signerData = { accountNumber, sequence, chainId: 'chain-localnet' }
			const messages = [greet(address, 'from two of us')]
			const signed = new Map<string, Uint8Array>()
			let bodyBytes = new Uint8Array()
			for (const index of [0, 2]) {
				const signer = await SigningStargateClient.offline(wallets[index] as OfflineSigner, {
					registry: registry(),
					aminoTypes: aminoTypes(),
				})
				const member = members[index]?.address ?? ''
				const raw = await signer.sign(member, messages, fee(200_000), '', signerData)
				bodyBytes = new Uint8Array(raw.bodyBytes)
				signed.set(member, raw.signatures[0] ?? new Uint8Array())
			}
			// Put together by the older release: the newer one asks the installed @scure/base for a limit it refuses.
			const { makeMultisignedTxBytes } = load033('cosmjs-stargate-033') as typeof Stargate
			const bytes = makeMultisignedTxBytes(pubkey, sequence, fee(200_000), bodyBytes, signed)
			expect(await client.broadcastTx(bytes, 10_000, 20)).toMatchObject({ code: 0 })
		})

		test('the client is told in the right words what is wrong', async () => {
			await expect(client.signAndBroadcast(alice, [greet(alice, 'x')], fee(100))).rejects.toThrow(/code 11/)
			const poor = { amount: [{ denom, amount: '1' }], gas: '200000' }
			await expect(client.signAndBroadcast(alice, [greet(alice, 'x')], poor)).rejects.toThrow(
				'insufficient fees; got: 1ucosm required: 2000ucosm: insufficient fee',
			)
			await expect(client.signAndBroadcast(alice, [greet(alice, ' ')], fee(200_000))).rejects.toThrow(
				'must provide a greeting message',
			)
		})

		test('gives up waiting for a block that does not come, and finds the transaction later', async () => {
			node.engine.setBlockMode('manual')
			const { accountNumber, sequence } = await client.getSequence(alice)
			const signerData = { accountNumber, sequence, chainId: 'chain-localnet' }
			const raw = await client.sign(alice, [greet(alice, 'late')], fee(200_000), '', signerData)
			const failure = await client
				.broadcastTx(encodeTxRaw(raw.bodyBytes, raw.authInfoBytes, raw.signatures), 60, 20)
				.then(
					() => undefined,
					(error: Error & { readonly txId?: string }) => error,
				)
			expect(failure?.message).toMatch(/was submitted but was not yet found on the chain/)
			node.engine.setBlockMode('instant')
			await node.engine.mine()
			expect((await client.getTx(failure?.txId ?? ''))?.code).toBe(0)
		})

		test('hears of headers, blocks and transactions over the websocket', async () => {
			const socket = await tendermint.connectComet(url.replace('http', 'ws'))
			const heard: string[] = []
			const listen = (kind: string) => ({ next: () => void heard.push(kind) })
			socket.subscribeNewBlockHeader().addListener(listen('header'))
			socket.subscribeNewBlock().addListener(listen('block'))
			socket.subscribeTx().addListener(listen('tx'))
			await until(async () => {
				await client.signAndBroadcast(alice, [greet(alice, 'heard')], fee(200_000))
				return ['header', 'block', 'tx'].every((kind) => heard.includes(kind))
			})
			expect(new Set(heard)).toEqual(new Set(['header', 'block', 'tx']))
			socket.disconnect()
		})
	},
)
