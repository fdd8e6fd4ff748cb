import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChainClient, ChainEvent } from '../../../src/client/ChainClient.ts'
import { connectEmbedded, connectRemote } from '../../../src/client/connectChain.ts'
import { BugError, UserError } from '../../../src/errors/UserError.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import { type NodeHandle, spawnNodeWorker } from '../../../src/node/spawnNodeWorker.ts'

import { outcomeOf, startTestNode, until } from './testChain.ts'
import { openTestKeyring } from './testKeyring.ts'

// The worker runs the built program: `npm test` builds it first.
const workerUrl = pathToFileURL(resolve('dist/worker.js'))
const anyPort = '127.0.0.1:0'

let folder: string
let home: string
const open: { close(): Promise<void> }[] = []

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-embedded-'))
	home = join(folder, 'home')
})
afterEach(async () => {
	for (const one of open.splice(0).reverse()) await one.close()
	rmSync(folder, { recursive: true, force: true })
})

async function spawn(flags: SettingValues = {}, url = workerUrl): Promise<NodeHandle> {
	const off = { grpc: 'off', endpoints: 'off', rest: 'off', legacy8: 'off' }
	const settings = { home, rpc: anyPort, ...off, blockMode: 'instant', threads: '1', ...flags }
	const node = await spawnNodeWorker(resolveNodeConfig(settings, {}), url)
	open.push(node)
	return node
}

const { settings, minimumGasPrices: gasPrices } = resolveNodeConfig({ home: '/nonexistent/test' }, {})

async function connect(node: NodeHandle): Promise<ChainClient> {
	const client = connectEmbedded(node, { keyring: await openTestKeyring(settings), settings, gasPrices })
	open.push(client)
	return client
}

/** A worker that runs other code before or in place of the node. */
function workerOf(code: string): URL {
	const file = join(folder, 'worker.mjs')
	writeFileSync(file, code)
	return pathToFileURL(file)
}

describe('a node in a worker of the app', () => {
	test('takes greetings, tells its listeners and its log from the beginning, and leaves nothing when it is closed', async () => {
		const node = await spawn({ rest: anyPort })
		expect(node.height).toBe(1)
		const client = await connect(node)
		const status = await client.status()
		expect(status).toMatchObject({ kind: 'embedded', state: 'live', listeners: { rest: node.addresses.rest } })
		expect(readRunningNode(home)).toMatchObject({ pid: process.pid, rest: node.addresses.rest })
		const { address } = (await client.keys.create('alice')).key
		await client.admin?.faucet(address)
		expect((await outcomeOf(client.createGreeting('alice', 'from the worker'))).state).toBe('committed')

		const events: ChainEvent[] = []
		const stop = client.subscribe((event) => void events.push(event))
		const lines = () => events.flatMap((event) => (event.type === 'log' ? [event.entry.message] : []))
		// What the node said while nobody listened.
		expect(lines().some((line) => line.startsWith('listening on'))).toBe(true)
		const before = lines().length
		await client.admin?.setListener('rest', false)
		await client.admin?.setListener('rest', true)
		await until(() => lines().length > before)
		stop()
		const after = lines().length
		await client.admin?.setListener('rest', false)
		expect(lines()).toHaveLength(after)

		await client.close()
		expect(await node.ended).toBeUndefined()
		expect(existsSync(homePaths(home).running)).toBe(false)
		await expect(client.greetingCount()).rejects.toThrow(UserError)
	})

	test('says why it does not start, as the node said it', async () => {
		const node = await spawn()
		const taken = new URL(String(node.addresses.rpc)).host
		const fault = await spawn({ home: `${home}-2`, rpc: taken }).catch((error: unknown) => error)
		expect(fault).toBeInstanceOf(UserError)
		expect(fault).toMatchObject({
			message: expect.stringContaining('rpc cannot listen'),
			why: expect.stringContaining('uses this port'),
		})
		expect((fault as UserError).next).toContain('--rpc')
	})

	test.each([
		["throw new Error('a fault of this test')", 'a fault of this test'],
		["throw 'a word'", 'a word'],
	])(
		'a node in a worker of the app that breaks by %s tells the app, and its announcement is removed',
		async (code, reason) => {
			const broken = join(folder, 'break')
			const url = workerOf(`
			import { existsSync } from 'node:fs'
			setInterval(() => {
				if (existsSync(${JSON.stringify(broken)})) ${code}
			}, 5).unref()
			await import(${JSON.stringify(workerUrl.href)})
		`)
			const node = await spawn({}, url)
			const client = await connect(node)
			expect((await client.status()).state).toBe('live')
			expect(readRunningNode(home)).toBeDefined()
			writeFileSync(broken, '')
			const ended = await client.ended
			expect(ended?.text).toContain('The node inside the app stopped by a fault of its own.')
			expect(ended?.why).toBe(reason)
			expect(existsSync(homePaths(home).running)).toBe(false)
			expect(await client.status()).toMatchObject({
				state: 'unreachable',
				problem: expect.stringContaining('has stopped'),
			})
		},
	)

	test('a node in a worker of the app that ends by a reason for the user gives this reason to the app', async () => {
		const url = workerOf(`
			import { existsSync } from 'node:fs'
			import { parentPort } from 'node:worker_threads'
			const report = { type: 'failed', name: 'UserError', message: 'No more blocks.', why: 'The disk is full.', next: '', stack: '' }
			parentPort.postMessage({ type: 'ready', addresses: { pid: 1, chainId: 'c' }, height: 7 })
			parentPort.once('message', () => process.exit(0))
			setTimeout(() => parentPort.postMessage(report), 20)
			setTimeout(() => process.exit(1), 40)
		`)
		const node = await spawn({}, url)
		expect(node.height).toBe(7)
		const client = await connect(node)
		expect((await client.ended)?.why).toBe('The disk is full.')
	})

	test.each([
		['process.exit(3)', 'the node ended before it was ready'],
		[
			"parentPort.postMessage({ type: 'failed', name: 'TypeError', message: 'x is undefined', why: '', next: '', stack: 'at here' }); setTimeout(() => process.exit(1), 20)",
			'x is undefined',
		],
	])(
		'a node in a worker of the app that ends before it is ready (%s) is a fault of the program',
		async (code, message) => {
			const url = workerOf(`import { parentPort } from 'node:worker_threads'\n${code}`)
			const fault = await spawn({}, url).catch((error: unknown) => error)
			expect(fault).toBeInstanceOf(BugError)
			expect((fault as Error).message).toContain(message)
		},
	)
})

