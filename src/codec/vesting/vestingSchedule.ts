import { larger } from '../../util/order.ts'
import { addCoins, type Coins } from '../coins/coins.ts'
import type { VestingTerms } from './vestedCoins.ts'

/** A release of coins. */
export interface VestingPoint {
	/** Seconds since the epoch. */
	readonly time: bigint
	/** All coins released from this moment on, or up to it where the release is linear. */
	readonly vested: Coins
}

/** Release schedule of an account's coins for charts. `vestedCoins` has the rules. */
export interface VestingSchedule {
	/** `linear`: between the two points the released share grows by the second. `steps`: it jumps at each point. */
	readonly shape: 'linear' | 'steps'
	/** In order of time, each moment once. None for permanently locked coins. */
	readonly points: readonly VestingPoint[]
}

/** The release plan of a vesting terms. */
export function vestingSchedule(terms: VestingTerms): VestingSchedule {
	const { originalVesting, endTime } = terms.vesting
	switch (terms.kind) {
		case 'permanent':
			return { shape: 'steps', points: [] }
		case 'delayed':
			return { shape: 'steps', points: [{ time: endTime, vested: originalVesting }] }
		case 'continuous':
			return continuousSchedule(terms.startTime, endTime, originalVesting)
		case 'periodic':
			return { shape: 'steps', points: periodPoints(terms) }
	}
}

function continuousSchedule(start: bigint, end: bigint, original: Coins): VestingSchedule {
	// An end that is not after the start releases everything at once, right after the start.
	if (end <= start) return { shape: 'steps', points: [{ time: start + 1n, vested: original }] }
	return {
		shape: 'linear',
		points: [
			{ time: start, vested: [] },
			{ time: end, vested: original },
		],
	}
}

function periodPoints(terms: Extract<VestingTerms, { kind: 'periodic' }>): VestingPoint[] {
	const { originalVesting, endTime } = terms.vesting
	const afterStart = terms.startTime + 1n
	const end = larger(endTime, afterStart)
	const points = new Map<bigint, VestingPoint>()
	let vested: Coins = []
	let periodEnd = terms.startTime
	for (const period of terms.periods) {
		periodEnd += period.length
		if (periodEnd >= end) break
		vested = addCoins(vested, period.amount)
		const time = larger(periodEnd, afterStart)
		points.set(time, { time, vested })
	}
	points.set(end, { time: end, vested: originalVesting })
	return [...points.values()]
}
