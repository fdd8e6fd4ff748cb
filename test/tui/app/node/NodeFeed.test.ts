import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainEvent, LogEntry, NodeStatus } from '../../../../src/client/index.ts'
import { NodeFeed } from '../../../../src/tui/app/node/NodeFeed.ts'
import type { PreferenceValues } from '../../../../src/tui/app/Preferences.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

const began = Date.parse('2026-01-01T00:00:00Z')

/** A node that notes when it is asked for its status, and answers as a test says. */
class Node extends ChainDouble {
	/** Milliseconds since the beginning. */
	readonly asked: number[] = []
	part: Partial<NodeStatus> = {}
	answer: (status: NodeStatus) => Promise<NodeStatus> = async (status) => status
	override names = new Map<string, string>()

	constructor() {
		super({ keys: ['alice'], time: began - 1_000 })
	}

	override async status(): Promise<NodeStatus> {
		this.asked.push(Date.now() - began)
		return this.answer(await this.now())
	}

	async now(): Promise<NodeStatus> {
		return { ...(await super.status()), ...this.part }
	}
}

interface Followed {
	readonly app: TuiApp
	readonly node: Node
	readonly feed: NodeFeed
	/** Reasons for which the place failed. */
	readonly failures: string[]
	/** Ids of the screens that were told of the node, each time. */
	readonly told: string[]
	/** How often keys and balances were read again. */
	identities: number
	readonly wait: (ms: number) => Promise<unknown>
}

/** An app that follows a node, on a clock that stands still while nobody waits. */
async function follow(
	options: {
		readonly preferences?: Partial<PreferenceValues>
		readonly part?: Partial<NodeStatus>
		readonly isGuarded?: boolean
	} = {},
): Promise<Followed> {
	const app = placesApp(options.preferences ?? {})
	const node = new Node()
	node.part = options.part ?? {}
	const failures: string[] = []
	const feed = new NodeFeed(app, {
		isGuarded: () => options.isGuarded === true,
		failed: (problem) => void failures.push(problem),
	})
	const told: string[] = []
	for (const { id, model } of app.screens) model.connected = () => void told.push(id)
	app.client = node
	app.set({ status: await node.now(), phase: 'ready' })
	await feed.identity()
	const followed = {
		app,
		node,
		feed,
		failures,
		told,
		identities: 0,
		wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
	}
	app.refreshIdentity = () => void followed.identities++
	feed.start()
	feed.follow(node, app.state.status!)
	await followed.wait(0)
	return followed
}

/** An event of a block with so many transactions. */
function blockEvent(height: number, txs = 0, part: { readonly time?: string } = {}): ChainEvent {
	const block = {
		...{ height, time: new Date(began).toISOString(), hash: 'AB', proposer: 'CD', txCount: txs, gasUsed: 0n },
		...{ appHash: `app ${height}`, size: 1, ...part },
	}
	return { type: 'block', block, txs: Array.from({ length: txs }, () => ({ messageTypes: [] })) as never }
}

let f: Followed
beforeEach(() => void vi.useFakeTimers({ now: began }))
afterEach(() => {
	f.feed.stop()
	vi.useRealTimers()
})

describe('the clock of the app', () => {
	it('the clock of the app goes with that of the machine before a place is connected', async () => {
		f = await follow()
		const { app } = f
		const feed = new NodeFeed(app, { isGuarded: () => false, failed: () => {} })
		f.feed.stop()
		feed.start()
		await f.wait(200)
		feed.stop()
		expect(app.state.now - began).toBe(200)
	})

	it('the clock of the app steps once a second', async () => {
		f = await follow()
		const seen: number[] = []
		const forget = f.app.store.subscribe(({ now }, before) => {
			if (now !== before.now) seen.push(now - began)
		})
		await f.wait(3_300)
		forget()
		expect(seen).toEqual([200, 1_200, 2_200, 3_200])
		f.feed.stop()
		await f.wait(2_000)
		expect(f.app.state.now - began).toBe(3_200)
	})

	it.each(['event', 'status'] as const)(
		'the clock of the app goes with a chain that is moved ahead, which a %s tells',
		async (how) => {
			f = await follow()
			const time = new Date(began + 100_000).toISOString()
			if (how === 'event') f.node.emit(blockEvent(2, 0, { time }))
			else f.node.part = { time }
			await f.wait(how === 'event' ? 1_200 : 2_200)
			expect(f.app.state.now - began).toBe(how === 'event' ? 101_200 : 100_200)
		},
	)

	it('the clock of the app goes on as it did while a status has no time', async () => {
		f = await follow({ part: { time: new Date(began + 100_000).toISOString() } })
		f.node.emit({ type: 'status', status: { ...(await f.node.now()), time: '' } })
		await f.wait(200)
		expect(f.app.state.now - began).toBe(100_200)
	})
})

