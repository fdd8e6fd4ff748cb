import { afterEach, describe, expect, test } from 'vitest'
import { BlockFeed } from '../../../src/client/BlockFeed.ts'
import type { RpcConnection, RpcStreamState } from '../../../src/client/rpc/RpcConnection.ts'
import type { SubscriptionEvent } from '../../../src/wire/TendermintSchema.ts'

let release = (): void => {}
afterEach(() => release())

/** A feed of a node that this test plays: when it answers, and which events it sends. */
function feedOf() {
	const told: string[] = []
	const asked: ((height: number, time?: string) => Promise<void>)[] = []
	let listener: (event: SubscriptionEvent) => void = () => {}
	let state: (state: RpcStreamState) => void = () => {}
	const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
	const feed = new BlockFeed(
		{
			call: () =>
				new Promise((resolve) => {
					asked.push(async (height, time = `at ${height}`) => {
						resolve({ sync_info: { latest_block_height: String(height), latest_block_time: time } })
						await settled()
					})
				}),
			subscribe: (_query: string, onEvent: typeof listener, onState: typeof state) => {
				listener = onEvent
				state = onState
				return () => {}
			},
		} as unknown as RpcConnection,
		{
			onHeight: async (height) => void told.push(`block ${height}`),
			onRewind: (height) => told.push(`back at ${height}`),
			onState: () => {},
		},
	)
	release = feed.hold()
	return {
		told,
		/** Answers the oldest question for the state that is still open. */
		answer: (height: number, time?: string) => asked.shift()!(height, time),
		up: () => state({ up: true }),
		event: async (height: number, time = `at ${height}`) => {
			listener({ data: { value: { header: { height: String(height), time } } } } as unknown as SubscriptionEvent)
			await settled()
		},
	}
}

describe('a feed of blocks', () => {
	test('a feed of blocks begins with the newest, and goes on with each event', async () => {
		const { told, answer, up, event } = feedOf()
		await answer(5)
		up()
		await answer(5)
		await event(6)
		await event(8)
		expect(told).toEqual(['block 5', 'block 6', 'block 7', 'block 8'])
	})

	test('an answer of before the events that came meanwhile does not take the chain back', async () => {
		const { told, answer, up, event } = feedOf()
		up()
		await event(5)
		await event(7)
		await answer(5)
		await answer(7)
		expect(told).toEqual(['block 5', 'block 6', 'block 7'])
	})

	test('an answer that is newer than the events that came meanwhile is followed', async () => {
		const { told, answer, up, event } = feedOf()
		up()
		await event(5)
		await answer(6)
		expect(told).toEqual(['block 5', 'block 6'])
	})

	test('an event of a block that an answer told of is no other block', async () => {
		const { told, answer, up, event } = feedOf()
		up()
		await answer(5)
		await event(5)
		await event(6)
		expect(told).toEqual(['block 5', 'block 6'])
	})

	test('a height that is told again is of a chain that went back, whoever told it first', async () => {
		const { told, answer, up, event } = feedOf()
		up()
		await answer(5)
		await event(5, 'later')
		await event(6)
		await event(6)
		expect(told).toEqual(['block 5', 'back at 5', 'block 5', 'block 6', 'back at 6', 'block 6'])
	})

	test('an answer below what is known is of a chain that went back', async () => {
		const { told, answer, up } = feedOf()
		await answer(5)
		up()
		await answer(3)
		expect(told).toEqual(['block 5', 'back at 3', 'block 3'])
	})
})
