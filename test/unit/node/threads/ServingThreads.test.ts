import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EngineState } from '../../../../src/engine/store/EngineState.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { ethPowers } from '../../../../src/node/ethPowers.ts'
import { type OpenChain, openChain } from '../../../../src/node/openChain.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import type { ServedChain } from '../../../../src/node/ServedChain.ts'
import type { Servers } from '../../../../src/node/servers/ChainServers.ts'
import type { Listening } from '../../../../src/node/servers/NodeListeners.ts'
import { ServingThreads } from '../../../../src/node/threads/ServingThreads.ts'
import { systemClock } from '../../../../src/util/Clock.ts'
import { silentLog } from '../../../../src/util/Log.ts'
import { greeterGenesis } from '../../../support/greeterGenesis.ts'
import { until } from '../../../support/until.ts'

/**
 * Code of a thread that tells in the log, under the name of its first listener, what it is ordered; a state may tell it to call
 * the thread of the blocks, or to break.
 */
const thread = `
	import { parentPort, workerData } from 'node:worker_threads'
	const names = Object.entries(workerData.config.listeners).filter(([, { on }]) => on).map(([name]) => name)
	const listeners = Object.fromEntries(names.map((name) => [name, 'http://' + workerData.config.listeners[name].host + ':7']))
	const report = (message) => parentPort.postMessage(message)
	const plain = (_name, value) => (typeof value === 'bigint' ? String(value) : value)
	const log = (told) => report({ type: 'log', level: 'info', source: names[0], message: JSON.stringify(told, plain) })
	let counts
	let ask
	parentPort.on('message', (order) => {
		if (order.type === 'close') process.exit()
		if (order.type === 'open') {
			const { port, memory, ...told } = order
			counts = new Int32Array(memory)
			ask = (...call) => port.postMessage([call])
			port.on('message', ([[id, value, fault]]) => log({ value, fault: fault?.message }))
			log({ ...told, names })
			return report({ type: 'ready', listening: { listeners, moved: { [names[0]]: { asked: 1, used: 7 } } } })
		}
		if (order.type === 'switch') {
			if (order.on) listeners[order.name] = 'http://127.0.0.1:8'
			else delete listeners[order.name]
			report({ type: 'listening', listening: { listeners, moved: {} } })
			return report({ type: 'switched', id: order.id })
		}
		if (order.state?.call?.[0] === names[0]) ask(1, ...order.state.call.slice(1))
		if (order.state?.breaks === names[0]) throw new Error('a fault of this test')
		log({ ...order, counts: [...(counts ?? [])] })
	})`

let folder: string
let threads: ServingThreads | undefined
const told: { readonly of: string; readonly what: Readonly<Record<string, unknown>> }[] = []
const errors: string[] = []
const failures: unknown[] = []
const announced: Listening[] = []

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-threads-'))
	for (const list of [told, errors, failures, announced]) list.length = 0
})
afterEach(async () => {
	vi.useRealTimers()
	await threads?.close()
	rmSync(folder, { recursive: true, force: true })
})

/** So many serving threads of a chain that has an admin method, `admin_add`. */
async function serving(count: number, evm?: OpenChain): Promise<Servers> {
	const file = join(folder, 'thread.mjs')
	writeFileSync(file, thread)
	const address = '127.0.0.1:1'
	const listeners = { rpc: address, rest: address, grpc: address, endpoints: address, legacy8: address }
	const eth = evm === undefined ? address : '127.0.0.1:0'
	const config = resolveNodeConfig({ home: folder, threads: String(count + 1), ...listeners, eth }, {})
	threads = new ServingThreads({
		config,
		url: pathToFileURL(file),
		log: (level, source, message) => {
			if (level === 'error') errors.push(`${source} ${message}`)
			else if (message.startsWith('{')) told.push({ of: source, what: JSON.parse(message) })
		},
		onFailure: (cause) => failures.push(cause),
	})
	threads.stands({} as EngineState)
	const chain = { source: {}, identity: { moniker: 'm' }, evm: () => undefined } as unknown as ServedChain
	const servers = threads.serve(evm ?? chain, {
		...(evm === undefined ? {} : { ethPowers: ethPowers(evm, false) }),
		powers: { admin_add: async ({ a, b }) => Number(a) + Number(b) },
		clock: { now: () => 0 },
		onListening: (listening) => announced.push(listening),
	})
	await servers.open()
	return servers
}

