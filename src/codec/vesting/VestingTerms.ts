import type { Coins } from '../coins/coins.ts'

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
