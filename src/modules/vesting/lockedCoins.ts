import type { Account } from '../../app/expectedKeepers.ts'
import type { Coins } from '../../codec/coins/coins.ts'
import { lockedCoins as lockedByTerms } from '../../codec/vesting/vestedCoins.ts'

/**
 * Coins of an account that must not be spent at a block time (seconds since the epoch): those its vesting terms lock.
 * None for accounts without vesting.
 */
export function lockedCoins(account: Account, blockTime: bigint): Coins {
	return 'vesting' in account ? lockedByTerms(account, blockTime) : []
}