describe('the status of a node', () => {
	it.each([
		['an own chain', '', false, [2_000, 4_000]],
		['an own chain, whatever stands by', '', true, [2_000, 4_000]],
		['another place', 'http://a', false, [1_000, 2_000, 3_000, 4_000]],
		['a place that has a stand-by', 'http://a', true, [600, 1_200, 1_800, 2_400, 3_000, 3_600]],
	] as const)('the status of a node is asked for again, of %s', async (_what, url, isGuarded, times) => {
		f = await follow({ preferences: { node: url }, isGuarded })
		await f.wait(4_100)
		expect(f.node.asked).toEqual(times)
	})

	it('the status of a node is not asked for while there is none, nothing is known of it, or it failed', async () => {
		f = await follow()
		f.app.client = undefined
		await f.wait(2_100)
		f.app.client = f.node
		f.app.set({ phase: 'failed' })
		await f.wait(2_100)
		f.app.set({ phase: 'ready', status: undefined })
		await f.wait(2_100)
		expect(f.node.asked).toEqual([])
		f.app.set({ status: await f.node.now() })
		await f.wait(200)
		expect(f.node.asked).toEqual([6_400])
	})

	it('the status of a node is asked for once at a time, and one that was left is not heard', async () => {
		f = await follow({ preferences: { node: 'http://a' } })
		const late: ((status: NodeStatus) => void)[] = []
		f.node.answer = () => new Promise((resolve) => void late.push(resolve))
		await f.wait(5_000)
		expect(f.node.asked).toEqual([1_000])
		const other = new Node()
		other.answer = f.node.answer
		f.feed.end()
		f.app.client = other
		await f.wait(200)
		expect(other.asked).toEqual([5_200])
		const before = f.app.state.status
		late[0]!({ ...before!, height: 900 })
		await f.wait(2_000)
		expect([f.app.state.status, other.asked]).toEqual([before, [5_200]])
		late[1]!({ ...before!, height: 30 })
		await f.wait(200)
		expect([f.app.state.status?.height, other.asked]).toEqual([30, [5_200, 7_400]])
	})

	it('a failure of a place that was left is not heard', async () => {
		f = await follow({ preferences: { node: 'http://a' } })
		let fail = (_error: Error): void => {}
		f.node.answer = () =>
			new Promise((_resolve, reject) => {
				fail = reject
			})
		await f.wait(1_000)
		f.feed.end()
		fail(new Error('connection reset'))
		await f.wait(100)
		expect([f.app.state.status?.state, f.failures]).toEqual(['live', []])
	})

	it('the status of a node that does not answer says why, once, and then that it answers again', async () => {
		f = await follow({ preferences: { node: 'http://a' } })
		const toasts: (string | undefined)[] = []
		const forget = f.app.store.subscribe(({ toast }, before) => {
			if (toast !== before.toast) toasts.push(toast?.text)
		})
		f.node.answer = () => Promise.reject(new Error('connection refused'))
		await f.wait(3_000)
		expect(f.app.state.status).toMatchObject({ state: 'unreachable', problem: 'connection refused' })
		f.node.answer = async (status) => status
		await f.wait(2_000)
		f.node.part = { state: 'unreachable', problem: 'gone' }
		await f.wait(1_000)
		f.node.part = { state: 'syncing' }
		await f.wait(1_000)
		f.node.part = {}
		await f.wait(1_000)
		forget()
		expect(toasts).toEqual([
			...['the node does not answer: connection refused', 'the node answers again', 'the node does not answer: gone'],
		])
		expect(f.failures).toEqual(['connection refused', 'gone'])
	})

	it('keys are read again only when the accounts change that the node lets anyone act as', async () => {
		f = await follow()
		const status = await f.node.now()
		f.node.emit({ type: 'status', status })
		expect(f.identities).toBe(0)
		f.node.emit({ type: 'status', status: { ...status, actAs: [addressOf('whale')] } })
		await f.wait(100)
		expect([f.identities, f.app.state.status?.actAs]).toEqual([1, [addressOf('whale')]])
	})
})

