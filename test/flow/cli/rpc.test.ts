import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNode } from '../../support/startNode.ts'
import { cli } from './testCli.ts'

describe('chain-tui rpc', () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-rpc-'))
	let node: Awaited<ReturnType<typeof startNode>>
	let url = ''
	beforeAll(async () => {
		node = await startNode({ on: ['rpc', 'rest'] })
		url = node.addresses.rpc ?? ''
	})
	afterAll(async () => {
		await node.close()
		rmSync(home, { recursive: true, force: true })
	})
	const run = (...args: string[]) => cli(['rpc', ...args, '--home', home, '--output', 'json'])

	it('adds a place and says what it offers', async () => {
		const { exit, stdout } = await run('add', 'staging', url)
		expect(exit).toBe(0)
		expect(JSON.parse(stdout)).toMatchObject({
			name: 'staging',
			chain_id: 'chain-localnet',
			offers: expect.arrayContaining(['rpc']),
		})
	})

	it('refuses a second place of the name or the address, and a password in the address', async () => {
		expect((await run('add', 'staging', 'http://127.0.0.1:9')).stderr).toContain('there is a place of that name')
		expect((await run('add', 'other', url)).stderr).toContain('saved already, as staging')
		expect((await run('add', 'other', 'http://me:secret@127.0.0.1:9')).stderr).toContain('user name or a password')
		expect(readFileSync(join(home, 'preferences.json'), 'utf8')).not.toContain('secret')
	})

	it('lists places with height and distance, and tests one in every protocol', async () => {
		const { places } = JSON.parse((await run('list')).stdout) as { readonly places: readonly object[] }
		expect(places).toMatchObject([{ name: 'staging', answers: true, behind: '0', in_use: false, stand_by: false }])
		const { exit, stdout } = await run('test', 'staging')
		expect(exit).toBe(0)
		expect(JSON.parse(stdout)).toMatchObject({
			checks: expect.arrayContaining([expect.objectContaining({ protocol: 'Tendermint RPC', ok: true })]),
		})
	})

	it('takes the name of a place wherever a command takes --node', async () => {
		const { exit, stdout } = await cli(['status', '--node', 'staging', '--home', home, '--output', 'json'])
		expect(exit).toBe(0)
		expect(stdout).toContain('chain-localnet')
	})

	it('compares two places', async () => {
		await run('add', 'again', `${url.replace('127.0.0.1', 'localhost')}`)
		const { exit, stdout } = await run('compare', 'staging', 'again')
		expect(exit).toBe(0)
		expect(JSON.parse(stdout)).toMatchObject({ same_chain: true, same_app_hash: true })
	})

	it('edits, uses and removes a place, but not the one in use', async () => {
		expect((await run('edit', 'again', '--name', 'backup', '--stand-by', 'yes')).exit).toBe(0)
		expect((await run('use', 'backup')).exit).toBe(0)
		expect((await run('remove', 'backup')).stderr).toContain('is what the app uses')
		expect((await run('use', 'own')).exit).toBe(0)
		expect((await run('remove', 'backup')).exit).toBe(0)
		expect((await run('remove', 'backup')).stderr).toContain('Saved are: staging.')
	})

	it('does not use a dead place, and tells why in one line', async () => {
		await run('add', 'dead', 'http://127.0.0.1:9')
		const used = await run('use', 'dead')
		expect(used.exit).toBe(1)
		expect(used.stderr).toContain('dead does not answer.')
		expect((await run('test', 'dead')).exit).toBe(1)
	})
})
