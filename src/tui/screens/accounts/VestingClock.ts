import type { VestingTerms } from '../../../codec/vesting/vestedCoins.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { chartRange, type TimeRange } from './vestingState.ts'

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
		const moved = this.time + BigInt(direction) * (span > 1n ? span : 1n)
		this.chosen = moved < range.from ? range.from : moved > range.to ? range.to : moved
	}

	/** To the next (or previous) moment at which coins are released. */
	jump(points: readonly bigint[], direction: -1 | 1): void {
		const { time } = this
		const found = direction > 0 ? points.find((point) => point > time) : points.findLast((point) => point < time)
		if (found !== undefined) this.chosen = found
	}
}
