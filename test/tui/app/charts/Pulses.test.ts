import { expect, it } from 'vitest'
import type { ChainClient, ChainEvent } from '../../../../src/client/ChainClient.ts'
import { Pulses } from '../../../../src/tui/app/charts/Pulses.ts'

it('a time without a node does not count between blocks', () => {
	const pulses = new Pulses()
	expect(pulses.blockSeconds).toBeUndefined()
	pulses.list = [0, 1, 2, 3, 4_000, 4_001, 4_002, 4_003].map((seconds, index) => ({
		height: index + 1,
		time: seconds * 1_000,
		blockTime: '',
		txs: 0,
		gas: 0,
	}))
	expect(pulses.blockSeconds).toBe(1)
})

function block(height: number, timeMs: number): ChainEvent {
	const time = new Date(timeMs).toISOString()
	const summary = { height, time, hash: '', proposer: '', txCount: 10, gasUsed: 0n, appHash: '', size: 300 }
	return { type: 'block', block: summary, txs: [] }
}

const start = Date.parse('2026-01-01T00:00:00Z')

it.each([
	['moved by a year', (second: number) => start + second * 1_000 + (second > 5 ? 365 * 86_400_000 : 0)],
	['moved back', (second: number) => start + second * 1_000 - (second > 5 ? 3_600_000 : 0)],
	['stopped', (second: number) => start + (second > 5 ? 5_000 + second : second * 1_000)],
	['left alone', (second: number) => start + second * 1_000],
])('rates stay right while the clock of the chain is %s', (_what, timeOf) => {
	const pulses = new Pulses()
	for (let second = 0; second <= 20; second++)
		pulses.add([block(second + 1, timeOf(second))], start + second * 1_000 + 40)
	expect(pulses.span).toBeCloseTo(20, 0)
	expect(pulses.blockSeconds).toBeCloseTo(1, 1)
	// A list tells the age of a block by its own time.
	expect(pulses.list.map(({ blockTime }) => Date.parse(blockTime))).toEqual(
		Array.from({ length: 21 }, (_, second) => timeOf(second)),
	)
})

it('fast blocks that arrive together keep the gaps they were made with', () => {
	const pulses = new Pulses()
	for (let batch = 0; batch < 10; batch++) {
		const events = [0, 1, 2, 3, 4].map((index) => block(batch * 5 + index + 1, start + (batch * 5 + index) * 20))
		pulses.add(events, start + batch * 100 + 90)
	}
	expect(pulses.blockSeconds).toBeCloseTo(0.02, 3)
})

it('the time between blocks is the middle one of the last ten', () => {
	const at = (...seconds: number[]): number | undefined => {
		const pulses = new Pulses()
		pulses.list = seconds.map((second, index) => ({
			height: index,
			time: second * 1_000,
			blockTime: '',
			txs: 0,
			gas: 0,
		}))
		return pulses.blockSeconds
	}
	// Five gaps of one second, five of three, and an older one of half a second, which is the eleventh.
	expect(at(0, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 8.5, 11.5, 14.5, 17.5, 20.5)).toBe(3)
	expect([at(), at(5), at(5, 7), at(5, 7, 8), at(0, 1, 3, 6)]).toEqual([undefined, undefined, 2, 2, 2])
	// The eleventh gap from the end does not count.
	expect(at(0, 9, 18, 27, 36, 45, 46, 47, 48, 49, 50)).toBe(9)
	expect(at(0, 9, 18, 27, 36, 45, 46, 47, 48, 49, 50, 51)).toBe(1)
})

it('the span of the blocks is from the first to the last', () => {
	const pulses = new Pulses()
	expect(pulses.span).toBe(0)
	pulses.add([block(1, start)], start)
	expect(pulses.span).toBe(0)
	pulses.add([block(2, start + 1_500)], start + 1_500)
	expect(pulses.span).toBe(1.5)
})

it.each([
	// While blocks come as they are made, their own times count; else the time of their arrival does.
	['ahead by less than two seconds', 3_000, 1_000, 3],
	['ahead by more', 3_001, 1_000, 1],
	['at the same moment', 0, 400, 0],
	['a little too soon', 0, 401, 0.401],
	['half as fast', 800, 2_000, 0.8],
	['slower than half', 799, 2_000, 2],
	['back', -1, 100, 0.1],
])('the gap of a block whose clock is %s', (_what, gap, waited, seconds) => {
	const pulses = new Pulses()
	pulses.add([block(1, start)], start)
	pulses.add([block(2, start + gap)], start + waited)
	expect(pulses.span).toBeCloseTo(seconds, 6)
})

