import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEndpointsClient, tryCall } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { type Managed, startManaged } from './support/managed.ts'

const password = 'correct horse battery'
let managed: Managed
let home: string
beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-client-'))
	managed = await startManaged({}, home)
})
afterEach(async () => {
	await managed.close()
	rmSync(home, { recursive: true, force: true })
})

const open = (folder: string | undefined = home) => createEndpointsClient(managed.url, folder)
const file = (name: string) => join(home, `endpoints-${name}.token`)
const tokenOf = (name: string) => readFileSync(file(name), 'utf8')
const mode = (path: string) => statSync(path).mode & 0o777
const out = 'You are not logged in, or the session has ended.'

test('a client keeps its session and its own token in files of its owner, until it logs out', async () => {
	const client = open()
	expect([client.url, client.isLoggedIn]).toEqual([managed.url, false])
	const login = await client.signUp('a@example.com', password)
	const { id } = await client.account()
	expect(login).toEqual({ accountId: id, expiresAt: managed.desk.clock.ms + 30 * 86_400_000 })
	expect(tokenOf('session')).toMatch(/^cs_\w{49}\n$/)
	expect(tokenOf('client')).toMatch(/^cc_\w{49}\n$/)
	expect([mode(file('session')), mode(file('client'))]).toEqual([0o600, 0o600])
	const known = tokenOf('client')
	// Another client of the same home is logged in too.
	const again = open()
	expect([again.isLoggedIn, (await again.account()).id]).toEqual([true, id])
	await again.logIn('a@example.com', password)
	expect(tokenOf('client')).toBe(known)
	expect(await client.sessions()).toHaveLength(2)
	await client.logOut()
	expect([client.isLoggedIn, again.isLoggedIn, existsSync(file('session'))]).toEqual([false, false, false])
	expect(tokenOf('client')).toBe(known)
	// There is nothing to end any more, which is no fault.
	await client.logOut()
	await expect(client.account()).rejects.toThrow(out)
	await client.logIn('a@example.com', password)
	expect(await client.sessions()).toHaveLength(2)
})

test('a client without a home keeps both in memory, and for itself', async () => {
	const before = readdirSync(home)
	const client = createEndpointsClient(managed.url, undefined)
	await client.signUp('a@example.com', password)
	expect([client.isLoggedIn, createEndpointsClient(managed.url, undefined).isLoggedIn]).toEqual([true, false])
	await client.logIn('a@example.com', password)
	expect(await managed.desk.db.selectFrom('login_clients').selectAll().execute()).toHaveLength(1)
	await client.logOut()
	expect(client.isLoggedIn).toBe(false)
	expect(readdirSync(home)).toEqual(before)
	await expect(client.setPlan({ email: 'a@example.com', plan: 'payg' })).rejects.toMatchObject({
		message: "The operator's token cannot be read.",
		why: 'Only who runs the service may do this.',
		next: 'Run the command on the machine of the service, with its --home.',
	})
	expect(await open().setPlan({ email: 'a@example.com', plan: 'enterprise' })).toMatchObject({ plan: 'enterprise' })
})

test('a client forgets a session that the service says has ended, and no other one', async () => {
	const client = open()
	await client.signUp('a@example.com', password)
	await expect(client.createProject({ name: ' ' })).rejects.toThrow('The name of a project')
	expect(client.isLoggedIn).toBe(true)
	await managed.desk.db.deleteFrom('sessions').execute()
	await expect(client.logIn('a@example.com', 'a wrong password')).rejects.toThrow('do not match')
	expect(client.isLoggedIn).toBe(true)
	await expect(client.account()).rejects.toThrow(out)
	expect(client.isLoggedIn).toBe(false)
	await client.logIn('a@example.com', password)
	// Another login has taken its place while the answer was on its way.
	await managed.desk.db.deleteFrom('sessions').execute()
	const late = client.account()
	writeFileSync(file('session'), 'cs_another\n')
	await expect(late).rejects.toThrow(out)
	expect(tokenOf('session')).toBe('cs_another\n')
	// An empty file is no session.
	writeFileSync(file('session'), '\n')
	expect(client.isLoggedIn).toBe(false)
})

test('a client forgets its session also where the service does not answer', async () => {
	const client = open()
	await client.signUp('a@example.com', password)
	const gone = createEndpointsClient('http://127.0.0.1:1', home)
	expect(gone.isLoggedIn).toBe(true)
	await expect(gone.logOut()).rejects.toMatchObject({
		message: 'The endpoint service at http://127.0.0.1:1 does not answer.',
		why: expect.stringMatching(/./),
		next: 'Start the node with its endpoints on: chain-tui start --endpoints 127.0.0.1:8545.',
	})
	expect([gone.isLoggedIn, client.isLoggedIn]).toEqual([false, false])
})

test('a call of a client is sent as its program would send it, and its answer comes back as it was', async () => {
	const asked: (readonly [IncomingMessage, string])[] = []
	const server = createServer((request, response) => {
		let text = ''
		request.on('data', (chunk) => {
			text += String(chunk)
		})
		request.on('end', () => {
			asked.push([request, text])
			response.writeHead(402).end('no JSON')
		})
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/a`
	const call = { url, method: 'eth_call', params: [{ to: '0x' }] }
	const from = performance.now()
	const { ms, ...answer } = await tryCall({ ...call, key: 'ck_live_x' })
	const whole = performance.now() - from
	await tryCall(call)
	server.close()
	server.closeAllConnections()
	expect(answer).toEqual({ status: 402, body: 'no JSON' })
	expect(ms > 0 && ms <= whole).toBe(true)
	expect(asked.map(([{ method, headers }]) => [method, headers['content-type'], headers['x-api-key']])).toEqual([
		['POST', 'application/json', 'ck_live_x'],
		['POST', 'application/json', undefined],
	])
	for (const [, text] of asked)
		expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: '0x' }] })
	await expect(tryCall({ ...call, url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({
		message: 'The endpoint http://127.0.0.1:1/ does not answer.',
		next: 'Check that the node runs with its endpoints on.',
	})
})
