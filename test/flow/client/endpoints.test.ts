import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ChainClient } from '../../../src/client/ChainClient.ts'
import { createChainClient } from '../../../src/client/createChainClient.ts'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import type { Node } from '../../../src/node/createNode.ts'
import { startTestNode } from './testChain.ts'
import { openTestKeyring } from './testKeyring.ts'

let node: Node | undefined
let client: ChainClient | undefined
const home = mkdtempSync(join(tmpdir(), 'chain-tui-client-'))

afterEach(async () => {
	await client?.close()
	await node?.close()
	client = node = undefined
	rmSync(home, { recursive: true, force: true })
})

async function clientOf(url: string, options: { readonly endpointsHome?: string }): Promise<ChainClient> {
	const keyring = await openTestKeyring(defaultChainSettings)
	const parts = { keyring, settings: defaultChainSettings, gasPrices: '0.01uchain', admin: true }
	return createChainClient({ ...parts, connection: remoteConnection(url), ...options })
}

test("a client has its node's endpoint service while it is on, with the session in a file of its owner", async () => {
	node = await startTestNode({ endpoints: '127.0.0.1:0' })
	client = await clientOf(node.addresses.rpc ?? '', { endpointsHome: home })
	await client.status()
	expect(client.endpoints?.url).toBe(node.addresses.endpoints)
	expect(client.endpoints).toBe(client.endpoints)
	await client.endpoints?.signUp('team@example.com', 'correct horse battery')
	expect((await client.endpoints?.account())?.email).toBe('team@example.com')
	expect(statSync(join(home, 'endpoints-session.token')).mode & 0o777).toBe(0o600)

	await client.admin?.setListener('endpoints', false)
	await client.status()
	expect(client.endpoints).toBeUndefined()
	await client.admin?.setListener('endpoints', true)
	await client.status()
	expect(client.endpoints?.isLoggedIn).toBe(true)
})

test('a client without a folder for its session leaves the service alone', async () => {
	node = await startTestNode({ endpoints: '127.0.0.1:0' })
	client = await clientOf(node.addresses.rpc ?? '', {})
	await client.status()
	expect(client.endpoints).toBeUndefined()
})
