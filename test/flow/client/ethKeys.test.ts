import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { checkSignatures } from '../../../src/client/checkSignatures.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, outcomeOf, startTestNode } from './testChain.ts'

const words = 'test test test test test test test test test test test junk'
const other = '0x00000000000000000000000000000000000000aa'

let node: Node
let client: ChainClient
let keyring: Keyring

beforeAll(async () => {
	node = await startTestNode({ chainId: 'chain_2222-1', eth: '127.0.0.1:0' })
	;({ client, keyring } = await connectTestClient('embedded', node))
	await keyring.importMnemonic('dev', words, { algo: 'eth_secp256k1' })
})

afterAll(async () => {
	await client.close()
	await node.close()
})

describe('the chain takes transactions of Ethereum keys', () => {
	test('a greeting, whose signature is checked here too', async () => {
		const outcome = await outcomeOf(client.createGreeting('dev', 'from an Ethereum key'))
		expect(outcome).toMatchObject({ state: 'committed' })
		const tx = await client.tx((outcome as { hash: string }).hash)
		expect(JSON.stringify(tx?.json)).toContain('/ethermint.crypto.v1.ethsecp256k1.PubKey')
		expect(await checkSignatures(client, tx!)).toEqual([
			{ signer: (await keyring.get('dev'))?.address, ok: true, reason: '' },
		])
	})

	test('a send to a 0x address, and its balance under both', async () => {
		const outcome = await outcomeOf(client.send('dev', other, [{ denom: 'uchain', amount: '1500000' }]))
		expect(outcome).toMatchObject({ state: 'committed' })
		expect(await client.balances(other)).toEqual([{ denom: 'uchain', amount: '1500000' }])
	})

	test('a mistyped 0x address is refused before anything is signed', async () => {
		const mistyped = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267'
		const outcome = await outcomeOf(client.send('dev', mistyped, [{ denom: 'uchain', amount: '1' }]))
		expect(outcome).toMatchObject({ state: 'failed', problem: 'An address is not valid on this chain.' })
	})

	test('gas is estimated with the larger price of its signature', async () => {
		const key = await keyring.create('own')
		await client.admin?.faucet(key.key.address)
		// Its first signature also stores the public key.
		expect(await outcomeOf(client.createGreeting('own', 'first'))).toMatchObject({ state: 'committed' })
		const message = (owner: string) => [
			{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message: 'same length', owner } },
		]
		const ours = await client.estimate('own', message(key.key.address))
		const theirs = await client.estimate('dev', message((await keyring.get('dev'))?.address ?? ''))
		// 21000 instead of 1000, and some bytes more, times 1.3.
		expect(Number(theirs.gas - ours.gas)).toBeGreaterThan(26_000)
		expect(Number(theirs.gas - ours.gas)).toBeLessThan(30_000)
	})
})

test('a chain without an EVM says why it refuses such a key', async () => {
	const plain = await startTestNode()
	const { client: to, keyring: keys } = await connectTestClient('embedded', plain)
	const { address } = await keys.importMnemonic('dev', words, { algo: 'eth_secp256k1' })
	await to.admin?.faucet(address)
	const outcome = await outcomeOf(to.createGreeting('dev', 'hello'))
	expect(outcome).toMatchObject({ state: 'failed', problem: 'This chain has no EVM and takes no Ethereum keys.' })
	await to.close()
	await plain.close()
})
