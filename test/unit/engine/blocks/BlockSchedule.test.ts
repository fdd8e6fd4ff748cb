import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockSchedule } from '../../../../src/engine/blocks/BlockSchedule.ts'
import type { BlockMode } from '../../../../src/engine/EngineControl.ts'

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
	vi.useRealTimers()
})

/** A schedule with the times at which it makes blocks, in milliseconds; a block takes 10 ms. */
function scheduled(mode: BlockMode, intervalMs: number, emptyBlocksMs?: number) {
	const begun = performance.now()
	const made: number[] = []
	const work = { waits: false }
	const make = async () => {
		made.push(performance.now() - begun)
		work.waits = false
		await new Promise((resolve) => setTimeout(resolve, 10))
	}
	const schedule = new BlockSchedule(mode, intervalMs, make, () => work.waits, emptyBlocksMs)
	return { schedule, made, work, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('a schedule of blocks', () => {
	it('a schedule by interval makes the first block at once and each other one an interval after the start of the last', async () => {
		const { schedule, made, pass } = scheduled('interval', 100)
		expect(schedule.isRunning).toBe(false)
		await pass(500)
		expect(made).toEqual([])
		schedule.start()
		expect(schedule.isRunning).toBe(true)
		await pass(250)
		expect(made).toEqual([500, 600, 700])
		schedule.stop()
		await pass(500)
		expect(made).toHaveLength(3)
	})

	it('a schedule whose interval is shorter than a block never makes two at a time', async () => {
		const { schedule, made, pass } = scheduled('interval', 3)
		schedule.start()
		await pass(35)
		expect(made).toHaveLength(4)
		for (const [index, at] of made.slice(1).entries()) expect(at - made[index]!).toBeGreaterThanOrEqual(10)
	})

	it('a paused schedule makes no block, not even the next one, and makes it when it goes on', async () => {
		const { schedule, made, pass } = scheduled('interval', 100)
		schedule.start()
		await pass(50)
		schedule.pause()
		expect(schedule.isPaused).toBe(true)
		await pass(500)
		expect(made).toEqual([0])
		schedule.resume()
		expect(schedule.isPaused).toBe(false)
		await pass(1)
		expect(made).toEqual([0, 550])
	})

	it('a changed interval takes the place of the one before', async () => {
		const { schedule, made, pass } = scheduled('interval', 100)
		schedule.start()
		await pass(50)
		schedule.set('interval', 300)
		schedule.set('interval', 400)
		await pass(760)
		expect(made).toEqual([0, 400, 800])
		schedule.restartInterval()
		await pass(395)
		expect(made).toHaveLength(3)
		await pass(10)
		expect(made).toEqual([0, 400, 800, 1_210])
	})

	it('an instant schedule makes a block of what waits, and none of nothing', async () => {
		const { schedule, made, work, pass } = scheduled('instant', 100)
		schedule.start()
		await pass(500)
		expect(made).toEqual([])
		work.waits = true
		schedule.wake()
		schedule.wake()
		await pass(5)
		work.waits = true
		schedule.wake()
		await pass(500)
		expect(made).toHaveLength(2)
		expect(made[0]).toBe(500)
		expect(made[1]).toBeGreaterThanOrEqual(510)
	})

	it('a schedule whose blocks may be empty at each interval never asks whether something waits', async () => {
		let made = 0
		const asked = vi.fn(() => false)
		const schedule = new BlockSchedule('interval', 100, async () => made++, asked)
		schedule.start()
		await vi.advanceTimersByTimeAsync(250)
		schedule.wake()
		await vi.advanceTimersByTimeAsync(100)
		expect([made, asked.mock.calls.length]).toEqual([4, 0])
		schedule.stop()
	})

	it('a manual schedule makes no block, whatever waits', async () => {
		const { schedule, made, work, pass } = scheduled('manual', 100, 1_000)
		work.waits = true
		schedule.start()
		schedule.wake()
		await pass(5_000)
		expect(made).toEqual([])
	})

	it('a schedule that waits with empty blocks makes the first when the time is over, and others as soon as something waits', async () => {
		const { schedule, made, work, pass } = scheduled('interval', 100, 1_000)
		schedule.start()
		await pass(999)
		expect(made).toEqual([])
		await pass(1)
		expect(made).toEqual([1_000])
		await pass(500)
		work.waits = true
		schedule.wake()
		await pass(50)
		expect(made).toEqual([1_000, 1_500])
		work.waits = true
		schedule.wake()
		await pass(60)
		expect(made).toEqual([1_000, 1_500, 1_600])
		// It stands and starts again as if no time had passed.
		schedule.stop()
		schedule.start()
		await pass(989)
		expect(made).toHaveLength(3)
		await pass(1)
		expect(made.at(-1)).toBe(2_600)
	})

	it('a schedule with any wait for empty blocks begins with an interval, as if its newest block had just been made', async () => {
		const { schedule, made, pass } = scheduled('interval', 100, 1)
		schedule.start()
		await pass(99)
		expect(made).toEqual([])
		await pass(101)
		expect(made).toEqual([100, 200])
	})

	it('a schedule keeps an interval that is longer than the longest timer', async () => {
		const day = 24 * 60 * 60 * 1_000
		const { schedule, made, pass } = scheduled('interval', 30 * day)
		schedule.start()
		await pass(30 * day - 1)
		expect(made).toEqual([0])
		await pass(1)
		expect(made).toEqual([0, 30 * day])
		await pass(60 * day)
		expect(made).toEqual([0, 30 * day, 60 * day, 90 * day])
	})

	it('a schedule without empty blocks waits for work alone', async () => {
		const { schedule, made, work, pass } = scheduled('interval', 100, Number.POSITIVE_INFINITY)
		schedule.start()
		await pass(1_000_000)
		expect(made).toEqual([])
		work.waits = true
		schedule.wake()
		await pass(100)
		expect(made).toHaveLength(1)
	})
})
