import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { VestingTerms } from '../../../../../src/codec/vesting/vestedCoins.ts'
import { Amounts } from '../../../../../src/tui/app/format/Amounts.ts'
import { memoryPreferences } from '../../../../../src/tui/app/Preferences.ts'
import { makeTheme } from '../../../../../src/tui/kit/theme/makeTheme.ts'
import type { Theme } from '../../../../../src/tui/kit/theme/Theme.ts'
import { VestingClock } from '../../../../../src/tui/screens/accounts/vesting/VestingClock.ts'
import { areaChart, vestingHeight, vestingRows } from '../../../../../src/tui/screens/accounts/vesting/vestingRows.ts'
import { named, namedTheme } from '../../../support/namedTheme.ts'

const plain = makeTheme('dark', 'dark', 0)
const day = 86_400n
const start = BigInt(Date.UTC(2026, 0, 1) / 1_000)
const coins = (whole: bigint) => [{ denom: 'uchain', amount: whole * 1_000_000n }]
const vesting = (whole = 900n, endTime = start + 300n * day) => ({
	originalVesting: coins(whole),
	delegatedFree: [],
	delegatedVesting: [],
	endTime,
})
/** 300 CHAIN each hundred days, from 2026-01-01 on. */
const periodic = (whole = 900n): VestingTerms => ({
	kind: 'periodic',
	vesting: vesting(whole),
	startTime: start,
	periods: [1, 2, 3].map(() => ({ length: 100n * day, amount: coins(300n) })),
})

/** The rows at some days after the start; the slider may be at others. */
function rows(
	terms: VestingTerms,
	now: bigint,
	options: {
		readonly chosen?: bigint
		readonly width?: number
		readonly height?: number
		readonly rawAmounts?: boolean
		readonly theme?: Theme
		/** Seconds after the days of `now`. */
		readonly seconds?: bigint
	} = {},
): readonly string[] {
	const { chosen, width = 100, height = 4, rawAmounts = false, theme = plain, seconds = 0n } = options
	const time = new Date(Number(start + now * day + seconds) * 1_000).toISOString()
	const clock = new VestingClock({ state: { status: { time } }, clock: () => 0 } as never)
	clock.follow(terms)
	if (chosen !== undefined) clock.chosen = start + chosen * day
	const amounts = new Amounts(memoryPreferences({ rawAmounts }), () => 'uchain')
	return vestingRows({ clock, app: { denom: 'uchain', amounts } } as never, { theme, width }, height).map((line) =>
		(theme === plain ? stripVTControlCharacters(line) : named(line)).trimEnd(),
	)
}

