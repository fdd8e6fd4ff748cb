import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Flags } from '../../../src/cli/CommandContext.ts'
import type { CliIo } from '../../../src/cli/processIo.ts'
import { openClient } from '../../../src/cli/support/openClient.ts'
import { type ChainClient, writePreferences } from '../../../src/client/index.ts'
import { readRunningNode, writeRunningNode } from '../../../src/node/home/runningNode.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { cli } from './testCli.ts'

const built = new URL('../../../dist/worker.js', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-open-'))
const io: CliIo = {
	stdout: () => {},
	stderr: () => {},
	readStdin: async () => '',
	interactive: true,
	onTerminal: true,
	prompt: async () => '',
	env: {},
	stopped: new AbortController().signal,
}

let client: ChainClient | undefined
afterEach(async () => {
	await client?.close()
	client = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(flags: Flags): Promise<ChainClient> {
	client = await openClient({ keyringBackend: 'memory', ...flags }, io, built)
	return client
}

describe('the client of the app', () => {
	const home = join(folder, 'home')
	let node: TestNode

	beforeAll(async () => {
		const flags = { home, chainId: 'kava_2222-10', prefix: 'kava', denom: 'ukava' }
		node = await startNode({ on: ['rpc', 'rest', 'legacy8', 'endpoints', 'eth'], flags })
		await node.engine.mine()
	})
	afterAll(() => node.close())

	test('the client of the app of the node that runs on the home knows all its listeners, without asking', async () => {
		const { pid: _pid, chainId, ...listeners } = node.addresses
		const app = await open({ home })
		expect(await app.status()).toMatchObject({ kind: 'remote', state: 'live', chainId, listeners })
		expect(app.evm).toBeDefined()
	})

	test('tells which port of that node was taken', async () => {
		const { rpc } = node.addresses
		const moved = { rpc: { asked: 26_657, used: Number(new URL(rpc ?? '').port) } }
		const other = join(folder, 'moved')
		writeRunningNode(other, { pid: process.pid, chainId: 'kava_2222-10', rpc: rpc ?? '', moved })
		const app = await open({ home: other })
		expect((await app.status()).moved).toEqual(moved)
		expect(app.evm).toBeUndefined()
	})

	test('the client of the app of a named node takes over its prefix and denomination before a key is shown', async () => {
		const app = await open({ home: join(folder, 'other'), node: node.addresses.rpc ?? '' })
		expect(await app.status()).toMatchObject({
			settings: { prefix: 'kava', denom: 'ukava' },
			listeners: { rpc: node.addresses.rpc },
		})
		const { key } = await app.keys.create('alice')
		expect(key.address).toMatch(/^kava1/)
	})

	test('the client of a named node takes settings, REST and EVM that were named', async () => {
		const app = await open({
			home: join(folder, 'other'),
			node: node.addresses.rpc ?? '',
			restUrl: 'http://127.0.0.1:1',
			ethUrl: 'http://127.0.0.1:2',
			prefix: 'cosmos',
			denom: 'ukava',
		})
		const { listeners } = await app.status()
		expect(listeners).toEqual({ rpc: node.addresses.rpc, rest: 'http://127.0.0.1:1', eth: 'http://127.0.0.1:2' })
		expect((await app.keys.create('alice')).key.address).toMatch(/^cosmos1/)
	})

	test('the client of the app refuses a node of another chain than the one of --chain-id, also one that comes later', async () => {
		const other = { home: join(folder, 'other'), chainId: 'chain-9' }
		const words = 'is of the chain kava_2222-10, not of chain-9.'
		await expect(open({ ...other, node: node.addresses.rpc ?? '' })).rejects.toThrow(words)
		await expect(open({ home, chainId: 'chain-9' })).rejects.toThrow(words)
		// A node that does not answer yet is found out when it does.
		let isUp = false
		const late = createServer((request, response) => {
			if (!isUp) {
				request.socket.destroy()
				return
			}
			const passed = httpRequest(node.addresses.rpc ?? '', { method: request.method }, (reply) => reply.pipe(response))
			request.pipe(passed)
		})
		await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve))
		const app = await open({ ...other, node: `http://127.0.0.1:${(late.address() as AddressInfo).port}` })
		expect(await app.status()).toMatchObject({ state: 'unreachable' })
		isUp = true
		expect(await app.status()).toMatchObject({ state: 'unreachable', problem: expect.stringContaining(words) })
		late.close()
		late.closeAllConnections()
		expect(await (await open({ home, chainId: 'kava_2222-10' })).status()).toMatchObject({ state: 'live' })
	})

	test('the client of the app of a node that does not answer says so; of a text that is no address there is none', async () => {
		const app = await open({ home, node: 'http://127.0.0.1:1' })
		expect(await app.status()).toMatchObject({
			state: 'unreachable',
			problem: expect.stringContaining('The node at http://127.0.0.1:1 does not answer.'),
		})
		await expect(app.about()).rejects.toMatchObject({
			next: 'Check the address given to --node, and that the node runs.',
		})
		await expect(open({ home, node: 'ftp://x' })).rejects.toThrow('"ftp://x" is not the address of a node.')
	})

	test('a change of the place in use keeps the keyring unlocked, and writes addresses as the other chain does', async () => {
		const shared = {}
		const own = await openClient({ keyringBackend: 'file', home: join(folder, 'keys') }, io, built, { shared })
		await own.keys.unlock('long enough')
		await own.keys.create('alice')
		const flags = { keyringBackend: 'file', home: join(folder, 'keys'), node: node.addresses.rpc ?? '' }
		const other = await openClient(flags, io, built, { shared })
		expect(other.keys.isLocked()).toBe(false)
		expect((await other.keys.list()).map(({ address }) => address)).toEqual([expect.stringMatching(/^kava1/)])
		await other.close()
		await own.close()
	})

	test('names what chose a node that does not answer: a saved node of the app, or the file of the home', async () => {
		const saved = 'the address of the saved node'
		client = await openClient({ keyringBackend: 'memory', home, node: 'http://127.0.0.1:1' }, io, built, {
			chosenBy: saved,
		})
		await expect(client.about()).rejects.toMatchObject({ next: `Check ${saved}, and that the node runs.` })
		await client.close()
		const other = join(folder, 'gone')
		writeRunningNode(other, { pid: process.pid, chainId: 'x', rpc: 'http://127.0.0.1:1' })
		const { exit, stderr } = await cli(['status', '--home', other])
		expect([exit, stderr]).toEqual([1, expect.stringContaining(`Check node.json in ${other}, and that the node runs.`)])
	})
})

test('a home where nothing runs gets a node of its own, which ends with the client', async () => {
	const home = join(folder, 'alone')
	const off = { rpc: '127.0.0.1:0', rest: 'off', grpc: 'off', endpoints: 'off', legacy8: 'off' }
	const app = await open({ home, ...off, chainId: 'alone-1', blockMode: 'manual' })
	expect(await app.status()).toMatchObject({ kind: 'embedded', chainId: 'alone-1', blockMode: 'manual' })
	expect(readRunningNode(home)).toMatchObject({ chainId: 'alone-1', rpc: expect.stringContaining('http://127.0.0.1:') })
	await app.close()
	client = undefined
	expect(readRunningNode(home)).toBeUndefined()
})

test('another own chain of a home has a folder, an EVM and free ports of its own beside the first, and the same keys', async () => {
	const home = join(folder, 'two')
	const shared = {}
	const few = { grpc: 'off', endpoints: 'off', legacy8: 'off', rest: 'off', keyringBackend: 'file', home }
	const first = await openClient({ ...few, rpc: '127.0.0.1:0', blockMode: 'manual' }, io, built, { shared })
	await first.keys.unlock('long enough')
	await first.keys.create('alice')
	const second = await openClient({ ...few, rpc: '127.0.0.1:0' }, io, built, { shared, chain: 'chain_2222-1' })
	const statuses = await Promise.all([first.status(), second.status()])
	expect(statuses.map(({ chainId, kind }) => [chainId, kind])).toEqual([
		['chain-localnet', 'embedded'],
		['chain_2222-1', 'embedded'],
	])
	expect(statuses[0]?.listeners.rpc).not.toBe(statuses[1]?.listeners.rpc)
	expect(second.evm).toBeDefined()
	expect((await second.keys.list()).map(({ name }) => name)).toEqual(['alice'])
	// Commands find it by its name.
	await writePreferences(home, new Map([['nodes', ['chain_2222-1\town:chain_2222-1\tchain_2222-1']]]))
	const named = ['status', '--node', 'chain_2222-1', '--home', home]
	expect((await cli(named)).stdout).toContain('chain_2222-1')
	const listed = JSON.parse((await cli(['rpc', 'list', '--home', home, '--output', 'json'])).stdout)
	expect(listed.places).toMatchObject([
		{ name: 'own', kind: 'own chain', answers: true },
		{ name: 'chain_2222-1', kind: 'own chain', chain_id: 'chain_2222-1', answers: true },
	])
	await second.close()
	expect((await first.status()).state).toBe('live')
	const gone = await cli(named)
	expect([gone.exit, gone.stderr]).toEqual([1, expect.stringContaining('The own chain chain_2222-1 does not run.')])
	await first.close()
	expect(existsSync(join(home, 'chains', 'chain_2222-1', 'data', 'CURRENT'))).toBe(true)
})
