import { afterEach, describe, expect, test, vi } from 'vitest'
import { BlockFeed } from '../../../src/client/BlockFeed.ts'
import type { RpcConnection, RpcStreamState } from '../../../src/client/rpc/RpcConnection.ts'
import type { SubscriptionEvent } from '../../../src/wire/TendermintSchema.ts'

let release = (): void => {}
afterEach(() => {
	release()
	vi.useRealTimers()
})

/** A feed of a node that this test plays: when it answers, and which events it sends. */
function feedOf(onHeight = async (_isHeld: () => boolean): Promise<void> => {}) {
	const told: string[] = []
	const states: RpcStreamState[] = []
	let subscriptions = 0
	const asked: ((height: number, time?: string) => Promise<void>)[] = []
	let listener: (event: SubscriptionEvent) => void = () => {}
	let state: (state: RpcStreamState) => void = () => {}
	const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
	const feed = new BlockFeed(
		{
			call: () =>
				new Promise((resolve, reject) => {
					asked.push(async (height, time = `at ${height}`) => {
						if (Number.isNaN(height)) reject(new Error('no answer'))
						else resolve({ sync_info: { latest_block_height: String(height), latest_block_time: time } })
						await settled()
					})
				}),
			subscribe: (_query: string, onEvent: typeof listener, onState: typeof state) => {
				listener = onEvent
				state = onState
				subscriptions++
				return () => void subscriptions--
			},
		} as unknown as RpcConnection,
		{
			onHeight: (height, isHeld) => {
				told.push(`block ${height}`)
				return onHeight(isHeld)
			},
			onRewind: (height) => told.push(`back at ${height}`),
			onState: (state) => states.push(state),
		},
	)
	release = feed.hold()
	const header = async (of: object | undefined): Promise<void> => {
		listener({ data: { value: { header: of } } } as unknown as SubscriptionEvent)
		await settled()
	}
	return {
		feed,
		told,
		states,
		settled,
		/** Questions for the state that are still open, and subscriptions to events. */
		open: () => [asked.length, subscriptions],
		/** Answers the oldest question for the state that is still open; it fails for NaN. */
		answer: (height: number, time?: string) => asked.shift()!(height, time),
		up: () => state({ up: true }),
		down: () => state({ up: false, reason: 'gone' }),
		event: (height: number, time = `at ${height}`) => header({ height: String(height), time }),
		header,
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

	test('a block that is read while a feed is stopped and held anew is told by the new feed alone', async () => {
		const held: (() => boolean)[] = []
		let finish = (): void => {}
		const { feed, told, answer, settled } = feedOf((isHeld) => {
			held.push(isHeld)
			return new Promise((resolve) => {
				finish = resolve
			})
		})
		await answer(5)
		expect(held.map((isHeld) => isHeld())).toEqual([true])
		release()
		release = feed.hold()
		await answer(5)
		finish()
		await settled()
		expect([told, held.map((isHeld) => isHeld())]).toEqual([
			['block 5', 'block 5'],
			[false, true],
		])
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

	test('an event of a higher block is followed though it has the time that an answer told', async () => {
		const { told, answer, up, event } = feedOf()
		up()
		await answer(5, 'noon')
		await event(6, 'noon')
		expect(told).toEqual(['block 5', 'block 6'])
	})

	test('an answer about a block whose event came says nothing new, so that a second event is of another block', async () => {
		const { told, answer, up, event } = feedOf()
		up()
		await event(5, 'noon')
		await answer(5, 'noon')
		await event(5, 'noon')
		expect(told).toEqual(['block 5', 'back at 5', 'block 5'])
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

	test('a feed of blocks shows the newest twenty of a gap, and all of one that is no longer', async () => {
		const { told, answer, event } = feedOf()
		const range = (from: number, to: number) =>
			Array.from({ length: to - from + 1 }, (_, index) => `block ${from + index}`)
		await answer(5)
		await event(25)
		await event(46)
		expect(told).toEqual([...range(5, 25), ...range(27, 46)])
	})

	test('a feed of blocks runs as long as somebody holds it, and begins anew after', async () => {
		const { feed, told, open, answer, event } = feedOf()
		const second = feed.hold()
		expect(open()).toEqual([1, 1])
		await answer(5)
		release()
		release()
		expect(open()).toEqual([0, 1])
		await event(6)
		second()
		expect(open()).toEqual([0, 0])
		const third = feed.hold()
		expect(open()).toEqual([1, 1])
		await answer(1)
		third()
		expect(open()).toEqual([0, 0])
		expect(told).toEqual(['block 5', 'block 6', 'block 1'])
	})

	test('a feed of blocks that nobody holds any more tells nothing of a late answer or of blocks that wait', async () => {
		let go = (): void => {}
		const { feed, told, answer, event, up, settled } = feedOf(() => new Promise((resolve) => (go = resolve)))
		up()
		await event(5)
		await event(7)
		expect(told).toEqual(['block 5'])
		release()
		go()
		await settled()
		for (const late of [9, 9]) await answer(late)
		expect(told).toEqual(['block 5'])
		release = feed.hold()
		await answer(9)
		expect(told).toEqual(['block 5', 'block 9'])
	})

	test('a feed of blocks tells each block after the last one is dealt with', async () => {
		const waiting: (() => void)[] = []
		const { told, event, settled } = feedOf(() => new Promise((resolve) => waiting.push(resolve)))
		await event(5)
		await event(6)
		await event(7)
		for (const blocks of [1, 2, 3]) {
			expect(told).toHaveLength(blocks)
			waiting.shift()!()
			await settled()
		}
		await event(8)
		expect(told).toEqual(['block 5', 'block 6', 'block 7', 'block 8'])
	})

	test('a feed of blocks asks each second while no events arrive, and goes on after a question without an answer', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		const { states, told, open, answer, up, down } = feedOf()
		const asked = async (seconds: number): Promise<number> => {
			vi.advanceTimersByTime(1_000 * seconds)
			const [questions = 0] = open()
			for (let left = questions; left > 0; left--) await answer(Number.NaN)
			return questions
		}
		expect(await asked(0)).toBe(1)
		expect(await asked(0.999)).toBe(0)
		expect(await asked(3.001)).toBe(4)
		up()
		expect(await asked(5)).toBe(1)
		down()
		down()
		expect(await asked(2)).toBe(3)
		vi.advanceTimersByTime(1_000)
		await answer(5)
		expect(told).toEqual(['block 5'])
		expect(states).toEqual([{ up: true }, { up: false, reason: 'gone' }, { up: false, reason: 'gone' }])
		release()
		down()
		expect(await asked(5)).toBe(0)
	})

	test('a feed of blocks passes over what has no height, and takes an event without a time for one of its own', async () => {
		const { told, answer, up, header } = feedOf()
		up()
		for (const height of [0, 0]) await answer(height)
		await header(undefined)
		await header({ height: '0' })
		expect(told).toEqual([])
		await header({ height: '1' })
		await header({ height: '1' })
		expect(told).toEqual(['block 1', 'back at 1', 'block 1'])
		up()
		await answer(0)
		expect(told).toHaveLength(3)
	})
})
