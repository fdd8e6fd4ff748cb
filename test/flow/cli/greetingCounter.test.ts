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

/** What is told of the newest block. */
async function told(counter: GreetingCounter) {
	const { height } = await client.status()
	const [block] = await client.blocks(height, height)
	const { txs } = await client.listTxs(`tx.height = ${height}`, 1, 10)
	return (await counter.made(block!, txs)).map(({ id, message, height: at }) => [
		id,
		message,
		at === height ? 'here' : at,
	])
}

describe('greetings of blocks', () => {
	test('begin with the last ones, and are told once', async () => {
		const counter = new GreetingCounter(client)
		expect((await counter.start(1)).map(({ message }) => message)).toEqual(['second'])
		await greet('third')
		expect(await told(counter)).toEqual([['2', 'third', 'here']])
		await node.engine.mine(1)
		expect(await told(counter)).toEqual([])
	})

	test('greetings of blocks that were missed are told all, without a block', async () => {
		const counter = new GreetingCounter(client)
		await counter.start(0)
		await greet('fourth')
		await greet('fifth')
		expect(await told(counter)).toEqual([
			['3', 'fourth', undefined],
			['4', 'fifth', undefined],
		])
	})

	test('greetings are told again where the chain went back and other ones came', async () => {
		const counter = new GreetingCounter(client)
		await counter.start(0)
		await greet('sixth')
		expect(await told(counter)).toEqual([['5', 'sixth', 'here']])
		await node.engine.rewind(node.engine.height - 1)
		await greet('another sixth')
		expect(await told(counter)).toEqual([['5', 'another sixth', undefined]])
		await greet('seventh')
		expect(await told(counter)).toEqual([['6', 'seventh', 'here']])
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
