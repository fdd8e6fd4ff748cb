import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GreetingCounter } from '../../../src/cli/live/GreetingCounter.ts'
import type { ChainClient } from '../../../src/client/index.ts'
import type { TestNode } from '../../support/startNode.ts'
import { connectTestClient, outcomeOf, startTestNode, until } from '../client/testChain.ts'
import { cli } from './testCli.ts'

let node: TestNode
let client: ChainClient

beforeAll(async () => {
	node = await startTestNode({ pruning: 'nothing' })
	const connected = await connectTestClient('remote', node)
	client = connected.client
	const { key } = await connected.keyring.create('alice')
	await node.call('admin_faucet', { address: key.address })
	await greet('first')
	await greet('second')
})
afterAll(async () => {
	await client.close()
	await node.close()
})

const greet = async (text: string) =>
	expect(await outcomeOf(client.createGreeting('alice', text))).toMatchObject({ state: 'committed' })

/** A block with its transactions, as a watch hears of it; the newest without a height. */
async function heard(height = node.engine.height) {
	const [block] = await client.blocks(height, height)
	const { txs } = await client.listTxs(`tx.height = ${height}`, 1, 10)
	return { block: block!, txs }
}

/** What is told of a block. */
async function told(counter: GreetingCounter, event = heard()) {
	const { block, txs } = await event
	const { height } = block
	return (await counter.made(block, txs)).map(({ id, message, height: at }) => [
		id,
		message,
		at === height ? 'here' : at,
	])
}

describe('greetings of blocks', () => {
	test('begin with the last ones, and are told once', async () => {
		const counter = await GreetingCounter.start(client)
		const newest = async (count: number) => (await counter.newest(count)).map(({ message }) => message)
		expect([await newest(0), await newest(1)]).toEqual([[], ['second']])
		expect([await newest(2), await newest(3)]).toEqual(Array(2).fill(['first', 'second']))
		await greet('third')
		expect(await told(counter)).toEqual([['2', 'third', 'here']])
		await node.engine.mine(1)
		expect(await told(counter)).toEqual([])
	})

	test('greetings of blocks that were missed are told all, without a block', async () => {
		const counter = await GreetingCounter.start(client)
		await greet('fourth')
		await greet('fifth')
		expect(await told(counter)).toEqual([
			['3', 'fourth', undefined],
			['4', 'fifth', undefined],
		])
		await greet('in the block before an empty one')
		await node.engine.mine(1)
		expect(await told(counter)).toEqual([['5', 'in the block before an empty one', undefined]])
	})

	test('greetings of later blocks are told with their own, also while those of missed blocks are counted', async () => {
		const counter = await GreetingCounter.start(client)
		await node.engine.mine(2)
		const missed = heard()
		await missed
		await greet('later')
		expect(await told(counter, missed)).toEqual([])
		expect(await told(counter)).toEqual([['6', 'later', 'here']])
		const slow: ChainClient = {
			...client,
			status: async () => {
				const status = await client.status()
				await greet('meanwhile')
				return status
			},
		}
		expect(await told(await GreetingCounter.start(slow))).toEqual([['7', 'meanwhile', 'here']])
	})

	test('greetings of a block that is gone again are not told, and those of the one in its place are', async () => {
		const counter = await GreetingCounter.start(client)
		await node.engine.mine(2)
		await greet('gone')
		const gone = await heard()
		await node.engine.rewind(gone.block.height - 2)
		expect(await told(counter, Promise.resolve(gone))).toEqual([])
		await greet('in its place')
		expect(await told(counter)).toEqual([['8', 'in its place', undefined]])
	})

	test('greetings are told again where the chain went back and other ones came', async () => {
		const counter = await GreetingCounter.start(client)
		await greet('sixth')
		expect(await told(counter)).toEqual([['9', 'sixth', 'here']])
		await node.engine.rewind(node.engine.height - 1)
		await greet('another sixth')
		expect(await told(counter)).toEqual([['9', 'another sixth', undefined]])
		await greet('seventh')
		expect(await told(counter)).toEqual([['10', 'seventh', 'here']])
	})
})

test('watch goes on where the chain went back to', async () => {
	const stop = new AbortController()
	let said = ''
	const line = ['watch', 'greetings', '--last', '1', '--node', node.addresses.rpc ?? '', '--home', '/nonexistent/home']
	const watching = cli(line, {
		stopped: stop.signal,
		onStdout: (text) => {
			said += text
		},
	})
	await greet('before')
	await until(() => said.includes('"before"'))
	await node.engine.rewind(node.engine.height - 3)
	await greet('after')
	await until(() => said.includes('"after"'))
	stop.abort()
	expect((await watching).exit).toBe(0)
})
