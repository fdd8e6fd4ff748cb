import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient, MsgInput, TxDetail } from '../../../src/client/ChainClient.ts'
import { checkSignatures } from '../../../src/client/checkSignatures.ts'
import { type Tx, TxSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, outcomeOf, startTestNode } from './testChain.ts'
import type { Keyring } from './testKeyring.ts'

let node: Node
let client: ChainClient
let keyring: Keyring
let alice: string
let family: string

beforeAll(async () => {
	node = await startTestNode()
	;({ client, keyring } = await connectTestClient('embedded', node))
	alice = (await keyring.create('alice')).key.address
	const members = ['anna', 'berta'].map(async (name) => (await keyring.create(name)).key.pubKey ?? '')
	family = (await keyring.addMultisig('family', 2, await Promise.all(members))).address
	for (const address of [alice, family]) await client.admin?.faucet(address)
})
afterAll(async () => {
	await client.close()
	await node.close()
})

const greeting = (owner: string): MsgInput => ({
	typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
	value: { message: 'hello', owner },
})

async function sent(bytes: Uint8Array): Promise<TxDetail> {
	const outcome = await outcomeOf(client.broadcastTx(bytes))
	expect(outcome).toMatchObject({ state: 'committed' })
	return (await client.tx((outcome as { hash: string }).hash))!
}

/** A transaction of alice over the amino document, which does not cover the signer infos. */
const byAmino = async (): Promise<TxDetail> => sent(await client.signAmino('alice', [greeting(alice)]))

async function byFamily(): Promise<TxDetail> {
	const collection = await client.multisig('family', [greeting(family)], {})
	await collection.signWithLocalMembers()
	return sent(await collection.bytes())
}

/** The same transaction with other bytes. */
function changed(tx: TxDetail, change: (parts: Tx) => unknown): TxDetail {
	const parts = fromBinary(TxSchema, tx.raw)
	change(parts)
	return { ...tx, raw: toBinary(TxSchema, parts) }
}

const withoutKey = (parts: Tx): void => {
	delete parts.authInfo!.signerInfos[0]!.publicKey
}
const flip = (bytes: Uint8Array, index: number): void => {
	bytes[index] = bytes[index]! ^ 1
}

describe('signatures are checked here, whatever the node says', () => {
	test('signatures of the amino document are checked, with the key of the account where the transaction has none', async () => {
		const tx = await byAmino()
		const good = [{ signer: alice, ok: true, reason: '' }]
		expect(await checkSignatures(client, tx)).toEqual(good)
		expect(await checkSignatures(client, changed(tx, withoutKey))).toEqual(good)
		expect(
			await checkSignatures(
				client,
				changed(tx, ({ body }) => Object.assign(body!, { memo: 'other' })),
			),
		).toEqual([{ signer: alice, ok: false, reason: 'the signature does not fit the transaction' }])
	})

	test('the signature of a threshold key is checked as one of each member', async () => {
		const tx = await byFamily()
		expect(await checkSignatures(client, tx)).toEqual([{ signer: family, ok: true, reason: '' }])
		const broken = changed(tx, ({ signatures }) => flip(signatures[0]!, signatures[0]!.length - 1))
		expect(await checkSignatures(client, broken)).toEqual([
			{ signer: family, ok: false, reason: expect.stringContaining('unable to verify signature at index 1') },
		])
		// Such a key is in the transaction alone.
		expect(await checkSignatures(client, changed(tx, withoutKey))).toEqual([
			{ signer: family, ok: false, reason: expect.stringContaining('in neither the transaction nor the account') },
		])
	})

	test('a signature of several of a key that is one counts as none', async () => {
		const [single, several] = [await byAmino(), fromBinary(TxSchema, (await byFamily()).raw)]
		const mixed = changed(single, (parts) => {
			parts.authInfo!.signerInfos[0]!.modeInfo = several.authInfo!.signerInfos[0]!.modeInfo!
			parts.signatures[0] = several.signatures[0]!
		})
		expect(await checkSignatures(client, mixed)).toEqual([
			{ signer: alice, ok: false, reason: 'the key is not a threshold key' },
		])
	})

	test('a signature that cannot be checked says why', async () => {
		const tx = await byAmino()
		const nobody = (await keyring.create('nobody')).key.address
		expect(await checkSignatures(client, { ...tx, signers: [nobody] })).toEqual([
			{ signer: nobody, ok: false, reason: 'the account is not on the chain' },
		])
		// An account that never signed has no key.
		const newcomer = (await keyring.create('newcomer')).key.address
		await client.admin?.faucet(newcomer)
		expect(await checkSignatures(client, changed({ ...tx, signers: [newcomer] }, withoutKey))).toEqual([
			{ signer: newcomer, ok: false, reason: expect.stringContaining('in neither') },
		])
		expect(
			await checkSignatures(
				client,
				changed(tx, ({ authInfo }) => Object.assign(authInfo!, { signerInfos: [] })),
			),
		).toMatchObject([{ signer: alice, ok: false }])
		expect(await checkSignatures(client, { ...tx, raw: Uint8Array.of(1, 2, 3) })).toEqual([
			{ signer: '', ok: false, reason: expect.stringContaining('parse') },
		])
	})

	test('signatures of a vesting account are checked, whose number and key lie deeper', async () => {
		const { key } = await keyring.create('vera')
		const value = {
			fromAddress: alice,
			toAddress: key.address,
			amount: [{ denom: 'uchain', amount: '1000' }],
			endTime: 4_000_000_000n,
			delayed: true,
		}
		const typeUrl = '/cosmos.vesting.v1beta1.MsgCreateVestingAccount'
		expect(await outcomeOf(client.sendTx('alice', [{ typeUrl, value }]))).toMatchObject({ state: 'committed' })
		await client.admin?.faucet(key.address)
		const tx = await sent(await client.signAmino('vera', [greeting(key.address)]))
		expect(JSON.stringify(await client.account(key.address))).toContain('DelayedVestingAccount')
		expect(await checkSignatures(client, changed(tx, withoutKey))).toEqual([
			{ signer: key.address, ok: true, reason: '' },
		])
	})
})
