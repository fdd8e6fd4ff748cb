import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, outcomeOf, startTestNode } from './testChain.ts'
import type { Keyring } from './testKeyring.ts'

let node: Node
/** Has alice and bob of the family, and carol's public key. */
let here: { readonly client: ChainClient; readonly keyring: Keyring }
/** Has carol. */
let there: { readonly client: ChainClient; readonly keyring: Keyring }
let family: string

beforeAll(async () => {
	node = await startTestNode()
	here = await connectTestClient('embedded', node)
	there = await connectTestClient('remote', node)
	const carol = (await there.keyring.create('carol')).key
	await here.keyring.create('alice')
	await here.keyring.create('bob')
	const alice = await here.keyring.get('alice')
	const bob = await here.keyring.get('bob')
	const members = [alice?.pubKey ?? '', bob?.pubKey ?? '', carol.pubKey ?? '']
	family = (await here.keyring.addMultisig('family', 3, members)).address
	await there.keyring.addMultisig('family', 3, members)
	await here.keyring.addMultisig('couple', 2, members.slice(0, 2))
	await here.client.admin?.faucet(family)
	await here.client.admin?.faucet((await here.keyring.get('couple'))?.address ?? '')
})
afterAll(async () => {
	await here.client.close()
	await there.client.close()
	await node.close()
})

const greeting = (message: string) => [
	{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message, owner: family } },
]

describe('a threshold key', () => {
	test('whose members are all here signs like any other, under its own address', async () => {
		const outcome = await outcomeOf(here.client.createGreeting('couple', 'from both of us'))
		expect(outcome).toMatchObject({ state: 'committed' })
		const { hash } = outcome as { hash: string }
		const couple = await here.keyring.get('couple')
		expect((await here.client.tx(hash))?.signers).toEqual([couple?.address])
		// Estimated with a signature of its size: not out of gas, and not far too much.
		const { gasUsed, gasWanted } = outcome as { gasUsed: bigint; gasWanted: bigint }
		expect(Number(gasUsed) / Number(gasWanted)).toBeGreaterThan(0.7)
	})

	test('says who else has to sign when too few members are here', async () => {
		expect(await outcomeOf(here.client.createGreeting('family', 'x'))).toMatchObject({
			state: 'failed',
			problem: expect.stringContaining('family needs 3 signatures; 2 can be made here.'),
			next: expect.stringContaining('tx multisign'),
		})
	})

	test('collects signatures here and from files, and is sent at the threshold', async () => {
		const collection = await here.client.multisig('family', greeting('from the three of us'), { memo: '<&> us' })
		expect((await collection.members()).filter(({ isLocal }) => isLocal)).toHaveLength(2)
		await collection.sign(['alice'])
		await collection.sign(['bob'])
		expect(collection.isComplete).toBe(false)
		await expect(collection.bytes()).rejects.toThrow('2 of the 3 signatures needed are there.')
		await expect(collection.sign(['mallory'])).rejects.toThrow('mallory is no member of family.')

		const elsewhere = await there.client.multisigOf('family', collection.unsignedJson)
		await elsewhere.sign(['carol'])
		expect(await collection.add(elsewhere.signaturesJson)).toBe(1)
		expect(await collection.add(elsewhere.signaturesJson)).toBe(0)
		expect(collection.isComplete).toBe(true)
		expect(await outcomeOf(here.client.broadcastTx(await collection.bytes()))).toMatchObject({ state: 'committed' })
	})

	test('takes no signature of another transaction, and no other text', async () => {
		const collection = await here.client.multisig('family', greeting('one'))
		const other = await there.client.multisigOf(
			'family',
			(await here.client.multisig('family', greeting('two'))).unsignedJson,
		)
		await other.sign(['carol'])
		await expect(collection.add(other.signaturesJson)).rejects.toThrow("couldn't verify signature")
		await expect(collection.add('{"hello":1}')).rejects.toThrow('This text holds no signatures.')
		expect((await collection.members()).some(({ hasSigned }) => hasSigned)).toBe(false)
	})

	test('a threshold key is what multisig takes, and nothing else is', async () => {
		await expect(here.client.multisig('alice', greeting('x'))).rejects.toThrow('The key alice is not a threshold key.')
	})
})
