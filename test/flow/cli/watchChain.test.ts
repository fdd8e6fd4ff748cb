import { afterAll, beforeAll, expect, test } from 'vitest'
import { LiveLines } from '../../../src/cli/live/LiveLines.ts'
import { AddressNames, watchChain } from '../../../src/cli/live/watchChain.ts'
import type { CliIo } from '../../../src/cli/processIo.ts'
import type { ChainClient } from '../../../src/client/index.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import type { TestNode } from '../../support/startNode.ts'
import { connectTestClient, outcomeOf, startTestNode, until } from '../client/testChain.ts'

let node: TestNode
let client: ChainClient
let keyring: Keyring
let alice: string

beforeAll(async () => {
	node = await startTestNode({ pruning: 'nothing', blockMode: 'manual' })
	const connected = await connectTestClient('remote', node)
	client = connected.client
	keyring = connected.keyring
	const { key } = await keyring.create('alice')
	alice = key.address
	await node.engine.mine()
	await mined(() => node.call('admin_faucet', { address: key.address }))
})
afterAll(async () => {
	await client.close()
	await node.close()
})

/** Makes a block of what is sent, one after the other. */
async function mined(...sends: readonly (() => Promise<unknown>)[]): Promise<void> {
	const sent: Promise<unknown>[] = []
	for (const send of sends) {
		sent.push(send())
		await until(async () => (await node.engine.mempoolSize()).count === sent.length)
	}
	await node.engine.mine()
	await Promise.all(sent)
}

const greeting = (text: string) => () => outcomeOf(client.createGreeting('alice', text))

/** Watches a chain that makes these blocks between the first look at it and the begin of its feed. */
async function watched(
	kind: 'all' | 'blocks' | 'transactions',
	emptyBlocks: boolean,
	blocks: () => Promise<void>,
	names = new AddressNames(keyring),
) {
	const { height: before } = node.engine
	const slow: ChainClient = {
		...client,
		status: async () => {
			const status = await client.status()
			await blocks()
			return status
		},
	}
	const stop = new AbortController()
	const told: (readonly [height: number, what: string])[] = []
	const io = {
		stdout: (line: string) => {
			const { type, height, first } = JSON.parse(line)
			told.push([height - before, type === 'block' ? 'block' : first.message])
		},
		env: {},
	} as unknown as CliIo
	const lines = new LiveLines(io, (address) => address, 'uchain', false)
	const wish = { kind, last: 0, emptyBlocks, signal: stop.signal }
	const ended = watchChain(slow, lines, names, wish)
	await until(() => told.some(([height]) => before + height === node.engine.height))
	stop.abort()
	await ended
	return told
}

test('a watch tells the blocks that were made while its feed was opened, with their transactions in order, and none twice', async () => {
	const told = await watched('all', true, async () => {
		await mined(greeting('a'), greeting('b'), greeting('c'))
		await node.engine.mine()
		await mined(greeting('d'))
	})
	expect(told).toEqual([
		[1, 'block'],
		[1, 'a'],
		[1, 'b'],
		[1, 'c'],
		[2, 'block'],
		[3, 'block'],
		[3, 'd'],
	])
})

test('a watch of transactions tells those of one block that was missed alone, and learns who signed them', async () => {
	const names = new AddressNames(keyring)
	const sends = async () => {
		await mined(greeting('e'))
		await mined(greeting('f'))
	}
	const told = await watched('transactions', false, sends, names)
	expect(names.nameOf(alice)).toBe('alice')
	expect(told).toEqual([
		[1, 'e'],
		[2, 'f'],
	])
})

test('a watch tells a block that is made anew at the height where the watch began', async () => {
	const { height: before } = node.engine
	const stop = new AbortController()
	const told: number[] = []
	const io = { stdout: (line: string) => told.push(JSON.parse(line).height - before), env: {} } as unknown as CliIo
	const lines = new LiveLines(io, (address) => address, 'uchain', false)
	const wish = { kind: 'blocks', last: 0, emptyBlocks: true, signal: stop.signal } as const
	let isOpen = false
	const subscribe: ChainClient['subscribe'] = (listener) =>
		client.subscribe((event) => {
			isOpen ||= event.type === 'block'
			listener(event)
		})
	const ended = watchChain({ ...client, subscribe }, lines, new AddressNames(keyring), wish)
	await until(() => isOpen)
	await node.engine.mine()
	await until(() => told.includes(1))
	await node.engine.mine()
	await until(() => told.includes(2))
	await node.engine.rewind(before - 1)
	await node.engine.mine()
	await until(() => told.length > 2)
	stop.abort()
	await ended
	expect(told).toEqual([1, 2, 0])
})

test('a watch of greetings tells those that were made while its feed was opened, without their blocks', async () => {
	const { height: before } = node.engine
	await mined(greeting('newest'))
	const stop = new AbortController()
	const told: string[] = []
	const io = {
		stdout: (line: string) => {
			const { message, height } = JSON.parse(line)
			told.push(height === undefined ? message : `${message} in block ${height - before}`)
		},
		env: {},
	} as unknown as CliIo
	let isMissed = false
	const slow: ChainClient = {
		...client,
		greetingRange: async (...range) => {
			const greetings = await client.greetingRange(...range)
			if (isMissed) return greetings
			isMissed = true
			await mined(greeting('g'))
			await mined(greeting('h'))
			return greetings
		},
	}
	const lines = new LiveLines(io, (address) => address, 'uchain', false)
	const wish = { kind: 'greetings', last: 1, emptyBlocks: true, signal: stop.signal } as const
	const ended = watchChain(slow, lines, new AddressNames(keyring), wish)
	await until(() => told.includes('h'))
	await mined(greeting('i'))
	await until(() => told.length > 3)
	stop.abort()
	await ended
	expect(told).toEqual(['newest', 'g', 'h', 'i in block 4'])
})

test('a watch that is stopped before it begins ends at once, and one whose chain fails ends with its fault', async () => {
	const lines = new LiveLines({ stdout: () => {}, env: {} } as unknown as CliIo, (address) => address, 'uchain', false)
	const wish = { kind: 'all', last: 0, emptyBlocks: true } as const
	const names = new AddressNames(keyring)
	expect(await watchChain(client, lines, names, { ...wish, signal: AbortSignal.abort() })).toBeUndefined()
	const broken: ChainClient = {
		...client,
		status: async () => {
			const status = await client.status()
			await node.engine.mine(2)
			return status
		},
		blocks: () => Promise.reject(new Error('no blocks here')),
	}
	const watch = watchChain(broken, lines, names, { ...wish, signal: new AbortController().signal })
	await expect(watch).rejects.toThrow('no blocks here')
})
