import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { getNodeAbout } from '../../../src/client/actions/node.ts'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { connectTestClient, startTestNode } from './testChain.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

async function startNode(): Promise<Node> {
	const node = await startTestNode()
	closing.push(() => node.close())
	return node
}

/** A proxy before a node that answers some methods itself. */
async function proxy(node: Node, own: Readonly<Record<string, object>>): Promise<string> {
	const server: Server = createServer(async (request, response) => {
		const chunks: Uint8Array[] = []
		for await (const chunk of request) chunks.push(chunk as Uint8Array)
		const body = Buffer.concat(chunks)
		const { id, method } = JSON.parse(String(body))
		const answer = own[method]
		if (answer) response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
		else response.end(await (await fetch(node.addresses.rpc ?? '', { method: 'POST', body })).text())
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	closing.push(() => server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each(['embedded', 'remote'] as const)('a node tells names and versions to its %s client', async (kind) => {
	const node = await startNode()
	const { client } = await connectTestClient(kind, node)
	closing.push(() => client.close())
	expect(await client.about()).toEqual({
		id: expect.stringMatching(/^[0-9a-f]{40}$/),
		moniker: 'chain-tui',
		engineVersion: '0.34.15',
		blockProtocol: '11',
		appName: 'chain-tui',
		appVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
		peers: [],
	})
})

test('peers are told with names, versions, addresses and who called whom', async () => {
	const node = await startNode()
	const peer = (moniker: string, outbound: boolean) => ({
		node_info: { id: 'a'.repeat(40), moniker, version: '0.34.14' },
		is_outbound: outbound,
		remote_ip: '203.0.113.7',
	})
	const result = { listening: true, listeners: [], n_peers: '2', peers: [peer('north', true), peer('south', false)] }
	const connection = remoteConnection(await proxy(node, { net_info: { result } }))
	closing.push(() => connection.close())
	expect((await getNodeAbout({ connection })).peers).toEqual([
		{ id: 'a'.repeat(40), moniker: 'north', version: '0.34.14', address: '203.0.113.7', outbound: true },
		{ id: 'a'.repeat(40), moniker: 'south', version: '0.34.14', address: '203.0.113.7', outbound: false },
	])
})

test('a proxy that serves fewer methods tells less, one that does not answer is an error', async () => {
	const node = await startNode()
	const error = { error: { code: -32601, message: 'Method not found' } }
	const connection = remoteConnection(await proxy(node, { net_info: error, abci_info: error }))
	closing.push(() => connection.close())
	expect(await getNodeAbout({ connection })).toMatchObject({
		moniker: 'chain-tui',
		appName: '',
		appVersion: '',
		peers: [],
	})
	const nobody = remoteConnection('http://127.0.0.1:1')
	closing.push(() => nobody.close())
	await expect(getNodeAbout({ connection: nobody })).rejects.toThrow('The node at http://127.0.0.1:1 does not answer.')
})