describe('a place that has a stand-by and never answers', () => {
	it.each([
		// Three times the usual time in ticks of 200 ms, but three at least and five at most.
		[0, 0.6],
		[200, 0.6],
		[201, 0.8],
		[266, 0.8],
		[267, 1],
		[900, 1],
		[undefined, 1],
	] as const)(
		'a place that has a stand-by and usually answers within %j ms fails after %j s',
		async (usual, seconds) => {
			f = await follow({ preferences: { node: 'http://a' }, isGuarded: true })
			if (usual !== undefined) f.feed.expect(usual)
			f.node.answer = () => new Promise(() => {})
			await f.wait(600 + seconds * 1_000 - 1)
			expect(f.failures).toEqual([])
			await f.wait(1)
			expect(f.failures).toEqual([`no answer within ${seconds} seconds`])
			await f.wait(1_000)
			expect([f.node.asked, f.app.state.status?.state, f.failures.length]).toEqual([[600], 'unreachable', 1])
		},
	)

	it('a place that has a stand-by is judged by its last answer, and another one anew', async () => {
		f = await follow({ preferences: { node: 'http://a' }, isGuarded: true })
		f.feed.expect(0)
		f.node.answer = (status) => new Promise((resolve) => setTimeout(() => resolve(status), 250))
		await f.wait(900)
		f.node.answer = () => new Promise(() => {})
		await f.wait(2_000)
		expect(f.failures).toEqual(['no answer within 0.8 seconds'])
		f.feed.end()
		f.app.client = f.node
		f.app.set({ status: await f.node.now() })
		await f.wait(2_000)
		expect(f.failures[1]).toBe('no answer within 1 seconds')
	})

	it('a place without a stand-by does not fail while it does not answer', async () => {
		f = await follow({ preferences: { node: 'http://a' } })
		f.feed.expect(0)
		f.node.answer = () => new Promise(() => {})
		await f.wait(10_000)
		expect([f.failures, f.app.state.status?.state]).toEqual([[], 'live'])
	})
})

describe('the events of a node', () => {
	it('a block takes its transactions out of the mempool, and its height, time and hash are in the status', async () => {
		f = await follow({ part: { mempoolSize: 3 } })
		const time = new Date(began + 1_000).toISOString()
		f.node.emit(blockEvent(2, 1, { time }))
		await f.wait(100)
		expect(f.app.state.status).toMatchObject({ height: 2, time, appHash: 'app 2', mempoolSize: 2, state: 'live' })
		f.node.emit(blockEvent(3, 5))
		await f.wait(100)
		expect(f.app.state.status).toMatchObject({ height: 3, mempoolSize: 0 })
		f.node.emit(blockEvent(3, 1, { time }))
		f.node.emit(blockEvent(2, 1, { time }))
		await f.wait(100)
		expect(f.app.state.status).toMatchObject({ height: 3, appHash: 'app 3' })
		f.node.emit(blockEvent(4))
		await f.wait(100)
		const blocks = f.app.log.entries.filter(({ message }) => message.startsWith('block '))
		expect(blocks.map(({ level, message }) => `${level} ${message}`)).toEqual([
			...['info block 2, 1 transaction', 'info block 3, 5 transactions', 'debug block 4, 0 transactions'],
		])
		// An empty block moves no coins.
		expect(f.identities).toBe(2)
	})

	it('each line of a log is taken once, in batches, and without lines nothing is added', async () => {
		f = await follow()
		const added = vi.spyOn(f.app.log, 'add')
		const line = (message: string): LogEntry => ({ time: '2026', level: 'info', source: 'engine', message })
		const lines = ['a', 'b', 'c'].map(line)
		for (const _time of [1, 2]) {
			for (const entry of lines) f.node.emit({ type: 'log', entry })
			await f.wait(100)
		}
		const { status } = f.app.state
		f.node.emit({ type: 'status', status: status! })
		await f.wait(100)
		expect(added.mock.calls.map(([entries]) => entries.map(({ message }) => message))).toEqual([['a'], ['b', 'c']])
	})

	it('blocks of a node whose status is not known yet are told to the screens alone', async () => {
		f = await follow()
		f.app.set({ status: undefined })
		f.node.emit(blockEvent(7, 1))
		await f.wait(100)
		expect([f.app.state.status, f.app.pulses.list.at(-1)?.height, f.identities]).toEqual([undefined, 7, 0])
	})

	it('the names that a place knows are not those of the next one, however late it tells them', async () => {
		f = await follow()
		const { app, feed, node } = f
		app.names = new Map()
		let tell = (_names: ReadonlyMap<string, string>): void => {}
		node.accountNames = () =>
			new Promise((resolve) => {
				tell = resolve
			})
		feed.follow(node, app.state.status!)
		app.client = new Node()
		tell(new Map([['a', 'b']]))
		await f.wait(0)
		expect([...app.names]).toEqual([])
		app.client = node
		feed.follow(node, app.state.status!)
		tell(new Map([['a', 'b']]))
		await f.wait(0)
		expect([...app.names]).toEqual([['a', 'b']])
	})

	it('a place of the EVM alone is told to the screens that it is for, and has no blocks or names', async () => {
		f = await follow({ part: { protocol: 'evm' }, preferences: { node: 'http://a' } })
		expect([f.told.includes('keys'), f.told.includes('home'), f.told.includes('blocks')]).toEqual([true, false, false])
		expect(f.app.pulses.list).toEqual([])
		f.feed.stop()
		f = await follow()
		expect(f.told.toSorted()).toEqual(f.app.screens.map(({ id }) => id).toSorted())
		expect(f.app.pulses.list).toHaveLength(1)
	})
})

