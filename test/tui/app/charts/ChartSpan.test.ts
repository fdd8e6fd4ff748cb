import { describe, expect, it } from 'vitest'
import type { HistorySample } from '../../../../src/client/index.ts'
import { ChartSpan } from '../../../../src/tui/app/charts/ChartSpan.ts'

const now = 1_700_000_000_000

/** The places of one measurement, a second ago, on the chart of the first span or of one after it. */
async function placesOfOne(steps: number): Promise<readonly boolean[]> {
	const samples = [{ at: now - 1_000 } as HistorySample]
	const work: Promise<unknown>[] = []
	const span = new ChartSpan({
		client: { history: async () => ({ samples, step_ms: 1_000, now }) } as never,
		clock: () => now,
		pulses: { list: [], span: 60 },
		attempt: (task) => void work.push(task()),
	})
	span.read()
	for (let step = 0; step < steps; step++) span.next()
	await Promise.all(work)
	return (span.measured?.samples ?? []).map((sample) => sample !== undefined)
}

it('a single measurement beside the blocks of a minute stands at its own time, not over the whole minute', async () => {
	expect(await placesOfOne(0)).toEqual([...Array.from({ length: 59 }, () => false), true, false])
})

it('the chart of an hour begins with the first measurement, so that a young node fills it', async () => {
	expect(await placesOfOne(1)).toEqual([true, false])
})

describe('the span of the charts', () => {
	/** Charts over a node that is asked when they want to; replies come when the test lets them. */
	function charts(samples: readonly number[] | undefined, stepMs = 60_000) {
		const host = {
			client: undefined as unknown,
			time: now,
			asked: [] as number[],
			work: [] as Promise<unknown>[],
			pulses: { list: [] as unknown[], span: 0 },
		}
		const client = {
			history: async (seconds: number) => {
				host.asked.push(seconds)
				return samples === undefined
					? undefined
					: { samples: samples.map((at) => ({ at: now + at }) as HistorySample), step_ms: stepMs, now }
			},
		}
		host.client = client
		const span = new ChartSpan({
			get client() {
				return host.client as never
			},
			clock: () => host.time,
			get pulses() {
				return host.pulses as never
			},
			attempt: (task) => void host.work.push(task()),
		})
		const places = (): string =>
			(span.measured?.samples ?? []).map((sample) => (sample === undefined ? '·' : 'x')).join('')
		return { span, host, places, done: () => Promise.all(host.work) }
	}

	it('goes through last blocks, hour, day and week, and asks for as much', async () => {
		const { span, host, done } = charts([])
		const seen = [span.remark]
		span.read()
		for (let step = 0; step < 4; step++) {
			span.next()
			seen.push(span.remark)
		}
		await done()
		expect(seen).toEqual([
			'[blocks] 1h 1d 7d',
			'blocks [1h] 1d 7d',
			'blocks 1h [1d] 7d',
			'blocks 1h 1d [7d]',
			'[blocks] 1h 1d 7d',
		])
		// A minute at least is worth a chart beside single blocks.
		expect(host.asked).toEqual([60, 3_600, 86_400, 604_800, 60])
		host.pulses.span = 60.2
		span.read()
		expect(host.asked.at(-1)).toBe(61)
	})

	it('asks again after ten seconds, and not a node that measures nothing until it is another', async () => {
		const { span, host, done } = charts(undefined)
		expect(span.absence).toBe('The node measures while it runs.')
		span.refresh()
		await done()
		expect([host.asked.length, span.absence]).toEqual([1, 'This node records no measurements.'])
		host.time += 20_000
		span.refresh()
		expect(host.asked).toHaveLength(1)
		span.forget()
		expect([host.asked.length, span.absence]).toEqual([2, 'The node measures while it runs.'])
		const other = charts([0])
		other.span.refresh()
		await other.done()
		for (const [later, asked] of [
			[9_999, 1],
			[1, 2],
			[0, 2],
			[10_000, 3],
		] as const) {
			other.host.time += later
			other.span.refresh()
			expect(other.host.asked, `${later}`).toHaveLength(asked)
		}
		other.host.client = undefined
		other.span.next()
		expect([other.host.asked.length, other.span.measured]).toEqual([3, undefined])
	})

	it('takes no reply of a place or a span that was left', async () => {
		const left = charts([0])
		left.span.read()
		left.host.client = {}
		await left.done()
		expect(left.span.measured).toBeUndefined()
		const turned = charts([0])
		turned.span.next()
		turned.host.client = undefined
		turned.span.next()
		await turned.done()
		expect([turned.span.span.name, turned.span.measured]).toEqual(['1d', undefined])
	})

	it('takes no reply of a span that was left, of the same place', async () => {
		const turned = charts([0])
		turned.span.next()
		Object.assign(turned.host.client as object, { history: () => new Promise(() => {}) })
		turned.span.next()
		await turned.host.work[0]
		expect([turned.span.span.name, turned.span.measured]).toEqual(['1d', undefined])
	})

	it('leaves out measurements that are said to be of a time to come', async () => {
		const hour = charts([-60_000, 60_000, 120_000])
		hour.span.next()
		await hour.done()
		expect(hour.places()).toBe('x·')
	})

	it('places each measurement at its time, with gaps, and leaves out those before the axis', async () => {
		const minute = 60_000
		const hour = charts([-61 * minute, -50 * minute, -49 * minute, -minute])
		hour.span.next()
		await hour.done()
		expect(hour.places()).toBe(`${'·'.repeat(10)}xx${'·'.repeat(47)}x·`)
		const blocks = charts([-200_000, -90_000, -1_000], 30_000)
		blocks.host.pulses.span = 100
		blocks.span.read()
		await blocks.done()
		expect(blocks.places()).toBe('x··x')
		const none = charts([])
		none.span.read()
		await none.done()
		expect(none.span.measured).toBeUndefined()
	})

	it('the ends of a chart are the age of the first block, or the time of the first measurement, with the date of another day', async () => {
		const blocks = charts([-1_000])
		expect(blocks.span.ends).toEqual(['', 'now'])
		blocks.host.pulses = { list: [{}], span: 89.6 }
		expect(blocks.span.ends).toEqual(['1m ago', 'now'])
		blocks.span.next()
		expect(blocks.span.ends).toEqual(['', ''])
		await blocks.done()
		expect(blocks.span.ends).toEqual(['22:13 UTC', 'now'])
		const day = charts([-86_000_000])
		day.span.next()
		day.span.next()
		await day.done()
		expect(day.span.ends).toEqual(['11-13 22:20 UTC', 'now'])
	})

	it('the cursor of a chart comes in at the newest and stays between both ends', () => {
		const { span } = charts([])
		const moved = [-1, -99, -5, 50, 60, 10].map((by) => {
			span.moveCursor(by)
			return span.cursor
		})
		expect(moved.map((at) => Math.round((at ?? -1) * 100))).toEqual([99, 0, 0, 50, 100, 100])
	})
})
