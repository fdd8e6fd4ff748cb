import type { Coins } from '../coins/coins.ts'
import type { VestingTerms } from './vestedCoins.ts'

/**
 * The vesting terms in the legacy REST form of an account, of generation 8 (flat) or 9 (nested), whatever amino brand
 * its type has. Undefined for other accounts and for values that are no such form: it may come from anywhere.
 *
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

function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
