import { amountOf, type Coins, subCoins } from '../../../../codec/coins/coins.ts'
import { lockedCoins, type VestingTerms, vestedCoins } from '../../../../codec/vesting/vestedCoins.ts'
import { vestingSchedule } from '../../../../codec/vesting/vestingSchedule.ts'
import { PanicError } from '../../../../errors/ChainError.ts'
import { larger, smaller } from '../../../../util/order.ts'
import type { TuiApp } from '../../../app/TuiApp.ts'

/** State of an account's vesting at a time; times are seconds since the epoch. */
export interface VestingState {
	readonly vested: Coins
	readonly locked: Coins
	/** The next release with its time and amount; a linear release lasts until then. */
	readonly next: { readonly time: bigint; readonly coins: Coins; readonly linear: boolean } | undefined
}

/** Vested, locked and next release; undefined for terms that make no sense, which only a pasted account has. */
export function vestingState(terms: VestingTerms, time: bigint): VestingState | undefined {
	return sound(() => {
		const vested = vestedCoins(terms, time)
		const schedule = vestingSchedule(terms)
		const point = schedule.points.find((candidate) => candidate.time > time && candidate.vested.length > 0)
		const next = point && {
			time: point.time,
			coins: subCoins(point.vested, vested),
			linear: schedule.shape === 'linear',
		}
		return { vested, locked: lockedCoins(terms, time), next }
	})
}

/** A schedule with more periods is shown as text, because no chart has that many columns. */
const mostPeriods = 2_000

/** The released share of a denomination, 0 to 1, at each of some moments evenly spread over a range. */
export function vestedShares(
	terms: VestingTerms,
	denom: string,
	range: TimeRange,
	count: number,
): readonly number[] | undefined {
	const whole = amountOf(terms.vesting.originalVesting, denom)
	if (whole === 0n || ('periods' in terms && terms.periods.length > mostPeriods)) return undefined
	return sound(() =>
		Array.from({ length: count }, (_, index) => {
			const vested = amountOf(vestedCoins(terms, timeAt(range, index, count)), denom)
			return Number((vested * 10_000n) / whole) / 10_000
		}),
	)
}

/** A span of time in seconds since the epoch. */
export interface TimeRange {
	readonly from: bigint
	readonly to: bigint
}

/** The span a chart of an account shows: its release plan and the present. */
export function chartRange(terms: VestingTerms, now: bigint): TimeRange | undefined {
	return sound(() => {
		const start = 'startTime' in terms ? [terms.startTime] : []
		const times = [...start, ...vestingSchedule(terms).points.map(({ time }) => time), now]
		const from = times.reduce(smaller)
		const to = times.reduce(larger)
		const margin = (to - from) / 25n
		const padding = larger(margin, 60n)
		return { from: from - padding, to: to + padding }
	})
}

/** The moment of a column of a chart. */
export function timeAt({ from, to }: TimeRange, index: number, count: number): bigint {
	return from + ((to - from) * BigInt(index)) / BigInt(Math.max(1, count - 1))
}

/** The column of a moment; undefined outside. */
export function columnOf({ from, to }: TimeRange, time: bigint, count: number): number | undefined {
	if (time < from || time > to || to === from) return undefined
	return Number(((time - from) * BigInt(count - 1)) / (to - from))
}

/** The rules panic on terms that release more than there is. */
function sound<Result>(work: () => Result): Result | undefined {
	try {
		return work()
	} catch (error) {
		if (error instanceof PanicError) return undefined
		throw error
	}
}

/** Steps of the slider over the whole chart. */
const steps = 40n

/** The moment for which the vesting of the selected account is shown: the chain's own, or one the slider is at. */
export class VestingClock {
	terms: VestingTerms | undefined
	/** Seconds since the epoch; undefined follows the chain. */
	chosen: bigint | undefined
	readonly #app: TuiApp

	constructor(app: TuiApp) {
		this.#app = app
	}

	/** Time of the latest block, in seconds since the epoch. */
	get now(): bigint {
		const time = Date.parse(this.#app.state.status?.time ?? '')
		return BigInt(Math.floor((Number.isNaN(time) ? this.#app.clock() : time) / 1_000))
	}

	get time(): bigint {
		return this.chosen ?? this.now
	}

	/** Time range of the chart; undefined without a schedule. */
	get range(): TimeRange | undefined {
		return this.terms === undefined ? undefined : chartRange(this.terms, this.now)
	}

	/** Resets the slider to the chain's time when another account is selected. */
	follow(terms: VestingTerms | undefined): void {
		this.terms = terms
		this.chosen = undefined
	}

	/** Moves the slider by steps of the chart, `fine` ones a tenth as long. */
	step(direction: -1 | 1, fine = false): void {
		const { range } = this
		if (range === undefined) return
		const span = (range.to - range.from) / (fine ? steps * 10n : steps)
		const moved = this.time + BigInt(direction) * larger(span, 1n)
		this.chosen = larger(range.from, smaller(range.to, moved))
	}

	/** To the next (or previous) moment at which coins are released. */
	jump(points: readonly bigint[], direction: -1 | 1): void {
		const { time } = this
		const found = direction === 1 ? points.find((point) => point > time) : points.findLast((point) => point < time)
		if (found !== undefined) this.chosen = found
	}
}
