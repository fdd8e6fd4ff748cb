import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
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

it('the built program says in one line that it may open too few files', () => {
	const line = 'ulimit -n 64; exec "$0" bin/chain-tui.js init --home "$1"'
	const { status, stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath, `${home}-few`], {
		encoding: 'utf8',
	})
	expect([status, stdout, stderr]).toEqual([
		1,
		'',
		'Error: chain-tui may open only 64 files here, it needs 256 or more. Raise the limit first: ulimit -n 1024\n',
	])
})

it('every file of a home that the built program makes is its owner’s alone, whatever the umask', () => {
	const open = `${home}-open`
	const { status } = spawnSync('sh', [
		'-c',
		'umask 0; exec "$0" bin/chain-tui.js init --home "$1"',
		process.execPath,
		open,
	])
	expect(status).toBe(0)
	const files = readdirSync(open, { recursive: true, withFileTypes: true })
	const wide = files.filter((file) => (statSync(join(file.parentPath, file.name)).mode & 0o077) !== 0)
	expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['CURRENT', 'config.json', 'LOG']))
	expect(wide.map(({ name }) => name)).toEqual([])
	rmSync(open, { recursive: true })
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

it('each file of the bundle keeps its text at one byte a character in memory', () => {
	const files = readdirSync('dist').filter((file) => file.endsWith('.js'))
	expect(files).toContain('main.js')
	expect(files.filter((file) => /[^\0-\xff]/.test(readFileSync(join('dist', file), 'utf8')))).toEqual([])
})
