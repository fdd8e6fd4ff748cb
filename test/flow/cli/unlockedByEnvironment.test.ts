import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CliIo } from '../../../src/cli/processIo.ts'
import { openClient } from '../../../src/cli/support/openClient.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { quickKeyring } from './quickKeyring.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-unlocked-'))
let node: TestNode
beforeAll(async () => {
	node = await startNode({ on: ['rpc'] })
	await quickKeyring(home, 'long enough')
})
afterAll(async () => {
	await node.close()
	rmSync(home, { recursive: true, force: true })
})

test.each([
	['long enough', false],
	['long enouhg', true],
	['', true],
	[undefined, true],
])('the keyring of the app, with the passphrase %j in the environment, is locked: %s', async (passphrase, isLocked) => {
	const env = passphrase === undefined ? {} : { CHAIN_TUI_PASSPHRASE: passphrase }
	const flags = { home, keyringBackend: 'file', node: node.addresses.rpc ?? '' }
	// The node of an address needs no worker.
	const client = await openClient(flags, { env } as unknown as CliIo, new URL('file:///nonexistent/worker.js'))
	try {
		expect(client.keys.isLocked()).toBe(isLocked)
	} finally {
		await client.close()
	}
})
