import { create } from '@bufbuild/protobuf'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChainClient, ChainEvent, LogEntry } from '../../../src/client/ChainClient.ts'
import type { TxProgress } from '../../../src/client/chainTypes.ts'
import { RpcError } from '../../../src/client/rpc/RpcError.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import type { UserError } from '../../../src/errors/UserError.ts'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { until } from '../../support/until.ts'
import { play, summary } from './playedClient.ts'

afterEach(() => vi.useRealTimers())

const raw = encodeMessage(
	TxRawSchema,
	create(TxRawSchema, {
		bodyBytes: encodeMessage(TxBodySchema, create(TxBodySchema)),
		authInfoBytes: encodeMessage(AuthInfoSchema, create(AuthInfoSchema)),
	}),
)

const heights = (events: readonly ChainEvent[]) =>
	events.flatMap((event) => (event.type === 'block' ? [event.block.height] : []))
const logs = (events: readonly ChainEvent[]) => events.flatMap((event) => (event.type === 'log' ? [event.entry] : []))

describe('what a client tells its listeners', () => {
	test('blocks and the status are told to each listener until it ends', async () => {
		const { client: of, block, state, notes } = play()
		const [first, second]: ChainEvent[][] = [[], []]
		const stop = of.subscribe((event) => first!.push(event))
		const end = of.subscribe((event) => second!.push(event))
		state({ up: true })
		await until(() => heights(second!).length === 1 && second!.some(({ type }) => type === 'status'))
		stop()
		stop()
		block(6)
		await until(() => heights(second!).length === 2)
		expect([heights(first!), heights(second!)]).toEqual([[5], [5, 6]])
		expect(first!.find(({ type }) => type === 'status')).toMatchObject({ status: { chainId: 'kite-1', height: 5 } })
		expect(notes).toEqual([])
		end()
		expect(notes).toEqual(['unsubscribed'])
	})

	test('events that stop and come again are told once each', async () => {
		const { client: of, state } = play()
		const events: ChainEvent[] = []
		of.subscribe((event) => events.push(event))
		state({ up: true })
		expect(logs(events)).toEqual([])
		for (let times = 0; times < 2; times++) state({ up: false, reason: 'gone' })
		for (let times = 0; times < 2; times++) state({ up: true })
		const line = { time: expect.stringMatching(/^\d{4}-.*Z$/), source: 'client' }
		expect(logs(events)).toEqual([
			{ ...line, level: 'warn', message: 'no events from test (gone): asking every second instead' },
			{ ...line, level: 'info', message: 'events of test arrive again' },
		])
	})

	test('the log of a node is told from its beginning, and not after the listener ended', async () => {
		const entry: LogEntry = { time: '', level: 'info', source: 'node', message: 'listening' }
		const writers = new Set<(line: LogEntry) => void>()
		const onLog = (write: (line: LogEntry) => void) => {
			writers.add(write)
			write(entry)
			return () => void writers.delete(write)
		}
		const { client: of } = play({}, { onLog })
		const events: ChainEvent[] = []
		const stop = of.subscribe((event) => events.push(event))
		expect(logs(events)).toEqual([entry])
		expect(writers.size).toBe(1)
		stop()
		expect(writers.size).toBe(0)
	})

	test('the status is told at once, and again when the last of many blocks is there', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		const { client: of, block, asked, state } = play()
		const events: ChainEvent[] = []
		const told = () => events.flatMap((event) => (event.type === 'status' ? [event.status.height] : []))
		const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
		of.subscribe((event) => events.push(event))
		await settled()
		for (const at of [6, 7, 8]) {
			block(at)
			await settled()
		}
		expect(told()).toEqual([5])
		vi.advanceTimersByTime(99)
		await settled()
		expect(told()).toEqual([5])
		vi.advanceTimersByTime(1)
		await settled()
		expect(told()).toEqual([5, 8])
		const count = asked.length
		vi.advanceTimersByTime(1_000)
		await settled()
		expect([told(), asked.length]).toEqual([[5, 8], count])
		// Also when the events stop, and to whoever begins to listen.
		state({ up: false, reason: 'gone' })
		await settled()
		expect(told()).toEqual([5, 8, 8])
		vi.advanceTimersByTime(100)
		await settled()
		of.subscribe(() => {})
		await settled()
		expect(told()).toEqual([5, 8, 8, 8])
	})

	test('a block that was asked for before its listener ended is told to the next one once', async () => {
		let answer = (): void => {}
		const first = new Promise<void>((resolve) => {
			answer = resolve
		})
		const chain_block = async ({ height }: { readonly height: number }) => {
			await first
			return { block: summary(height), txs: [] }
		}
		const { client: of, asked } = play({ chain_block })
		const questions = (method: string) => asked.filter((one) => one.startsWith(method)).length
		const stop = of.subscribe(() => {})
		await until(() => questions('chain_block') === 1)
		stop()
		const events: ChainEvent[] = []
		const before = questions('status')
		of.subscribe((event) => events.push(event))
		await until(() => questions('status') > before)
		answer()
		await until(() => heights(events).length > 0)
		await new Promise<void>((resolve) => setImmediate(resolve))
		expect(heights(events)).toEqual([5])
	})

	test('a chain that went back is read anew', async () => {
		const chain_blocks = ({ from }: { readonly from: number }) => ({ blocks: [summary(from)] })
		const { client: of, block, asked } = play({ chain_blocks })
		const events: ChainEvent[] = []
		of.subscribe((event) => events.push(event))
		await until(() => heights(events).length === 1)
		for (let times = 0; times < 2; times++) await of.blocks(3, 3)
		expect(asked.filter((method) => method === 'chain_blocks')).toHaveLength(1)
		block(4)
		await until(() => heights(events).length === 2)
		await of.blocks(3, 3)
		expect(asked.filter((method) => method === 'chain_blocks')).toHaveLength(2)
		expect(heights(events)).toEqual([5, 4])
	})
})

