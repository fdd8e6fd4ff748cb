import type { Account } from '../../app/expectedKeepers.ts'
import { addCoins, amountOf, type Coins } from '../../codec/coins/coins.ts'
import { isDenom } from '../../codec/coins/denom.ts'
import { PanicError } from '../../errors/PanicError.ts'
import { isVestingAccount, vestingCoins } from './vestedCoins.ts'

/**
 * Coins of an account that must not be spent at a block time (seconds since the epoch): those still vesting, less those
 * of them that are delegated. None for accounts without vesting.
 *
 * Source: cosmos-sdk v0.44.5 x/auth/vesting/types/vesting_account.go, LockedCoins and LockedCoinsFromVesting.
 */
export function lockedCoins(account: Account, blockTime: bigint): Coins {
	if (!isVestingAccount(account)) return []
	const { delegatedVesting } = account.vesting
	let locked: Coins = []
	for (const { denom, amount } of vestingCoins(account, blockTime)) {
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		const undelegated = amount - amountOf(delegatedVesting, denom)
		if (undelegated > 0n) locked = addCoins(locked, [{ denom, amount: undelegated }])
	}
	return locked
}