it('a height that comes again replaces what was made after it', () => {
	const pulses = new Pulses()
	for (let height = 1; height <= 5; height++)
		pulses.add([block(height, start + height * 1_000)], start + height * 1_000)
	pulses.add([block(3, start + 6_000)], start + 6_000)
	expect(pulses.list.map(({ height }) => height)).toEqual([1, 2, 3])
	expect(pulses.span).toBe(2)
})

it('the last 300 blocks are read, in order and without gaps that no running chain has, with those that come meanwhile', async () => {
	const asked: number[][] = []
	const pulses = new Pulses()
	const client = {
		blocks: async (from: number, to: number) => {
			asked.push([from, to])
			pulses.add([block(to, start), block(to + 1, start + 9_000)], start)
			const hours = [0, 0.5, 1.5, 2.6, 2.5]
			return hours
				.map(
					(hour, index) =>
						(block(to - 4 + index, start + hour * 3_600_000) as Extract<ChainEvent, { type: 'block' }>).block,
				)
				.reverse()
		},
	}
	await pulses.read(client as never, 400)
	expect(asked).toEqual([[101, 400]])
	expect(pulses.list.map(({ height }) => height)).toEqual([396, 397, 398, 399, 400, 401])
	expect(pulses.list.slice(0, 5).map(({ time }) => (time - start) / 3_600_000)).toEqual([0, 0.5, 1.5, 1.5, 1.5])
	await pulses.read(client as never, 300)
	await pulses.read(client as never, 20)
	expect(asked.slice(1)).toEqual([
		[1, 300],
		[1, 20],
	])
	for (let height = 22; height < 400; height++) pulses.add([block(height, start + height)], start + height)
	expect([pulses.list.length, pulses.list[0]?.height]).toEqual([300, 100])
})

it('a block that comes after those that were read keeps its distance to them', async () => {
	const pulses = new Pulses()
	const blocks = [block(1, start), block(2, start + 1_000)].map((event) => event.type === 'block' && event.block)
	await pulses.read({ blocks: async () => blocks } as unknown as ChainClient, 2)
	pulses.add([block(3, start + 6_000)], 0)
	expect([pulses.span, pulses.list.length]).toEqual([6, 3])
})

it('two blocks of the same time are told as such while they come within a moment', () => {
	const pulses = new Pulses()
	pulses.add([block(1, start)], start)
	pulses.add([block(2, start)], start + 150)
	expect(pulses.span).toBe(0)
})

it('the first block that comes while there is none to read is kept', async () => {
	const pulses = new Pulses()
	const client = {
		blocks: async () => {
			pulses.add([block(1, start)], start)
			return []
		},
	}
	await pulses.read(client as never, 0)
	expect(pulses.list.map(({ height }) => height)).toEqual([1])
})

it('blocks that are read keep their distances up to an hour, and those of the same time have none', async () => {
	const times = [0, 0, 1, 3_600_001, 7_200_002, 7_200_001]
	const blocks = times.map(
		(ms, index) => (block(index + 1, start + ms) as Extract<ChainEvent, { type: 'block' }>).block,
	)
	const pulses = new Pulses()
	await pulses.read({ blocks: async () => blocks } as never, 6)
	expect(pulses.list.map(({ time }) => time - start)).toEqual([0, 0, 1, 3_600_001, 3_600_001, 3_600_001])
	expect(pulses.list.map(({ blockTime }) => Date.parse(blockTime) - start)).toEqual(times)
})

it('the blocks of charts are those of the place that is read last, however late another one answers', async () => {
	const pulses = new Pulses()
	const blockOf = (height: number) => (block(height, start + height * 1_000) as { readonly block: object }).block
	let answer = (_blocks: readonly object[]): void => {}
	const left = {
		blocks: () =>
			new Promise((resolve) => {
				answer = resolve
			}),
	} as unknown as ChainClient
	const reading = pulses.read(left, 9)
	await pulses.read({ blocks: async () => [blockOf(2)] } as unknown as ChainClient, 2)
	answer([blockOf(8), blockOf(9)])
	await reading
	expect(pulses.list.map(({ height }) => height)).toEqual([2])
})