describe('a transaction that a client follows', () => {
	/** Collects the steps of a transaction while the test goes on. */
	function following(of: ChainClient) {
		const steps: TxProgress[] = []
		const ended = (async () => {
			for await (const step of of.broadcastTx(raw)) steps.push(step)
		})()
		return { steps, ended }
	}
	const found = { hash: '', height: '6', index: 0, tx: 'AQI=', tx_result: {} }

	test('a transaction is found by its hash at each block over REST alone, where no block can be looked into', async () => {
		let isThere = false
		const replies = {
			tx: () => (isThere ? found : new RpcError(-32603, 'Internal error', 'tx not found')),
			blockchain: { block_metas: [] },
		}
		const { client: of, block, asked } = play(replies, { protocol: 'rest 9' })
		const { steps, ended } = following(of)
		await until(() => steps.length === 1 && asked.includes('tx'))
		isThere = true
		block(6)
		await ended
		expect(steps).toMatchObject([{ state: 'in-mempool' }, { state: 'committed', height: 6 }])
		expect(asked.filter((method) => method.startsWith('chain_block'))).toEqual([])
	})

	test('a transaction whose block was missed is found when events arrive again', async () => {
		let isThere = false
		const replies = {
			tx: () => (isThere ? found : new RpcError(-32603, 'Internal error', 'tx not found')),
			blockchain: { block_metas: [] },
		}
		const { client: of, state } = play(replies)
		const { steps, ended } = following(of)
		await until(() => steps.length === 1)
		isThere = true
		state({ up: true })
		await ended
		expect(steps.at(-1)).toMatchObject({ state: 'committed' })
	})

	test('a client that is closed ends what it follows and what it owns, once', async () => {
		const { client: of, notes, block } = play({}, { onClose: async () => void notes.push('node closed') })
		const events: ChainEvent[] = []
		of.subscribe((event) => events.push(event))
		const { steps, ended } = following(of)
		await until(() => steps.length === 1 && heights(events).length === 1)
		await of.close()
		await ended
		expect(steps.at(-1)).toMatchObject({ state: 'failed', problem: 'The connection to the node was closed.' })
		expect(notes).toEqual(['unsubscribed', 'connection closed', 'node closed'])
		const count = events.length
		block(6)
		await new Promise<void>((resolve) => setImmediate(resolve))
		expect(events).toHaveLength(count)
	})
})

test('a client has what its node offers, and keeps it while the address is the same', async () => {
	const bare = play().client
	expect([bare.admin, bare.endpoints, bare.evm]).toEqual([undefined, undefined, undefined])
	expect(bare).not.toHaveProperty('ended')
	await bare.close()
	const ended = new Promise<UserError>(() => {})
	const listeners = { eth: 'http://127.0.0.1:2', endpoints: 'http://127.0.0.1:3' }
	const homeless = play({}, { listeners }).client
	expect([homeless.endpoints, homeless.evm?.url]).toEqual([undefined, listeners.eth])
	await homeless.close()
	const whole = play({}, { listeners, ended, admin: true, endpointsHome: '/nonexistent/test' }).client
	expect([whole.endpoints?.url, whole.evm?.url, whole.ended]).toEqual([listeners.endpoints, listeners.eth, ended])
	expect(whole.admin).toBeDefined()
	expect(whole.endpoints).toBe(whole.endpoints)
	expect(whole.evm).toBe(whole.evm)
})
