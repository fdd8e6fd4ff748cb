import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'

// The other tests of commands run the source; a bundle may lack what only its packages have.
const home = join(mkdtempSync(join(tmpdir(), 'chain-tui-built-')), 'home')
let node: TestNode

beforeAll(async () => {
	node = await startNode({ on: ['rpc'], flags: { home } })
})
afterAll(async () => {
	await node.close()
	rmSync(home, { recursive: true, force: true })
})

it('the built program makes a threshold key and signs with it', async () => {
	await run('keys', 'add', 'alice')
	await run('keys', 'add', 'bob')
	const { address } = await run('keys', 'add', 'both', '--multisig', 'alice,bob', '--multisig-threshold', '2')
	await node.call('admin_faucet', { address })
	expect(await run('tx', 'greet', 'create-greeting', 'from both', '--from', 'both', '--yes', '--wait')).toMatchObject({
		code: 0,
	})
})

async function run(...line: string[]) {
	const args = ['bin/chain-tui.js', ...line, '--home', home, '--keyring-backend', 'file', '--output', 'json']
	const env = { ...process.env, CHAIN_TUI_PASSPHRASE: 'long enough' }
	const child = spawn(process.execPath, args, { env })
	let [stdout, stderr] = ['', '']
	child.stdout.on('data', (text) => {
		stdout += text
	})
	child.stderr.on('data', (text) => {
		stderr += text
	})
	const [code] = await once(child, 'close')
	expect(code, stderr).toBe(0)
	return JSON.parse(stdout)
}