describe('the rows of a vesting account', () => {
	// The chart is 324 days wide: twelve are left free at both ends.
	const chart = '▁'.repeat(35) + '▃'.repeat(30) + '▅'.repeat(31) + '█'.repeat(4)

	it('tell the state now, the schedule, the present on its axis, and its ends', () => {
		expect(rows(periodic(), 50n)).toEqual([
			'vested ░░░░░░░░░░ 0 of 900 CHAIN · locked 900 CHAIN · next 300 CHAIN on 2026-04-11 (in 50d)',
			chart,
			`${'─'.repeat(18)}◆${'─'.repeat(81)}`,
			expect.stringMatching(/^2025-12-20 {19,20}at ← 2026-02-20 00:00:00 UTC chain time → {19,20}2026-11-09$/),
		])
	})

	it('tell the state at the slider, which stands beside the present on the axis', () => {
		expect(rows(periodic(), 50n, { chosen: 100n })).toEqual([
			'vested ███░░░░░░░ 300 of 900 CHAIN · locked 600 CHAIN · next 300 CHAIN on 2026-07-20 (in 100d)',
			chart,
			`${'─'.repeat(18)}▲${'─'.repeat(15)}◆${'─'.repeat(65)}`,
			expect.stringMatching(/^2025-12-20 +at ← 2026-04-11 00:00:00 UTC \(in 50d\) → +2026-11-09$/),
		])
		expect(rows(periodic(), 150n, { chosen: 100n })[3]).toContain('at ← 2026-04-11 00:00:00 UTC (50d ago) →')
		expect(rows(periodic(), 100n, { chosen: 100n })[3]).toContain('at ← 2026-04-11 00:00:00 UTC (now) →')
		const second = (seconds: bigint) => rows(periodic(), 100n, { chosen: 100n, seconds })[3]
		expect(second(1n)).toContain('UTC (1s ago) →')
		expect(second(-1n)).toContain('UTC (in 1s) →')
	})

	it('the rows of a vesting account have the axis in one colour, and the present, the slider and its moment in others', () => {
		const drawn = (chosen?: bigint) =>
			rows(periodic(), 50n, { width: 60, theme: namedTheme, ...(chosen === undefined ? {} : { chosen }) }).slice(-2)
		const line = (count: number): string => '‹border:─›'.repeat(count)
		expect(drawn()).toEqual([
			`${line(11)}‹accent:◆›${line(48)}`,
			'‹muted:at› ‹key:←› ‹strong:2026-02-20 00:00:00 UTC chain time› ‹key:→›',
		])
		expect(drawn(100n)).toEqual([
			`${line(11)}‹accent:▲›${line(8)}‹accent:◆›${line(39)}`,
			expect.stringContaining('‹muted:at› ‹key:←› ‹warn:2026-04-11 00:00:00 UTC (in 50d)› ‹key:→›'),
		])
	})

	it('tell when all is released, when none ever is, and when a linear release ends', () => {
		const state = (terms: VestingTerms, now: bigint): string | undefined => rows(terms, now)[0]
		expect(state(periodic(), 300n)).toBe('vested ██████████ 900 of 900 CHAIN · locked 0 CHAIN · all released')
		expect(state({ kind: 'permanent', vesting: vesting() }, 1n)).toBe(
			'vested ░░░░░░░░░░ 0 of 900 CHAIN · locked 900 CHAIN · never released',
		)
		expect(state({ kind: 'continuous', vesting: vesting(), startTime: start }, 150n)).toBe(
			'vested █████░░░░░ 450 of 900 CHAIN · locked 450 CHAIN · all by 2026-10-28 (in 150d)',
		)
	})

	it('leave out the meter, then the wait, where there is no room', () => {
		const state = 'vested 0 of 900 CHAIN · locked 900 CHAIN · next 300 CHAIN on 2026-04-11'
		const wait = ' (in 50d)'
		const first = (width: number): string | undefined => rows(periodic(), 50n, { width })[0]
		expect(first(98)).toMatch(/^vested ░{8} 0 of/)
		expect(first(97)).toBe(state + wait)
		expect(first(state.length + wait.length)).toBe(state + wait)
		expect(first(state.length + wait.length - 1)).toBe(state)
		expect(first(state.length - 1)).toMatch(/^vested 0 of .*…$/)
	})

	it('leave out the dates at both ends where the slider needs the room', () => {
		const slider = 'at ← 2026-02-20 00:00:00 UTC chain time →'
		expect(rows(periodic(), 50n, { width: slider.length + 22 })[3]).toBe(`2025-12-20 ${slider} 2026-11-09`)
		expect(rows(periodic(), 50n, { width: slider.length + 21 })[3]).toBe(slider)
	})

	it('the rows of a vesting account are as many as there is room for', () => {
		expect(rows(periodic(), 50n, { height: 8 })).toHaveLength(8)
		expect(rows(periodic(), 50n, { height: 8 }).slice(1, 6).join('')).toContain('█')
		expect(rows(periodic(), 50n, { height: 2 })).toHaveLength(2)
		expect([10, 29, 30, 34, 35, 49, 50, 90].map(vestingHeight)).toEqual([4, 4, 8, 8, 9, 11, 12, 12])
	})

	it('tell of terms that release more than there is that they contradict themselves', () => {
		expect(rows(periodic(200n), 150n)).toEqual([
			'The vesting terms contradict themselves: more is released than there is.',
		])
	})

	it('the rows of a vesting account tell each denomination, and draw the one of the chain, or the first', () => {
		const of = (...denoms: readonly string[]): readonly string[] => {
			const some = (amount: bigint) => denoms.map((denom) => ({ denom, amount: amount * 1_000_000n }))
			const terms: VestingTerms = {
				...{ kind: 'periodic', vesting: { ...vesting(), originalVesting: some(900n) }, startTime: start },
				periods: [
					{ length: 100n * day, amount: some(300n).slice(-1) },
					{ length: 200n * day, amount: [...some(900n).slice(0, -1), ...some(600n).slice(-1)] },
				],
			}
			return rows(terms, 150n, { width: 180 })
		}
		const native = of('aother', 'uchain')
		expect(native[0]).toBe(
			`vested ${'█'.repeat(10)}${'░'.repeat(20)} 300 CHAIN of 900,000,000 aother, 900 CHAIN · locked 900,000,000 aother, 600 CHAIN · next 900,000,000 aother, 600 CHAIN on 2026-10-28 (in 150d)`,
		)
		expect(native[1]).toContain('▃')
		const first = of('bother', 'cother')
		expect(first[0]).toMatch(/^vested ░{30} 300,000,000 cother of 900,000,000 bother, 900,000,000 cother · /)
		expect(first[1]).not.toContain('▃')
		const none = rows(
			{ kind: 'delayed', vesting: { ...vesting(), originalVesting: [{ denom: 'bother', amount: 5n }] } },
			1n,
		)
		expect(none[0]).toBe(
			`vested ${'░'.repeat(10)} 0 of 5 bother · locked 5 bother · next 5 bother on 2026-10-28 (in 299d)`,
		)
	})

	it('the rows of a vesting account tell raw amounts whole', () => {
		expect(rows(periodic(), 150n, { rawAmounts: true, width: 150 })[0]).toBe(
			`vested ${'█'.repeat(10)}${'░'.repeat(20)} 300000000uchain of 900000000uchain · locked 600000000uchain · next 300000000uchain on 2026-07-20 (in 50d)`,
		)
	})

	it('the rows of a vesting account tell times that no calendar has as they are', () => {
		const at = (endTime: bigint): string | undefined =>
			rows({ kind: 'delayed', vesting: vesting(900n, endTime) }, 0n)[0]
		expect(at(8_640_000_000_000n)).toContain('next 900 CHAIN on +275760-09-13')
		expect(at(8_640_000_000_001n)).toContain('next 900 CHAIN on 8640000000001 s')
	})
})

describe('a chart of shares', () => {
	it('a chart of shares has an eighth of a row for each eighth of it, and a line at its foot for nothing', () => {
		const shares = [0, 1 / 16, 1 / 4, 7 / 16, 1 / 2, 9 / 16, 15 / 16, 1]
		expect(areaChart(shares, 2)).toEqual(['     ▁▇█', '▁▁▄▇████'])
		expect(areaChart(shares, 1)).toEqual(['▁▁▂▄▄▅██'])
	})
})
