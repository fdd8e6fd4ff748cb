import type { Account } from '../../app/expectedKeepers.ts'
import { addCoins, type Coins, subCoins } from '../../codec/coins/coins.ts'
import { isDenom } from '../../codec/coins/denom.ts'
import { PanicError } from '../../errors/PanicError.ts'
import { shareOf } from './shareOf.ts'

/** An account whose coins are released over time. */
export type VestingAccount = Extract<Account, { readonly vesting: unknown }>

/** Whether an account is of a vesting kind. */
export function isVestingAccount(account: Account): account is VestingAccount {
	return 'vesting' in account
}

/**
 * Coins of the original vesting that are released at a time, in seconds since the epoch; they may be spent or delegated.
 *
 * Source: cosmos-sdk v0.44.5 x/auth/vesting/types/vesting_account.go, GetVestedCoins of each kind. Nothing is released
 * at the start time itself, everything from the end time on; a continuous account's share is rounded half to even.
 */
export function vestedCoins(account: VestingAccount, time: bigint): Coins {
	const { originalVesting, endTime } = account.vesting
	if (account.kind === 'permanent') return []
	if (account.kind === 'delayed') return time >= endTime ? originalVesting : []
	if (time <= account.startTime) return []
	if (time >= endTime) return originalVesting
	return account.kind === 'continuous' ? continuousShare(account, time) : endedPeriods(account, time)
}

/** Coins of the original vesting that are not released yet. Panics when more is released than there was. */
export function vestingCoins(account: VestingAccount, time: bigint): Coins {
	if (account.kind === 'permanent') return account.vesting.originalVesting
	return subCoins(account.vesting.originalVesting, vestedCoins(account, time))
}

function continuousShare(account: Extract<VestingAccount, { kind: 'continuous' }>, time: bigint): Coins {
	const passed = int64(time - account.startTime)
	const whole = int64(account.vesting.endTime - account.startTime)
	return account.vesting.originalVesting.map(({ denom, amount }) => {
		const vested = shareOf(amount, passed, whole)
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		if (vested < 0n) throw new PanicError(`negative coin amount: ${vested}`)
		return { denom, amount: vested }
	})
}

function endedPeriods(account: Extract<VestingAccount, { kind: 'periodic' }>, time: bigint): Coins {
	let vested: Coins = []
	let start = account.startTime
	for (const period of account.periods) {
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
