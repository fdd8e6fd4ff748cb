import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNode } from '../../support/startNode.ts'
import { quickKeyring } from './quickKeyring.ts'
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

	it('says what own is and how to start it, where no node runs', async () => {
		for (const args of [
			['compare', 'staging', 'own'],
			['test', 'own'],
		]) {
			const { exit, stderr } = await run(...args)
			expect(exit).toBe(1)
			expect(stderr).toContain('Your own chain does not run.')
			expect(stderr).toContain(home)
			expect(stderr).toContain('chain-tui start')
		}
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

describe('an endpoint of another provider, behind a key', () => {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-keyed-'))
	const secret = 'provider-key-9f3d'
	const passphrase = 'a good passphrase'
	const seen: (string | undefined)[] = []
	let node: Awaited<ReturnType<typeof startNode>>
	let provider: Server
	let url = ''
	beforeAll(async () => {
		node = await startNode({ on: ['rpc'] })
		await node.engine.mine()
		await quickKeyring(home, passphrase)
		// A proxy that passes calls on only with the key, as providers do.
		provider = createServer((request, response) => {
			seen.push(request.headers['x-api-key'] as string | undefined)
			if (request.headers['x-api-key'] !== secret) {
				response.writeHead(401).end('{"error":"unauthorized"}')
				return
			}
			response.setHeader('x-ratelimit-limit', '100')
			const passed = httpRequest(node.addresses.rpc ?? '', { method: request.method }, (reply) => {
				response.writeHead(reply.statusCode ?? 502)
				reply.pipe(response)
			})
			request.pipe(passed)
		})
		await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
		url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
	})
	afterAll(async () => {
		provider.close()
		await node.close()
		rmSync(home, { recursive: true, force: true })
	})
	const env = { CHAIN_TUI_PASSPHRASE: passphrase }
	const run = (args: readonly string[], stdin = '') =>
		cli(['rpc', ...args, '--home', home, '--output', 'json'], { env, stdin })

	it('a keyed endpoint is found to want a key, and is saved with one that stands in no file in clear', async () => {
		const without = await run(['add', 'bare', url])
		expect(JSON.parse(without.stdout)).toMatchObject({ needs_key: true, kind: '' })
		await run(['remove', 'bare'])
		const { exit, stdout, stderr } = await run(['add', 'provider', url, '--key'], `${secret}\n`)
		expect([exit, stderr]).toEqual([0, expect.stringContaining('provider is saved.')])
		expect(JSON.parse(stdout)).toMatchObject({ chain_id: 'chain-localnet', needs_key: false, denom: 'uchain' })
		expect(stdout + stderr).not.toContain(secret)
		for (const file of ['preferences.json', 'keyring/keys.json']) {
			expect(readFileSync(join(home, file), 'utf8')).not.toContain(secret)
		}
	})

	it('a keyed endpoint is listed, tested with its rate limit, compared and asked by its name, and refuses without the passphrase', async () => {
		expect(JSON.parse((await run(['list'])).stdout)).toMatchObject({
			places: [{ name: 'provider', kind: 'private endpoint', answers: true, chain_id: 'chain-localnet' }],
		})
		const tested = JSON.parse((await run(['test', 'provider'])).stdout) as { readonly checks: readonly object[] }
		expect(tested.checks).toContainEqual(
			expect.objectContaining({ protocol: 'rate limit', text: 'x-ratelimit-limit 100' }),
		)
		await run(['add', 'node', node.addresses.rpc ?? ''])
		expect(JSON.parse((await run(['compare', 'provider', 'node'])).stdout)).toMatchObject({ same_app_hash: true })
		const asked = await cli(['status', '--node', 'provider', '--home', home], { env })
		expect([asked.exit, asked.stdout]).toEqual([0, expect.stringContaining('chain-localnet')])
		const locked = await cli(['status', '--node', 'provider', '--home', home])
		expect([locked.exit, locked.stderr]).toEqual([1, expect.stringContaining('The keyring needs its passphrase')])
	})

	it('a keyed endpoint gives its key to no other address: a changed one forgets it', async () => {
		seen.length = 0
		const other = url.replace('127.0.0.1', 'localhost')
		expect((await run(['edit', 'provider', '--url', other])).exit).toBe(0)
		expect(new Set(seen)).toEqual(new Set([undefined]))
		expect(readFileSync(join(home, 'keyring/keys.json'), 'utf8')).not.toContain(url)
		expect((await run(['edit', 'provider', '--key'], secret)).exit).toBe(0)
		expect((await run(['test', 'provider'])).exit).toBe(0)
		await run(['edit', 'provider', '--no-key'])
		expect((await run(['test', 'provider'])).exit).toBe(1)
	})

	it('a keyed endpoint that is removed takes its key along', async () => {
		await run(['add', 'again', url, '--key'], secret)
		expect(readFileSync(join(home, 'keyring/keys.json'), 'utf8')).toContain(url)
		expect((await run(['remove', 'again'])).stderr).toBe('again is removed.\n')
		expect(readFileSync(join(home, 'keyring/keys.json'), 'utf8')).not.toContain(url)
	})

	it('rpc add takes no key that a header cannot carry, and no address that contains one', async () => {
		expect((await run(['add', 'bad', 'http://127.0.0.1:9', '--key'], 'two words')).stderr).toContain('no blanks')
		expect((await run(['add', 'bad', 'http://127.0.0.1:9/?apikey=abc'])).stderr).toContain(
			'The address contains a key.',
		)
	})
})
