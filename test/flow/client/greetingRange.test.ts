import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, outcomeOf, startTestNode } from './testChain.ts'

/** More than the ids that are read one by one. */
const count = 10_250
const perTx = 2_050

let node: Node
let client: ChainClient
let owner: string

beforeAll(async () => {
	node = await startTestNode()
	const connected = await connectTestClient('embedded', node)
	client = connected.client
	owner = (await connected.keyring.create('alice')).key.address
	await client.admin?.faucet(owner)
	for (let made = 0; made < count; made += perTx) {
		const messages = Array.from({ length: perTx }, (_, index) => ({
			typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
			value: { message: `number ${made + index}`, owner },
		}))
		const outcome = await outcomeOf(client.sendTx('alice', messages, { gas: 40_000_000n }))
		expect(outcome).toMatchObject({ state: 'committed' })
	}
}, 60_000)
afterAll(async () => {
	await client.close()
	await node.close()
})

test.each([
	[9_980, 10_020],
	[9_950, count],
	[10_000, 10_100],
	[10_037, 10_243],
	[0, 70],
	[count - 1, count],
	[5, 5],
])('a page reads the greetings %i to %i, each once and in order', async (from, to) => {
	const greetings = await client.greetingRange(from, to)
	expect(greetings).toEqual(
		Array.from({ length: to - from }, (_, index) => ({
			id: String(from + index),
			owner,
			message: `number ${from + index}`,
		})),
	)
})
