import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressFromText } from '../../../src/codec/address/address.ts'
import { signatureBackend } from '../../../src/crypto/signatureBackend.ts'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { type AbciNode, createAbciNode } from '../../../src/node/createAbciNode.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { SettingValues } from '../../../src/node/settings.ts'
import { freePorts } from '../../../src/node/testnet/createTestnet.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'
import { openFilesIn, tellsOpenFiles } from '../../support/openFiles.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { EngineSocket } from '../abciSocket/EngineSocket.ts'
import { replayBlocks } from '../abciSocket/replayBlocks.ts'
import { GrpcClient } from '../support/grpcClient.ts'

// The blocks of a light node, given to the application as a real engine gives them. The light node's RPC speaks the wire of
// that engine, so that the application must be in the same state, and its servers must tell what the light node's own tell.
const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
const receiverHex = `0x${toHex(addressFromText(receiver, 'chain'))}`
const anyPort = '127.0.0.1:0'
// A thread runs the built program: `npm test` builds it first.
const servingUrl = pathToFileURL(resolve('dist/serving.js'))
const off = { rpc: 'off', rest: 'off', grpc: 'off', endpoints: 'off', eth: 'off' } as const

const folders: string[] = []
function newHome(): string {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-abci-'))
	folders.push(folder)
	return join(folder, 'home')
}
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function openApplication(flags: SettingValues, engineUrl?: string): Promise<AbciNode> {
	const config = resolveNodeConfig({ ...off, ...flags }, {})
	const options = { address: 'tcp://127.0.0.1:0', engineUrl, servingUrl, log: silentLog, onFailure: () => {} }
	return createAbciNode({ ...config, home: String(flags.home) }, options)
}

