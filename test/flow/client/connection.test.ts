import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChainClient, ChainEvent } from '../../../src/client/ChainClient.ts'
import { createChainClient } from '../../../src/client/createChainClient.ts'
import { detectSettings } from '../../../src/client/detectSettings.ts'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, outcomeOf, startTestNode, until } from './testChain.ts'
import { openTestKeyring } from './testKeyring.ts'

let node: Node | undefined
let client: ChainClient | undefined
let server: Server | undefined

afterEach(async () => {
	await client?.close()
	await node?.close()
	server?.closeAllConnections()
	server?.close()
	client = node = server = undefined
})

async function clientOf(url: string): Promise<ChainClient> {
	const keyring = await openTestKeyring(defaultChainSettings)
	const parts = { keyring, settings: defaultChainSettings, gasPrices: '0.01uchain', admin: false }
	return createChainClient({ ...parts, connection: remoteConnection(url) })
}

describe('a node that is not there', () => {
	test('a node that is not there is unreachable in the status and a UserError elsewhere', async () => {
		// Not port 1: fetch itself bars it, and asks nobody.
		client = await clientOf('http://127.0.0.1:2')
		expect(await client.status()).toMatchObject({
			state: 'unreachable',
			problem: expect.stringMatching(/does not answer.*ECONNREFUSED/),
		})
		await expect(client.greetingCount()).rejects.toThrow(UserError)
		await client.keys.create('alice')
		expect(await outcomeOf(client.createGreeting('alice', 'x'))).toMatchObject({
			state: 'failed',
			problem: expect.stringContaining('does not answer'),
			next: 'Check that address, and that the node runs.',
		})
	})

	test('a node that is not there is told from a server that speaks something else', async () => {
		server = createServer((_request, response) => response.writeHead(404).end('<html>'))
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
		client = await clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
		expect((await client.status()).problem).toContain('HTTP 404')
	})

	test('a node that is not there is told from a server whose JSON-RPC is another', async () => {
		server = createServer((_request, response) => response.end('{"jsonrpc":"2.0","id":1,"result":{"sync_info":{}}}'))
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
		client = await clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
		const { state, problem } = await client.status()
		expect(state).toBe('unreachable')
		expect(problem).toContain('Its reply to status has no node_info.network.')
	})

	test('a node that sends its callers elsewhere is not followed, so that a key goes to no other address', async () => {
		const asked: (string | undefined)[] = []
		server = createServer((request, response) => {
			asked.push(request.url)
			response.writeHead(307, { location: '/other' }).end('{"jsonrpc":"2.0","id":1,"result":{}}')
		})
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
		const connection = remoteConnection(url, 'that address', async () => 'secret')
		await expect(connection.call('net_info')).rejects.toThrow('does not answer')
		connection.close()
		expect(asked).toEqual(['/'])
	})

	test.each(['', 'ftp://x', 'http://', '::::'])('refuses the address %j', (address) => {
		expect(() => remoteConnection(address)).toThrow(UserError)
	})
})

test('a node that comes back is followed again, from where it stands', async () => {
	node = await startTestNode()
	const url = new URL(node.addresses.rpc ?? '')
	client = await clientOf(url.href)
	const events: ChainEvent[] = []
	client.subscribe((event) => events.push(event))
	const heights = () => events.flatMap((event) => (event.type === 'block' ? [event.block.height] : []))
	await until(() => events.some((event) => event.type === 'status' && event.status.state === 'live'))
	await node.engine.mine(3)
	await until(() => heights().includes(node?.engine.height ?? 0))

	await node.close()
	await until(() => events.some((event) => event.type === 'status' && event.status.state === 'unreachable'))
	expect(events.some((event) => event.type === 'log' && event.entry.level === 'warn')).toBe(true)

	node = await startTestNode({ rpc: url.host })
	await node.engine.mine(1)
	const before = events.length
	await until(() => events.slice(before).some((event) => event.type === 'status' && event.status.state === 'live'))
	await node.engine.mine(2)
	await until(() => heights().at(-1) === node?.engine.height)
})

test('a node without events is asked instead', async () => {
	node = await startTestNode()
	const upstream = node.addresses.rpc ?? ''
	// Passes JSON-RPC on but knows no websocket.
	server = createServer(async (request, response) => {
		const chunks: Uint8Array[] = []
		for await (const chunk of request) chunks.push(chunk as Uint8Array)
		const reply = await fetch(upstream, { method: 'POST', body: Buffer.concat(chunks) })
		response.writeHead(reply.status).end(await reply.text())
	})
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
	client = await clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
	const heights: number[] = []
	client.subscribe((event) => event.type === 'block' && heights.push(event.block.height))
	await until(() => heights.length > 0)
	await node.engine.mine(2)
	await until(() => heights.includes(node?.engine.height ?? 0))
	const keys = client.keys
	const { key } = await keys.create('alice')
	const { client: admin } = await connectTestClient('embedded', node)
	await admin.admin?.faucet(key.address)
	await admin.close()
	expect((await outcomeOf(client.createGreeting('alice', 'polled'))).state).toBe('committed')
})

test('a lower price than the node takes is corrected by the answer of the node', async () => {
	node = await startTestNode({ minimumGasPrices: '0.05uchain', admin: 'off' })
	const { client: admin } = await connectTestClient('embedded', node)
	client = await clientOf(node.addresses.rpc ?? '')
	const { key } = await client.keys.create('alice')
	await admin.admin?.faucet(key.address)
	await admin.close()
	const outcome = await outcomeOf(client.createGreeting('alice', 'dear'))
	expect(outcome).toMatchObject({ state: 'committed' })
	const { fee, gasWanted } = outcome as { fee: string; gasWanted: bigint }
	expect(fee).toBe(`${(gasWanted + 19n) / 20n}uchain`)
	const { gas, fee: next } = await client.estimate('alice', [
		{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message: 'x', owner: key.address } },
	])
	// Learnt from the answer, one unit too much at most.
	expect([0n, 1n]).toContain(BigInt(next.replace('uchain', '')) - (gas + 19n) / 20n)
})

test('the names of a chain are seen from its node, told or not', async () => {
	const names = { prefix: 'kite', denom: 'ukite', coinType: '459', aminoBrand: 'cosmos' }
	for (const admin of ['on', 'off']) {
		node = await startTestNode({ ...names, admin })
		const connection = remoteConnection(node.addresses.rpc ?? '')
		const seen = await detectSettings(connection, defaultChainSettings)
		expect(seen).toMatchObject({ prefix: 'kite', denom: 'ukite' })
		if (admin === 'on') expect(seen).toMatchObject({ coinType: 459, aminoBrand: 'cosmos' })
		connection.close()
		await node.close()
		expect(await detectSettings(connection, defaultChainSettings)).toEqual(defaultChainSettings)
	}
	node = undefined
})
