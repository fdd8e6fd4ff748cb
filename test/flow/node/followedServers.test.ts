import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { poolMethods } from '../../../src/chain/port/portSource.ts'
import { servePortCalls } from '../../../src/chain/port/servePortCalls.ts'
import { portConnection } from '../../../src/client/rpc/portConnection.ts'
import { remoteConnection } from '../../../src/client/rpc/remoteConnection.ts'
import { Pulse } from '../../../src/engine/follow/Pulse.ts'
import type { EngineState } from '../../../src/engine/store/EngineState.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { type OpenChain, openChain } from '../../../src/node/openChain.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import type { Listening } from '../../../src/node/servers/NodeListeners.ts'
import { FollowedServers } from '../../../src/node/threads/FollowedServers.ts'
import type { BlockThreadMethods, ServingReport } from '../../../src/node/threads/servingMessages.ts'
import { listen } from '../../../src/serve/listen.ts'
import { toBase64, toHex } from '../../../src/util/bytes.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'
import type { Greeter } from '../../support/Greeter.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'
import { openFilesIn, tellsOpenFiles } from '../../support/openFiles.ts'
import { until } from '../client/testChain.ts'

// Both sides of a node with serving threads, over the same ports and the same files, but in one thread.
const anyPort = '127.0.0.1:0'

let folder: string
const closers: (() => unknown)[] = []
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-followed-'))
})
const closeAll = async (): Promise<void> => {
	for (const close of closers.splice(0).reverse()) await close()
}
afterEach(async () => {
	await closeAll()
	rmSync(folder, { recursive: true, force: true })
})

interface Followed {
	readonly chain: OpenChain
	readonly servers: FollowedServers
	readonly greeter: Greeter
	readonly reports: ServingReport[]
	/** Fulfilled when the servers have closed the port on which they ask the block-making side. */
	readonly portClosed: Promise<unknown>
	/** What the servers asked of the block-making side besides its mempool. */
	readonly asked: (readonly unknown[])[]
	/** Where they listen, as last reported. */
	listening(): Listening
	rpc(): string
}

/** @param endsAtOnce whether they are told to end while they open @param restPlace where their REST is to listen */
async function follow(endsAtOnce = false, restPlace = anyPort): Promise<Followed> {
	const home = join(folder, 'home')
	const off = { grpc: 'off', legacy8: 'off', endpoints: 'off', eth: 'off' }
	const settings = resolveNodeConfig(
		{ home, rpc: anyPort, rest: restPlace, ...off, blockMode: 'manual', admin: 'on' },
		{},
	)
	const { document, greeters } = greeterGenesis(settings, 1, '2026-01-01T00:00:00Z')
	const config = { ...settings, home, genesis: JSON.stringify(document) }
	const pulse = new Pulse()
	const reports: ServingReport[] = []
	const asked: (readonly unknown[])[] = []
	let state: EngineState | undefined
	const servers = new FollowedServers(config, (report) => reports.push(report))
	const chain = await openChain(config, systemClock, silentLog, () => {}, {
		stands(next) {
			state = next
			if (pulse.turns % 2 === 1) pulse.turn()
			pulse.change()
			void servers.follow({ type: 'stands', state: next })
		},
		block(height) {
			pulse.change()
			void servers.follow({ type: 'block', height })
		},
		goesBack: () => pulse.turn(),
	})
	closers.push(() => chain.close())
	await chain.engine.start()
	await chain.engine.mine(1)
	const { port1, port2 } = new MessageChannel()
	const portClosed = once(port1, 'close')
	const methods: BlockThreadMethods = {
		...poolMethods(chain.source.pool, chain.source.application),
		power: async (name, params) => {
			asked.push([name, params])
			if (name === 'admin_mine') return { height: await chain.engine.mine(1) }
			throw new UserError('Not today.')
		},
		record: async (on) => void asked.push(['record', on]),
		setListener: async (name, on) => void asked.push([name, on]),
	}
	closers.push(servePortCalls(port1, methods))
	const { identity } = chain
	const order = {
		identity,
		blocks: { state: state! },
		powers: ['admin_mine', 'admin_pause'],
		others: ['grpc'],
	} as const
	const opening = servers.follow({ type: 'open', port: port2, memory: pulse.memory, ...order })
	if (endsAtOnce) await servers.follow({ type: 'close' })
	else closers.push(() => servers.follow({ type: 'close' }))
	await opening
	const listening = (): Listening => {
		const last = reports.findLast((report) => report.type === 'ready' || report.type === 'listening')
		return (last as { readonly listening: Listening }).listening
	}
	const rpc = (): string => String(listening().listeners.rpc)
	return { chain, servers, greeter: greeters[0]!, reports, portClosed, asked, listening, rpc }
}