describe.each(['1', '2', '4'])('the application of a real engine, with --threads %s', (threads) => {
	const home = newHome()
	const stop = new AbortController()
	let application: AbciNode
	let node: TestNode
	let serving: Promise<Readonly<Record<string, string>>>
	let early: { readonly code: number; readonly log: string }
	let hashes: readonly string[]
	let told: Readonly<Record<string, string>>

	beforeAll(async () => {
		const [port = 0] = await freePorts(1)
		const servers = { threads, rest: anyPort, legacy8: anyPort, grpc: anyPort, eth: anyPort, endpoints: anyPort }
		const chain = { chainId: 'chain_2222-1', ethCompat: 'geth' }
		application = await openApplication({ home, ...chain, ...servers }, `http://127.0.0.1:${port}`)
		// The engine does not answer yet.
		serving = application.serve(stop.signal)
		const engine = await EngineSocket.open(application.address)
		const path = '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo'
		early = await engine.ask<'query'>({ case: 'query', value: { path } })
		engine.close()
		const flags = { ...chain, rpc: `127.0.0.1:${port}`, rest: anyPort, legacy8: anyPort, grpc: anyPort, eth: anyPort }
		node = await startNode({ flags })
		await node.call('admin_faucet', { address: receiver })
		await node.engine.mine(2)
		await node.call('admin_faucet', { address: receiver })
		await node.engine.mine(1)
		hashes = await replayBlocks(node, application.address)
		told = await serving
	})
	afterAll(async () => {
		stop.abort()
		await application?.close()
		await node?.close()
	})

	const both = async (name: 'rest' | 'legacy8', path: string) => {
		const [own, other] = await Promise.all(
			[told[name], node.addresses[name]].map(async (base) => {
				const reply = await fetch(`${base}${path}`)
				return { status: reply.status, body: await reply.text() }
			}),
		)
		return { own, other }
	}

	test('comes to the app hash that the light engine has after each block', async () => {
		expect(application.height).toBe(node.engine.height)
		expect(hashes.length).toBeGreaterThan(1)
		for (const [index, hash] of hashes.slice(0, -1).entries()) {
			expect(hash, `height ${index + 1}`).toBe(toHex((await node.engine.header(index + 2))!.appHash))
		}
	})

	test('does not know its engine before that answers, and says what to wait for', () => {
		expect(early.code).not.toBe(0)
		expect(early.log).toMatch(/the engine of this application is not known yet: .*--engine URL/)
	})

	test.each([
		['rest', '/blocks/latest'],
		['rest', '/blocks/2'],
		['rest', '/validatorsets/2'],
		['rest', '/txs?tx.height=1'],
		['rest', '/cosmos/base/tendermint/v1beta1/blocks/3'],
		['rest', '/cosmos/base/tendermint/v1beta1/syncing'],
		['rest', `/cosmos/bank/v1beta1/balances/${receiver}`],
		['rest', `/auth/accounts/${receiver}`],
		['rest', '/cosmos/tx/v1beta1/txs?events=tx.height%3D1'],
		['rest', '/cosmos/tx/v1beta1/txs/00'],
		['legacy8', `/auth/accounts/${receiver}`],
		['legacy8', '/blocks/1'],
		['legacy8', '/nowhere'],
	] as const)('tells by %s of %s what the light node tells', async (name, path) => {
		const { own, other } = await both(name, path)
		expect(own).toEqual(other)
	})

	test('says of itself that the engine runs the chain', async () => {
		const info = async (base: string | undefined) =>
			(await (await fetch(`${base}/cosmos/base/tendermint/v1beta1/node_info`)).json()) as {
				readonly default_node_info: object
				readonly application_version: object
			}
		const { node_info } = (await node.call('status')) as { readonly node_info: { readonly id: string } }
		expect(await info(told.rest)).toMatchObject({
			default_node_info: { network: 'chain_2222-1', default_node_id: node_info.id },
			application_version: { app_name: 'chain-tui' },
		})
	})

	test('answers gRPC and Ethereum from its own state', async () => {
		const clients = [told.grpc, node.addresses.grpc].map(
			(address) => new GrpcClient(Number(address?.split(':').at(-1))),
		)
		const path = '/cosmos.bank.v1beta1.Query/TotalSupply'
		const [own, other] = await Promise.all(clients.map((client) => client.call(path, new Uint8Array(0), {})))
		for (const client of clients) client.close()
		expect(own?.code).toBe(0)
		expect(own).toEqual(other)
		const asked = ['eth_chainId', 'eth_blockNumber', 'eth_gasPrice', 'net_version'].map(
			(method) => [method, []] as const,
		)
		const calls = [
			...asked,
			['eth_getBalance', [receiverHex, 'latest']],
			['eth_getBlockByNumber', ['0x2', true]],
		] as const
		for (const [method, params] of calls) {
			const [here, there] = await Promise.all([told.eth, node.addresses.eth].map((url) => rpc(url, method, params)))
			expect(here, method).toEqual(there)
		}
	})

	test('gives private endpoints over the chain of the engine, with the reasons of the engine', async () => {
		const client = createEndpointsClient(String(told.endpoints), undefined)
		await client.signUp('team@example.com', 'correct horse battery')
		const project = await client.createProject({ name: 'Wallet' })
		const made = await client.createApplication(project.id, { name: 'web', network: 'archival' })
		const ask = (method: string, params: readonly unknown[]) =>
			rpc(made.application.url, method, params, { 'x-api-key': made.key.key })
		expect(await ask('eth_blockNumber', [])).toMatchObject({ result: `0x${node.engine.height.toString(16)}` })
		expect(await ask('eth_getBalance', [receiverHex, 'latest'])).toMatchObject({
			result: `0x${(2_000_000_000n * 10n ** 12n).toString(16)}`,
		})
		expect(await ask('web3_clientVersion', [])).toMatchObject({ result: expect.stringContaining('chain-tui/') })
		const health = await fetch(`${told.endpoints}/healthz`)
		expect([health.status, await health.json()]).toEqual([200, { status: 'ok', height: node.engine.height }])
	})

	test('hands a transaction on to the mempool of the engine', async () => {
		const [record] = (await node.engine.searchTxs({ query: 'tx.height>0', page: 1n, perPage: 1, order: 'asc' })).txs
		const body = JSON.stringify({ tx_bytes: Buffer.from(record!.tx).toString('base64'), mode: 'BROADCAST_MODE_SYNC' })
		const [own, other] = await Promise.all(
			[told.rest, node.addresses.rest].map(async (base) =>
				(await fetch(`${base}/cosmos/tx/v1beta1/txs`, { method: 'POST', body })).text(),
			),
		)
		// It is in a block: its sequence is used.
		expect(own).toContain('"code":')
		expect(own).toBe(other)
	})
})

async function rpc(url: string | undefined, method: string, params: readonly unknown[], headers: object = {}) {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const reply = await fetch(String(url), {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json', ...headers },
	})
	return (await reply.json()) as object
}

test('an application that is closed before its engine answers, as by a halt, waits for that one no more', async () => {
	const [port = 0] = await freePorts(1)
	const application = await openApplication({ home: newHome(), rest: anyPort }, `http://127.0.0.1:${port}`)
	const refused = expect(application.serve(new AbortController().signal)).rejects.toThrow(/aborted/)
	await application.close()
	await refused
})

