import type { Coins } from '../coins/coins.ts'

/** What all vesting accounts have. Times are in seconds since the epoch. */
interface VestingFields {
	readonly originalVesting: Coins
	readonly delegatedFree: Coins
	readonly delegatedVesting: Coins
	readonly endTime: bigint
}

/** How the coins of an account are released, whatever else the account holds: accounts of the chain are such terms. */
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