describe('the servers of a serving thread', () => {
	test('hand transactions to the thread that makes the blocks, and find them in its blocks', async () => {
		const { chain, greeter, rpc, listening } = await follow()
		const node = remoteConnection(rpc())
		const greeting = (text: string): string => toBase64(greeter.greeting(chain.engine.chainId, text))
		const first = greeting('one')
		const simulated = await fetch(`${listening().listeners.rest}/cosmos/tx/v1beta1/simulate`, {
			method: 'POST',
			body: JSON.stringify({ tx_bytes: first }),
		})
		expect(await simulated.json()).toMatchObject({ gas_info: { gas_used: expect.stringMatching(/^\d{5}$/) } })
		const data = toHex(Buffer.from(first, 'base64'))
		const { response } = await node.call('abci_query', { path: '/app/simulate', data })
		expect(response.code).toBe(0)
		expect((await node.call('check_tx', { tx: toBase64(Uint8Array.of(1)) })).code).toBe(2)
		expect(await node.call('broadcast_tx_sync', { tx: first })).toMatchObject({ code: 0 })
		const second = greeting('two')
		await node.call('broadcast_tx_async', { tx: second })
		await until(async () => (await node.call('num_unconfirmed_txs')).total === '2')
		expect((await node.call('unconfirmed_txs')).txs).toEqual([first, second])
		await expect(node.call('broadcast_tx_sync', { tx: first })).rejects.toThrow('tx already exists in cache')
		const waiting = node.call('broadcast_tx_commit', { tx: greeting('three') })
		await until(async () => (await node.call('num_unconfirmed_txs')).total === '3')
		await chain.engine.mine(1)
		expect(await waiting).toMatchObject({ height: '2', deliver_tx: { code: 0 } })
		const { block } = await node.call('block', { height: '2' })
		expect(block?.data.txs).toHaveLength(3)
		const posted = await fetch(`${listening().listeners.rest}/cosmos/tx/v1beta1/txs`, {
			method: 'POST',
			body: JSON.stringify({ tx_bytes: greeting('four'), mode: 'BROADCAST_MODE_SYNC' }),
		})
		expect(await posted.json()).toMatchObject({ tx_response: { code: 0 } })
		node.close()
	})

	test('tell subscribers of each block, and go back with the chain', async () => {
		const { chain, rpc } = await follow()
		const node = remoteConnection(rpc())
		const height = async () => Number((await node.call('status')).sync_info.latest_block_height)
		const socket = new WebSocket(`${rpc().replace('http', 'ws')}/websocket`)
		const heard: string[] = []
		socket.on('message', (text) => {
			const { result } = JSON.parse(String(text))
			heard.push(result.data?.value.header.height ?? 'subscribed')
		})
		await new Promise((done) => socket.once('open', done))
		socket.send('{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"query":"tm.event=\'NewBlockHeader\'"}}')
		await until(() => heard.length === 1)
		const snapshot = await chain.engine.snapshot()
		await chain.engine.mine(2)
		await until(() => heard.length === 3)
		expect(await height()).toBe(3)
		await chain.engine.revert(snapshot)
		expect(await height()).toBe(1)
		expect((await node.call('block', { height: '1' })).block?.header.height).toBe('1')
		await expect(node.call('block', { height: '2' })).rejects.toThrow('must be less than or equal')
		await chain.engine.mine(1)
		await until(() => heard.length === 4)
		expect(heard).toEqual(['subscribed', '2', '3', '2'])
		socket.close()
		node.close()
	})

	test('switch their own listeners when they are told to, and say so', async () => {
		const { servers, reports, listening, rpc } = await follow()
		const before = rpc()
		await servers.follow({ type: 'switch', id: 1, name: 'rpc', on: false })
		expect(listening().listeners).not.toHaveProperty('rpc')
		await expect(fetch(before)).rejects.toThrow()
		await servers.follow({ type: 'switch', id: 2, name: 'rpc', on: true })
		await expect(remoteConnection(rpc()).call('health')).resolves.toBeDefined()
		await servers.follow({ type: 'switch', id: 3, name: 'eth', on: true })
		const answers = reports.filter((report) => report.type === 'switched')
		expect(answers).toEqual([
			{ type: 'switched', id: 1 },
			{ type: 'switched', id: 2 },
			{ type: 'switched', id: 3, fault: expect.objectContaining({ message: 'There is no listener eth.' }) },
		])
		expect(reports.some((report) => report.type === 'log' && report.message.startsWith('listening on'))).toBe(true)
	})

	test('serve the app, hand on what is not theirs, and tell the app of the listeners of all threads', async () => {
		const { servers, asked, chain, portClosed, listening } = await follow()
		const { port1, port2 } = new MessageChannel()
		await servers.follow({ type: 'app', port: port2 })
		const app = portConnection(port1)
		expect((await app.call('status')).node_info.network).toBe(chain.engine.chainId)
		await app.call('admin_mine', { blocks: 1 })
		expect(asked).toContainEqual(['admin_mine', expect.objectContaining({ blocks: 1 })])
		await expect(app.call('admin_pause')).rejects.toThrow('Not today.')
		const moved = { grpc: { asked: 9090, used: 7 }, rest: { asked: 1, used: 2 } }
		const listeners = { grpc: '127.0.0.1:7', rest: 'http://127.0.0.1:2' }
		await servers.follow({ type: 'listening', listening: { listeners, moved } })
		const told = await app.call('admin_setListener', { name: 'grpc', on: true })
		expect(asked).toContainEqual(['grpc', true])
		// Its own address of REST, not what another thread was told of it before.
		expect(told).toMatchObject({ grpc: '127.0.0.1:7', rest: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d{3,}$/) })
		expect(await app.call('requests_set', { on: true })).toEqual({ on: true })
		expect(asked).toContainEqual(['record', true])
		await app.call('admin_setListener', { name: 'rest', on: false })
		expect(Object.keys(listening().listeners)).toEqual(['rpc'])
		await expect(app.call('admin_setListener', { name: 'telnet' as 'grpc', on: true })).rejects.toThrow(
			'There is no listener telnet.',
		)
		await servers.follow({ type: 'close' })
		await expect(app.call('status')).rejects.toThrow('has stopped')
		await portClosed
	})

	test('servers of a thread that are told to end while they open leave nothing open', async () => {
		const { rpc } = await follow(true)
		expect(rpc()).toMatch(/^http:/)
		await expect(fetch(rpc())).rejects.toThrow()
	})

	test('servers of a thread that cannot listen say why, and leave nothing open', async () => {
		const taken = createServer()
		const port = await listen(taken, '127.0.0.1', 0)
		closers.push(() => taken.close())
		const { reports, portClosed } = await follow(false, `127.0.0.1:${port}`)
		const message = `rest cannot listen on 127.0.0.1:${port}.`
		expect(reports.filter(({ type }) => type !== 'log')).toEqual([
			{ type: 'failed', fault: expect.objectContaining({ message }) },
		])
		await portClosed
		const opened = reports.flatMap((report) =>
			report.type === 'log' ? (/^listening on (.*)$/.exec(report.message)?.slice(1) ?? []) : [],
		)
		expect(opened).toHaveLength(1)
		await expect(fetch(`http://${opened[0]}/health`)).rejects.toThrow('fetch failed')
		if (tellsOpenFiles) expect(openFilesIn(folder)).not.toEqual([])
		await closeAll()
		// Files of a database stay open until the last of a process has closed it.
		if (tellsOpenFiles) expect(openFilesIn(folder)).toEqual([])
	})

	test('report an order that comes too early', async () => {
		const home = join(folder, 'home')
		const reports: ServingReport[] = []
		const servers = new FollowedServers({ ...resolveNodeConfig({ home }, {}), home }, (report) => reports.push(report))
		const { port1, port2 } = new MessageChannel()
		closers.push(() => port1.close())
		await servers.follow({ type: 'app', port: port2 })
		await servers.follow({ type: 'block', height: 1 })
		await servers.follow({ type: 'switch', id: 1, name: 'rpc', on: true })
		await servers.follow({ type: 'close' })
		expect(reports).toEqual([
			{ type: 'failed', fault: expect.objectContaining({ message: 'the app came before its node was open' }) },
			{ type: 'switched', id: 1 },
		])
	})
})