const lines = (of: string, type: string) =>
	told.filter((line) => line.of === of && line.what.type === type).map(({ what }) => what)

describe('the threads that serve clients', () => {
	it.each([
		[1, [['rpc', 'grpc', 'rest', 'legacy8', 'endpoints', 'eth']]],
		[
			2,
			[
				['rpc', 'grpc', 'eth'],
				['rest', 'legacy8', 'endpoints'],
			],
		],
		[6, [['rpc'], ['grpc'], ['rest'], ['legacy8'], ['endpoints'], ['eth']]],
	])('%i threads that serve clients share the listeners, the busiest on different ones', async (count, shares) => {
		const servers = await serving(count)
		const opened = told.filter(({ what }) => what.type === 'open').map(({ what }) => what)
		const names = (list: unknown) => [...(list as readonly string[])].sort()
		expect(opened.map((what) => names(what.names)).sort()).toEqual(shares.map(names).sort())
		for (const what of opened) {
			expect(what).toMatchObject({ blocks: { state: {} }, powers: ['admin_add'], identity: { moniker: 'm' } })
			const others = shares.filter((share) => names(share).join() !== names(what.names).join()).flat()
			expect(names(what.others)).toEqual(names(others))
		}
		const listeners = Object.fromEntries(shares.flat().map((name) => [name, 'http://127.0.0.1:7']))
		expect(servers.listening.listeners).toEqual(listeners)
		expect(Object.keys(servers.listening.moved)).toHaveLength(count)
		// Each thread is told where the others listen.
		expect(announced).toEqual([servers.listening])
		await until(() => told.filter(({ what }) => what.type === 'listening').length === count)
		expect(told.find(({ what }) => what.type === 'listening')?.what.listening).toEqual(servers.listening)
	})

	it('threads that serve clients see at once that a block is durable, and from when until when the chain goes back', async () => {
		await serving(2)
		const afterwards = async (type: 'block' | 'stands', step: () => void) => {
			const before = lines('rpc', type).length
			step()
			await until(() => lines('rpc', type).length > before && lines('rest', type).length > before)
			expect(lines('rest', type).at(-1)).toEqual(lines('rpc', type).at(-1))
			return lines('rpc', type).at(-1)
		}
		expect(await afterwards('block', () => threads!.block(5))).toEqual({ type: 'block', height: 5, counts: [2, 0] })
		threads!.goesBack()
		// It goes back further before it is back.
		threads!.goesBack()
		expect(await afterwards('block', () => threads!.block(4))).toMatchObject({ counts: [3, 1] })
		const stands = () => threads!.stands({ a: 1 } as unknown as EngineState)
		expect(await afterwards('stands', stands)).toEqual({ type: 'stands', state: { a: 1 }, counts: [4, 2] })
		expect(await afterwards('stands', stands)).toMatchObject({ counts: [5, 2] })
		threads!.goesBack()
		expect(await afterwards('block', () => threads!.block(3))).toMatchObject({ counts: [6, 3] })
		expect(await afterwards('stands', stands)).toMatchObject({ counts: [7, 4] })
	})

	it('a thread that serves clients has admin methods run, and listeners of another thread switched', async () => {
		const servers = await serving(2)
		const ask = async (...call: readonly unknown[]) => {
			const before = told.length
			threads!.stands({ call: ['rpc', ...call] } as unknown as EngineState)
			const isAnswer = ({ what }: (typeof told)[number]) => what.type === undefined
			return (await until(() => told.slice(before).find(isAnswer))).what
		}
		expect(await ask('power', ['admin_add', { a: 2, b: 3 }])).toEqual({ value: 5 })
		expect(await ask('power', ['admin_none', {}])).toEqual({ fault: 'there is no admin method admin_none' })
		const before = announced.length
		await ask('setListener', ['rest', false])
		expect(servers.listening.listeners).not.toHaveProperty('rest')
		await ask('setListener', ['rest', true])
		expect(servers.listening.listeners.rest).toBe('http://127.0.0.1:8')
		expect(announced.length).toBeGreaterThan(before)
		expect(announced.at(-1)).toEqual(servers.listening)
		await until(() =>
			lines('rpc', 'listening').some(({ listening }) => (listening as Listening).listeners.rest?.endsWith('8')),
		)
		expect(errors).toEqual([])
	})

	it('the EVM of a developer is served beside the threads that serve clients, the first of which lists its requests', async () => {
		const flags = { home: '/nonexistent/threads', chainId: 'chain_2222-1', blockMode: 'manual' }
		const config = resolveNodeConfig(flags, {})
		const genesis = JSON.stringify(greeterGenesis(config, 1, '2026-01-01T00:00:00Z').document)
		const chain = await openChain({ ...config, home: undefined, genesis }, systemClock, silentLog, () => {})
		try {
			await chain.engine.start()
			const { eth } = (await serving(2, chain)).listening.listeners
			for (const name of ['rpc', 'rest']) expect(lines(name, 'open')[0]?.others).toContain('eth')
			const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
			const headers = { 'Content-Type': 'application/json' }
			const ask = () => fetch(String(eth), { method: 'POST', headers, body })
			expect(await (await ask()).json()).toMatchObject({ result: '0x8ae' })
			threads!.stands({ call: ['rest', 'record', [true]] } as unknown as EngineState)
			await until(() => told.some(({ what }) => what.type === undefined))
			await ask()
			await until(() => lines('rpc', 'note').length === 1)
			expect(lines('rest', 'note')).toEqual([])
			await threads!.close()
			await expect(ask()).rejects.toThrow('fetch failed')
		} finally {
			await chain.close()
		}
	})

	const breakDown = async (name: string): Promise<void> => {
		const [before, opened] = [errors.length, told.filter(({ what }) => what.type === 'open').length]
		threads!.stands({ breaks: name } as unknown as EngineState)
		await until(() => errors.length > before)
		await until(() => failures.length > 0 || told.filter(({ what }) => what.type === 'open').length > opened)
	}

	it('a thread that serves clients and breaks is started again three times a minute, then its node ends with the reason', async () => {
		vi.useFakeTimers({ toFake: ['performance'] })
		await serving(2)
		for (let time = 0; time < 3; time++) await breakDown('rest')
		expect(errors).toEqual(
			Array(3).fill('node The thread that serves rest, endpoints, legacy8 broke: a fault of this test'),
		)
		// They no longer count after a minute.
		vi.advanceTimersByTime(60_001)
		for (let time = 0; time < 3; time++) await breakDown('rest')
		expect(failures).toEqual([])
		vi.advanceTimersByTime(60_000)
		await breakDown('rest')
		expect(failures).toEqual([expect.any(UserError)])
		expect(failures[0]).toMatchObject({
			message: 'The node can no longer answer.',
			why: 'The thread that serves clients broke: a fault of this test',
			next: 'Start the node again: the chain is whole.',
		})
		// What breaks now is of no interest.
		threads!.stands({ breaks: 'rpc' } as unknown as EngineState)
		await threads!.close()
		expect([errors.length, failures.length]).toEqual([7, 1])
	})

	it('a thread that serves the app is not started again when it breaks, as another may be', async () => {
		const servers = await serving(2)
		servers.serveApp(new MessageChannel().port2)
		await until(() => lines('rpc', 'app').length > 0)
		await breakDown('rest')
		expect(failures).toEqual([])
		await breakDown('rpc')
		expect(failures).toEqual([expect.any(UserError)])
	})
})