describe('the legacy form of an account', () => {
	const genesis = 'test/golden/localnet-genesis.json'
	const vesting = 'chain1mu0yhru74a66mqyyw54l9kkx5cxqz8u7g0rlxt'

	async function remote(rpc: string, addresses: { readonly rest?: string; readonly legacy8?: string }) {
		const keyring = await openTestKeyring(settings)
		const client = connectRemote(rpc, { ...addresses, keyring, settings, gasPrices })
		open.push(client)
		return client
	}

	test('the legacy form of an account is the same through the port of an embedded node and over its REST, in both generations and at old heights', async () => {
		const embedded = await connect(await spawn({ rest: anyPort, legacy8: anyPort, genesis }))
		await embedded.admin?.mine(3)
		const { listeners } = await embedded.status()
		const over = await remote(listeners.rpc ?? '', { rest: listeners.rest ?? '', legacy8: listeners.legacy8 ?? '' })
		for (const generation of [8, 9] as const) {
			for (const height of [undefined, 2]) {
				const text = await embedded.legacyAccount(vesting, generation, height)
				expect(JSON.parse(text)).toMatchObject({ height: String(height ?? 4) })
				expect(await over.legacyAccount(vesting, generation, height)).toBe(text)
			}
		}
		const eight = JSON.parse(await over.legacyAccount(vesting, 8)).result.value
		const nine = JSON.parse(await over.legacyAccount(vesting, 9)).result.value
		expect(eight).toHaveProperty('coins')
		expect(nine).not.toHaveProperty('coins')
		for (const client of [embedded, over]) {
			await expect(client.legacyAccount('nonsense', 9)).rejects.toMatchObject({
				message: 'The node has no legacy form of this account.',
				why: expect.stringContaining('decoding bech32 failed'),
			})
		}
	})

	test('the legacy form of an account of a node whose REST is not known, or does not answer, is asked for with what to give', async () => {
		const node = await startTestNode()
		open.push(node)
		const rpc = node.addresses.rpc ?? ''
		const unknown = await remote(rpc, {})
		for (const generation of [8, 9] as const) {
			await expect(unknown.legacyAccount(vesting, generation)).rejects.toMatchObject({
				message: `The address of the node's generation ${generation} REST is not known.`,
				next: expect.stringContaining('--rest-url'),
			})
		}
		const gone = await remote(rpc, { rest: 'http://127.0.0.1:2' })
		await expect(gone.legacyAccount(vesting, 9)).rejects.toThrow(
			"The node's REST at http://127.0.0.1:2 does not answer.",
		)
		// The RPC answers there, but not as REST does.
		const other = await remote(rpc, { rest: rpc })
		await expect(other.legacyAccount(vesting, 9)).rejects.toThrow('no legacy form')
	})

	test('the REST and other servers of a remote node are where its user says', async () => {
		const node = await startTestNode({ admin: 'off' })
		open.push(node)
		const keyring = await openTestKeyring(settings)
		const given = {
			rest: 'http://127.0.0.1:1',
			legacy8: 'http://127.0.0.1:3',
			endpoints: 'http://127.0.0.1:4',
			eth: 'http://127.0.0.1:5',
		}
		const moved = { rest: { asked: 1317, used: 1 } }
		const client = connectRemote(node.addresses.rpc ?? '', {
			...given,
			moved,
			keyring,
			settings,
			gasPrices,
			endpointsHome: folder,
		})
		open.push(client)
		expect(await client.status()).toMatchObject({ listeners: { rpc: node.addresses.rpc, ...given }, moved })
		expect(client.endpoints?.url).toBe(given.endpoints)
		expect(client.evm?.url).toBe(given.eth)
		expect(client.admin).toBeUndefined()
	})
})