test('an application that its engine gives all blocks again has their signatures verified ahead, with the same app hashes', async () => {
	const names = resolveNodeConfig({ home: '/nonexistent/names' }, {})
	const { document, greeters } = greeterGenesis(names, 1, '2026-01-01T00:00:00Z')
	const node = await startNode({ genesis: JSON.stringify(document), flags: { blockMode: 'manual' } })
	await node.engine.mine(1)
	const greetings = 12
	for (let sent = 1; sent <= greetings; sent++) {
		const tx = Buffer.from(greeters[0]!.greeting(node.engine.chainId, 'hi')).toString('base64')
		expect((await node.call('broadcast_tx_sync', { tx })).code).toBe(0)
		if (sent % 4 === 0) await node.engine.mine(1)
	}
	const verified: boolean[] = []
	const asked: number[] = []
	const signatures = {
		hand: (hash: Uint8Array, signature: Uint8Array, key: Uint8Array) =>
			verified.push(signatureBackend().verify(hash, signature, key)) - 1,
		isGood: (ticket: number) => {
			asked.push(ticket)
			return verified[ticket]!
		},
		close: () => {},
	}
	const home = newHome()
	const config = { ...resolveNodeConfig({ ...off, home }, {}), home }
	const options = { address: 'tcp://127.0.0.1:0', log: silentLog, onFailure: () => {} }
	const application = await createAbciNode(config, { ...options, signatures })
	const hashes = await replayBlocks(node, application.address)
	await application.close()
	expect([verified.length, verified.every(Boolean), asked.length]).toEqual([greetings, true, greetings])
	await node.engine.mine(1)
	expect(hashes.length).toBeGreaterThan(0)
	for (const [index, hash] of hashes.entries())
		expect(hash, `height ${index + 1}`).toBe(toHex((await node.engine.header(index + 2))!.appHash))
	await node.close()
})

describe('an application that cannot be given to an engine', () => {
	const closers: { close(): unknown }[] = []
	afterEach(async () => {
		for (const one of closers.splice(0).reverse()) await one.close()
	})

	test('a home with a chain of the light engine has no application to give to an engine', async () => {
		const home = newHome()
		const node = await startNode({ flags: { home } })
		await node.engine.mine(1)
		const { height } = node.engine
		await node.close()
		await expect(openApplication({ home })).rejects.toThrow('chain-tui makes blocks of by itself')
		// Nothing was changed: the light chain goes on.
		const again = await startNode({ flags: { home } })
		closers.push(again)
		expect(again.engine.height).toBe(height)
	})

	test('an application that cannot be given to an engine has no address to listen on, and leaves home and ports free, as one that is closed', async () => {
		const taken = createServer()
		await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
		closers.push(taken)
		const home = newHome()
		const [metrics = 0] = await freePorts(1)
		const config = { ...resolveNodeConfig({ ...off, home, metrics: `127.0.0.1:${metrics}` }, {}), home }
		const options = { log: silentLog, onFailure: () => {} }
		const address = `tcp://127.0.0.1:${(taken.address() as AddressInfo).port}`
		const left = () => [readRunningNode(home), ...(tellsOpenFiles ? openFilesIn(home) : [])]
		await expect(createAbciNode(config, { ...options, address })).rejects.toThrow('cannot listen')
		expect(left()).toEqual([undefined])
		let closed = 0
		const signatures = { hand: () => 0, isGood: () => true, close: () => closed++ }
		const application = await createAbciNode(config, { ...options, signatures, address: 'tcp://127.0.0.1:0' })
		expect(readRunningNode(home)?.pid).toBe(process.pid)
		expect((await fetch(`http://127.0.0.1:${metrics}/metrics`)).status).toBe(200)
		await application.close()
		expect([...left(), closed]).toEqual([undefined, 1])
		await expect(fetch(`http://127.0.0.1:${metrics}/metrics`)).rejects.toThrow('fetch failed')
	})

	test('an application without an EVM cannot be given to an engine with --eth', async () => {
		const engine = await startNode({ on: ['rpc'] })
		closers.push(engine)
		const application = await openApplication({ home: newHome(), eth: anyPort }, engine.addresses.rpc)
		closers.push(application)
		await expect(application.serve(new AbortController().signal)).rejects.toThrow('This chain has no EVM.')
	})

	test('an application that a real engine drives has no list of accounts to act as, though its home has one', async () => {
		const engine = await startNode({ on: ['rpc'] })
		closers.push(engine)
		const home = newHome()
		const [rest = 0] = await freePorts(1)
		mkdirSync(home)
		writeFileSync(homePaths(home).actAs, JSON.stringify([receiver]))
		const application = await openApplication({ home, rest: `127.0.0.1:${rest}`, admin: 'on' }, engine.addresses.rpc)
		closers.push(application)
		await application.serve(new AbortController().signal)
		const value = { from_address: receiver, to_address: receiver, amount: [{ denom: 'uchain', amount: '1' }] }
		const tx = {
			msg: [{ type: 'chain-sdk/MsgSend', value }],
			fee: { amount: [], gas: '200000' },
			signatures: [{ pub_key: null, signature: '' }],
			memo: '',
		}
		const body = JSON.stringify({ tx, mode: 'sync' })
		const reply = await fetch(`http://127.0.0.1:${rest}/txs`, { method: 'POST', body })
		expect(await reply.text()).toContain('signature 0 has no pub_key')
	})

	test('stops to wait for an engine when it is told to', async () => {
		const application = await openApplication({ home: newHome(), rest: anyPort }, 'http://127.0.0.1:2')
		closers.push(application)
		const stop = new AbortController()
		const serving = application.serve(stop.signal)
		setImmediate(() => stop.abort())
		await expect(serving).rejects.toMatchObject({ name: 'AbortError' })
	})
})
