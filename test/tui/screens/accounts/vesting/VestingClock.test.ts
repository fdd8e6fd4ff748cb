import { describe, expect, it, test } from 'vitest'
import type { VestingTerms } from '../../../../../src/codec/vesting/vestedCoins.ts'
import {
	chartRange,
	columnOf,
	timeAt,
	VestingClock,
	vestedShares,
	vestingState,
} from '../../../../../src/tui/screens/accounts/vesting/VestingClock.ts'

const coins = (amount: bigint) => [{ denom: 'uchain', amount }]
const fields = (endTime: bigint, amount = 900n) => ({
	originalVesting: coins(amount),
	delegatedFree: [],
	delegatedVesting: [],
	endTime,
})
const delayed = (endTime: bigint): VestingTerms => ({ kind: 'delayed', vesting: fields(endTime) })
/** Releases 300 thousand seconds apart, of coins of which there are `amount`. */
const periodic = (amount: bigint): VestingTerms => ({
	kind: 'periodic',
	vesting: fields(4_000n, amount),
	startTime: 1_000n,
	periods: [1, 2, 3].map(() => ({ length: 1_000n, amount: coins(300n) })),
})

/** The clock of an app whose chain is at some seconds since the epoch. */
function clockAt(seconds: number, terms: VestingTerms): VestingClock {
	const clock = new VestingClock({
		state: { status: { time: new Date(seconds * 1_000).toISOString() } },
		clock: () => 77_000,
	} as never)
	clock.follow(terms)
	return clock
}

describe('the slider of a vesting account', () => {
	it('moves by a fortieth of the chart, or by a four-hundredth, and stays in it', () => {
		// 100,000 seconds and a twenty-fifth of them at both ends.
		const clock = clockAt(100_000, delayed(200_000n))
		expect(clock.range).toEqual({ from: 96_000n, to: 204_000n })
		clock.step(1)
		expect(clock.time).toBe(102_700n)
		clock.step(-1, true)
		expect(clock.time).toBe(102_430n)
		for (let steps = 0; steps < 50; steps++) clock.step(1)
		expect(clock.time).toBe(204_000n)
		for (let steps = 0; steps < 50; steps++) clock.step(-1)
		expect(clock.time).toBe(96_000n)
	})

	it('moves by a second at least on a chart of few seconds', () => {
		const clock = clockAt(100, delayed(100n))
		expect(clock.range).toEqual({ from: 40n, to: 160n })
		clock.step(1, true)
		expect(clock.time).toBe(101n)
		clock.step(-1, true)
		expect(clock.time).toBe(100n)
	})

	it('the slider of a vesting account moves by two seconds where a four-hundredth of the chart is that long', () => {
		const clock = clockAt(0, delayed(680n))
		expect(clock.range).toEqual({ from: -60n, to: 740n })
		clock.step(1, true)
		expect(clock.time).toBe(2n)
	})

	it('jumps to the release before or after it and stays where there is none', () => {
		const clock = clockAt(1_000, periodic(900n))
		const points = [2_000n, 3_000n]
		const times = [1, 1, 1, -1, -1].map((direction) => {
			clock.jump(points, direction as 1 | -1)
			return clock.time
		})
		expect(times).toEqual([2_000n, 3_000n, 3_000n, 2_000n, 2_000n])
	})

	it('the slider of a vesting account is at the time of the machine as long as the chain has none', () => {
		const clock = new VestingClock({ state: {}, clock: () => 77_999 } as never)
		expect([clock.now, clock.time, clock.range]).toEqual([77n, 77n, undefined])
	})
})

test('the state of a schedule changes at the second of a release', () => {
	const states = [1_999n, 2_000n, 3_999n, 4_000n].map((time) => {
		const { vested, locked, next } = vestingState(periodic(900n), time)!
		return [vested[0]?.amount, locked[0]?.amount, next?.time, next?.coins[0]?.amount]
	})
	expect(states).toEqual([
		[undefined, 900n, 2_000n, 300n],
		[300n, 600n, 3_000n, 300n],
		[600n, 300n, 4_000n, 300n],
		[900n, undefined, undefined, undefined],
	])
})

test('the next release of a schedule is the next one of coins, and lasts until its end where coins come all the time', () => {
	const empty = { length: 1_000n, amount: [] }
	const terms: VestingTerms = {
		...{ kind: 'periodic', vesting: fields(4_000n, 300n), startTime: 1_000n },
		periods: [empty, { length: 1_000n, amount: coins(300n) }, empty],
	}
	expect(vestingState(terms, 1_500n)?.next).toEqual({ time: 3_000n, coins: coins(300n), linear: false })
	const linear: VestingTerms = { kind: 'continuous', vesting: fields(4_000n), startTime: 1_000n }
	expect(vestingState(linear, 2_000n)?.next).toEqual({ time: 4_000n, coins: coins(600n), linear: true })
	expect(vestingState(delayed(4_000n), 2_000n)?.next).toEqual({ time: 4_000n, coins: coins(900n), linear: false })
})

test('terms that release more than there is have no state from the first such release to the end of vesting', () => {
	expect(vestingState(periodic(200n), 1_999n)?.locked).toEqual(coins(200n))
	for (const time of [2_000n, 3_999n]) expect(vestingState(periodic(200n), time)).toBeUndefined()
	expect(vestingState(periodic(200n), 4_000n)?.vested).toEqual(coins(200n))
})

test('a fault that is none of the terms is not taken for one of them', () => {
	const broken = { kind: 'delayed', vesting: undefined } as never
	expect(() => vestingState(broken, 1n)).toThrow(TypeError)
})

test('the shares of a chart are those at evenly spread moments, the first and the last included', () => {
	expect(vestedShares(periodic(900n), 'uchain', { from: 1_000n, to: 4_000n }, 4)).toEqual([0, 0.3333, 0.6666, 1])
	expect(vestedShares(periodic(900n), 'other', { from: 1_000n, to: 4_000n }, 4)).toBeUndefined()
	expect(vestedShares(delayed(4_000n), 'uchain', { from: 1_000n, to: 4_000n }, 2)).toEqual([0, 1])
	const many = (count: number): VestingTerms => ({
		...(periodic(900n) as Extract<VestingTerms, { kind: 'periodic' }>),
		periods: Array.from({ length: count }, () => ({ length: 1n, amount: coins(0n) })),
	})
	expect(vestedShares(many(2_000), 'uchain', { from: 0n, to: 1n }, 1)).toEqual([0])
	expect(vestedShares(many(2_001), 'uchain', { from: 0n, to: 1n }, 1)).toBeUndefined()
})

test('a chart reaches from the first to the last of schedule and present, with a minute at both ends at least', () => {
	expect(chartRange(periodic(900n), 10_000n)).toEqual({ from: 640n, to: 10_360n })
	expect(chartRange(delayed(100n), 100n)).toEqual({ from: 40n, to: 160n })
	expect(chartRange(delayed(1_525n), 0n)).toEqual({ from: -61n, to: 1_586n })
})

test('a column of a chart has its moment, and a moment outside has none', () => {
	const range = { from: 100n, to: 200n }
	expect([0, 1, 2].map((index) => timeAt(range, index, 3))).toEqual([100n, 150n, 200n])
	expect([timeAt(range, 0, 1), timeAt(range, 1, 2)]).toEqual([100n, 200n])
	expect([99n, 100n, 149n, 150n, 200n, 201n].map((time) => columnOf(range, time, 3))).toEqual([
		undefined,
		0,
		0,
		1,
		2,
		undefined,
	])
	expect(columnOf({ from: 5n, to: 5n }, 5n, 3)).toBeUndefined()
})
