import { PanicError } from '../../errors/ChainError.ts'
import { member } from '../../util/jsonParts.ts'
import { addCoins, amountOf, type Coins, isDenom, subCoins } from '../coins/coins.ts'

/**
 * Coins of the original vesting that are released at a time, in seconds since the epoch; they may be spent or delegated.
 *
 * Source: cosmos-sdk v0.44.5 x/auth/vesting/types/vesting_terms.go, GetVestedCoins of each kind. Nothing is released
 * at the start time itself, everything from the end time on; a continuous account's share is rounded half to even.
 */
export function vestedCoins(terms: VestingTerms, time: bigint): Coins {
	const { originalVesting, endTime } = terms.vesting
	if (terms.kind === 'permanent') return []
	if (terms.kind === 'delayed') return time >= endTime ? originalVesting : []
	if (time <= terms.startTime) return []
	if (time >= endTime) return originalVesting
	return terms.kind === 'continuous' ? continuousShare(terms, time) : endedPeriods(terms, time)
}

/** Coins of the original vesting that are not released yet. Panics when more is released than there was. */
export function vestingCoins(terms: VestingTerms, time: bigint): Coins {
	if (terms.kind === 'permanent') return terms.vesting.originalVesting
	return subCoins(terms.vesting.originalVesting, vestedCoins(terms, time))
}

/**
 * Coins that must not be spent at a time (seconds since the epoch): those still vesting, less those of them that are
 * delegated. Source: cosmos-sdk v0.44.5 x/auth/vesting/types/vesting_account.go, LockedCoins and
 * LockedCoinsFromVesting.
 */
export function lockedCoins(terms: VestingTerms, time: bigint): Coins {
	let locked: Coins = []
	for (const { denom, amount } of vestingCoins(terms, time)) {
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		const undelegated = amount - amountOf(terms.vesting.delegatedVesting, denom)
		if (undelegated > 0n) locked = addCoins(locked, [{ denom, amount: undelegated }])
	}
	return locked
}

function continuousShare(terms: Extract<VestingTerms, { kind: 'continuous' }>, time: bigint): Coins {
	const passed = int64(time - terms.startTime)
	const whole = int64(terms.vesting.endTime - terms.startTime)
	return terms.vesting.originalVesting.map(({ denom, amount }) => {
		const vested = shareOf(amount, passed, whole)
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		if (vested < 0n) throw new PanicError(`negative coin amount: ${vested}`)
		return { denom, amount: vested }
	})
}

function endedPeriods(terms: Extract<VestingTerms, { kind: 'periodic' }>, time: bigint): Coins {
	let vested: Coins = []
	let start = terms.startTime
	for (const period of terms.periods) {
		if (int64(time - start) < period.length) break
		vested = addCoins(vested, period.amount)
		start = int64(start + period.length)
	}
	return vested
}

/** Go's integer arithmetic wraps around; a genesis may hold any times. */
function int64(value: bigint): bigint {
	return BigInt.asIntN(64, value)
}

/** One at the 18 decimal places of the framework's decimals. */
const one = 10n ** 18n
const half = one / 2n

/**
 * The share `part / whole` of an integer amount, rounded as the framework rounds: the quotient to 18 decimal places,
 * the product to 18 places, then to an integer, each half to even. Source: cosmos-sdk v0.44.5 types/decimal.go (Quo,
 * Mul, RoundInt), as x/auth/vesting uses them. Panics when `whole` is zero.
 */
export function shareOf(amount: bigint, part: bigint, whole: bigint): bigint {
	if (whole === 0n) throw new PanicError('division by zero')
	const scalar = roundOff((part * one * one * one) / (whole * one))
	return roundOff(roundOff(amount * one * scalar))
}

/** Removes 18 decimal places, half to even (framework: chopPrecisionAndRound). */
function roundOff(value: bigint): bigint {
	if (value < 0n) return -roundOff(-value)
	const quotient = value / one
	const rest = value % one
	if (rest < half || (rest === half && quotient % 2n === 0n)) return quotient
	return quotient + 1n
}

/** Fields of all vesting terms. Times are in seconds since the epoch. */
interface VestingFields {
	readonly originalVesting: Coins
	readonly delegatedFree: Coins
	readonly delegatedVesting: Coins
	readonly endTime: bigint
}

/** Release terms of an account's coins. Accounts of the chain satisfy this type. */
export type VestingTerms =
	| { readonly kind: 'delayed'; readonly vesting: VestingFields }
	| { readonly kind: 'permanent'; readonly vesting: VestingFields }
	| { readonly kind: 'continuous'; readonly vesting: VestingFields; readonly startTime: bigint }
	| {
			readonly kind: 'periodic'
			readonly vesting: VestingFields
			readonly startTime: bigint
			/** Lengths in seconds. */
			readonly periods: readonly { readonly length: bigint; readonly amount: Coins }[]
	  }

/**
 * The vesting terms in the legacy REST form of an account, of generation 8 (flat) or 9 (nested), whatever amino brand
 * its type has. Undefined for other accounts and for values that are no such form: it may come from anywhere.
 * @param account the amino value with its name: `{type, value}`
 */
export function readVestingTerms(account: unknown): VestingTerms | undefined {
	const kind = kinds.get(/\/(\w+)$/.exec(String(member(account, 'type')))?.[1] ?? '')
	const value = member(account, 'value')
	const shared = member(value, 'base_vesting_account') ?? value
	const originalVesting = coins(member(shared, 'original_vesting'))
	if (kind === undefined || originalVesting === undefined) return undefined
	const vesting = {
		originalVesting,
		delegatedFree: coins(member(shared, 'delegated_free')) ?? [],
		delegatedVesting: coins(member(shared, 'delegated_vesting')) ?? [],
		endTime: seconds(member(shared, 'end_time')) ?? 0n,
	}
	if (kind === 'delayed' || kind === 'permanent') return { kind, vesting }
	const startTime = seconds(member(value, 'start_time')) ?? 0n
	if (kind === 'continuous') return { kind, vesting, startTime }
	const list = member(value, 'vesting_periods')
	const periods = (Array.isArray(list) ? list : []).map((period: unknown) => ({
		length: seconds(member(period, 'length')) ?? 0n,
		amount: coins(member(period, 'amount')) ?? [],
	}))
	return { kind, vesting, startTime, periods }
}

const kinds: ReadonlyMap<string, VestingTerms['kind']> = new Map([
	['DelayedVestingAccount', 'delayed'],
	['ContinuousVestingAccount', 'continuous'],
	['PeriodicVestingAccount', 'periodic'],
	['PermanentLockedAccount', 'permanent'],
])

/** Undefined when it is no list of coins. */
function coins(value: unknown): Coins | undefined {
	if (value === null) return []
	if (!Array.isArray(value)) return undefined
	const list = value.map((coin: unknown) => ({ denom: member(coin, 'denom'), amount: member(coin, 'amount') }))
	const isGood = list.every(
		({ denom, amount }) => typeof denom === 'string' && typeof amount === 'string' && /^\d{1,100}$/.test(amount),
	)
	return isGood
		? list.map(({ denom, amount }) => ({ denom: String(denom), amount: BigInt(String(amount)) }))
		: undefined
}

function seconds(value: unknown): bigint | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
	return /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined
}