describe('blocks that were missed', () => {
	it.each([
		['the first block that is told', [40], 0],
		['each block in turn', [40, 41, 42], 0],
		['a block once more', [40, 40], 0],
		['a block that is left out', [40, 42], 1],
		['the second block of a chain', [1, 3], 1],
		['a chain that went back', [40, 39], 1],
	] as const)('blocks that were missed are noticed: %s', async (_what, heights, reads) => {
		f = await follow()
		f.told.length = 0
		for (const height of heights) f.node.emit(blockEvent(height))
		await f.wait(200)
		expect(f.told.filter((id) => id === 'home')).toHaveLength(reads)
		// What is read again are the blocks of the node, which has one.
		expect(f.app.pulses.list.map(({ height }) => height)).toEqual(reads === 0 ? [1, ...new Set(heights)] : [1])
	})

	it('blocks that were missed are read again at most every five seconds', async () => {
		f = await follow()
		f.told.length = 0
		const reads = (): number => f.told.filter((id) => id === 'home').length
		for (const height of [10, 20]) f.node.emit(blockEvent(height))
		await f.wait(101)
		expect(reads()).toBe(1)
		for (const height of [30, 40, 50]) {
			f.node.emit(blockEvent(height))
			await f.wait(100)
		}
		await f.wait(4_699)
		expect(reads()).toBe(1)
		await f.wait(1)
		expect(reads()).toBe(2)
		await f.wait(10_000)
		expect(reads()).toBe(2)
	})

	it('blocks that were missed are not read again of a place that failed, or that was left', async () => {
		f = await follow()
		f.told.length = 0
		for (const height of [10, 20]) f.node.emit(blockEvent(height))
		f.app.set({ phase: 'failed' })
		await f.wait(200)
		f.app.set({ phase: 'ready' })
		f.node.emit(blockEvent(40))
		f.app.client = undefined
		await f.wait(6_000)
		expect(f.told).toEqual([])
		f.app.client = f.node
		f.feed.end()
		f.feed.follow(f.node, f.app.state.status!)
		await f.wait(0)
		f.told.length = 0
		// The first block of a place is no gap, whatever was told of the place before.
		f.node.emit(blockEvent(80))
		await f.wait(6_000)
		expect(f.told).toEqual([])
	})

	it('blocks that were missed are not read again once the app ends', async () => {
		f = await follow()
		f.told.length = 0
		for (const height of [10, 20]) f.node.emit(blockEvent(height))
		await f.wait(100)
		f.feed.stop()
		await f.wait(6_000)
		f.node.emit(blockEvent(40))
		await f.wait(200)
		expect([f.told, f.app.pulses.list.at(-1)?.height]).toEqual([[], 20])
	})
})

describe('the key that signs', () => {
	it.each([
		['the chosen one', 'bob', ['watched', 'alice', 'bob'], 'bob'],
		['one with a secret, if the chosen one is gone', 'carol', ['watched', 'alice', 'bob'], 'alice'],
		['the first one, if none has a secret', '', ['watched', 'other'], 'watched'],
		['none without keys', 'bob', [], ''],
	] as const)('the key that signs is %s', async (_what, key, names, current) => {
		f = await follow({ preferences: { key } })
		const kindOf = (name: string) => (['alice', 'bob'].includes(name) ? 'local' : 'watch') as 'local' | 'watch'
		const keys = names.map((name) => ({ name, address: addressOf('alice'), kind: kindOf(name) }))
		Object.assign(f.node.keys, { list: async () => keys })
		await f.feed.identity()
		expect([f.app.state.current, f.app.state.keys]).toEqual([current, keys])
		expect(f.app.state.balances).toEqual(current === '' ? [] : [{ denom: 'uchain', amount: '1000000000' }])
	})

	it('the key that signs has the coins that a node tells whose status is not known yet', async () => {
		f = await follow()
		f.app.set({ status: undefined, balances: [], keys: [] })
		await f.feed.identity()
		expect(f.app.state.balances).toEqual([{ denom: 'uchain', amount: '1000000000' }])
		f.app.client = undefined
		f.app.set({ keys: [] })
		await f.feed.identity()
		expect(f.app.state.keys).toEqual([])
	})
})
