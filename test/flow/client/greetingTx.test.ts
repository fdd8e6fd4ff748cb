import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getGreetingTx } from '../../../src/client/actions/greetingTx.ts'
import { SummaryReader, summarySource } from '../../../src/client/queries/SummaryReader.ts'
import { TxReader } from '../../../src/client/queries/TxReader.ts'
import type { RpcConnection } from '../../../src/client/rpc/RpcConnection.ts'
import { RpcError } from '../../../src/client/rpc/RpcError.ts'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, outcomeOf, startTestNode } from './testChain.ts'

/** The transaction that made each greeting, as they were sent. */
const made: string[] = []
let node: Node
let connection: RpcConnection

beforeAll(async () => {
	// State of old heights is gone at once: halving by counts must know that it cannot.
	node = await startTestNode({ pruning: 'everything' })
	const { client, keyring } = await connectTestClient('embedded', node)
	const { address } = (await keyring.create('alice')).key
	await client.admin?.faucet(address)
	const greeting = (message: string) => ({
		typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
		value: { message, owner: address },
	})
	const send = async (...messages: string[]) => {
		const outcome = await outcomeOf(client.sendTx('alice', messages.map(greeting), { gas: 400_000n }))
		if (outcome.state !== 'committed') throw new TypeError(`not committed: ${JSON.stringify(outcome)}`)
		for (const _ of messages) made.push(outcome.hash)
	}
	await send('first')
	await send('the same')
	// Runs out of gas: it makes none, and must not be counted.
	await outcomeOf(client.sendTx('alice', [greeting('failed')], { gas: 51_000n }))
	await send('two', 'at once')
	await send('x'.repeat(300))
	await send(`${'x'.repeat(299)}y`)
	await send('last')
	await client.close()
	connection = remoteConnection(node.addresses.rpc ?? '')
})
afterAll(async () => {
	connection.close()
	await node.close()
})

const find = (through: RpcConnection, id: number) => {
	const registry = createRegistry()
	const summaries = new SummaryReader(summarySource(through, registry))
	return getGreetingTx({ connection: through, summaries, details: new TxReader(through, registry) }, String(id))
}

/** A node of another program: without the methods of ours, and `refused` ones. */
const foreign = (...refused: string[]): RpcConnection => ({
	...connection,
	call: async (method, ...args) => {
		if (method.startsWith('chain_')) throw new RpcError(-32601, 'Method not found', '')
		if (refused.includes(method)) throw new RpcError(-32603, 'Internal error', 'transaction indexing is disabled')
		return connection.call(method, ...args)
	},
})

describe('the transaction of a greeting', () => {
	test('the transaction of a greeting is found on a node that prunes, whether the text is short, long, or one of several in it', async () => {
		expect(made).toHaveLength(7)
		for (const [id, hash] of made.entries()) expect((await find(connection, id))?.hash, `greeting ${id}`).toBe(hash)
	})

	test('the transaction of a greeting is the same out of the standard methods of another program', async () => {
		for (const [id, hash] of made.entries()) expect((await find(foreign(), id))?.hash, `greeting ${id}`).toBe(hash)
	})

	test('the transaction of a greeting is not guessed: none for a greeting that is not there, a refusal where nothing is indexed', async () => {
		expect(await find(connection, 7)).toBeUndefined()
		await expect(find(foreign('tx_search'), 0)).rejects.toThrow('transaction indexing is disabled')
	})
})

describe('the transaction of a greeting where each transaction made one', () => {
	test('a greeting is found by its place, without halving', async () => {
		const other = await startTestNode()
		const { client, keyring } = await connectTestClient('embedded', other)
		const { address } = (await keyring.create('alice')).key
		await client.admin?.faucet(address)
		const hashes: string[] = []
		for (const message of ['a', 'b', 'c', 'd', 'e']) {
			const value = { message, owner: address }
			const outcome = await outcomeOf(
				client.sendTx('alice', [{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value }]),
			)
			if (outcome.state === 'committed') hashes.push(outcome.hash)
		}
		const direct = remoteConnection(other.addresses.rpc ?? '')
		const asked: string[] = []
		const counted: RpcConnection = {
			...direct,
			call: (method, ...args) => {
				asked.push(method)
				return direct.call(method, ...args)
			},
		}
		const found: (string | undefined)[] = []
		for (const id of hashes.keys()) found.push((await find(counted, id))?.hash)
		expect(hashes).toHaveLength(5)
		expect(found).toEqual(hashes)
		// For each: the greeting, the number of greetings, the newest transaction, and the one at its place.
		expect(asked.length).toBeLessThanOrEqual(4 * hashes.length)
		direct.close()
		await client.close()
		await other.close()
	})
})
