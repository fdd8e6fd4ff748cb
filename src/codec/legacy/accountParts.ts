import type { Message } from '@bufbuild/protobuf'
import type { Any } from '@bufbuild/protobuf/wkt'

/** Fields of all accounts. */
export interface BasePart {
	readonly address: string
	readonly pubKey?: Any
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/** A coin with its amount as decimal text. */
export interface CoinText {
	readonly denom: string
	readonly amount: string
}

/** Fields of all vesting accounts. Times are in seconds since the epoch. */
export interface VestingPart {
	readonly originalVesting: readonly CoinText[]
	readonly delegatedFree: readonly CoinText[]
	readonly delegatedVesting: readonly CoinText[]
	readonly endTime: bigint
}

/** An account message taken apart. */
export interface AccountParts {
	readonly base: BasePart
	readonly vesting: VestingPart | undefined
	/** Only for continuous and periodic vesting. */
	readonly startTime: bigint | undefined
	/** Only for periodic vesting. */
	readonly periods: readonly { readonly length: bigint; readonly amount: readonly CoinText[] }[] | undefined
	/** Only for module accounts. */
	readonly module: { readonly name: string; readonly permissions: readonly string[] } | undefined
}

interface AnyAccount extends Partial<BasePart> {
	readonly baseAccount?: Partial<BasePart>
	readonly baseVestingAccount?: VestingPart & { readonly baseAccount?: Partial<BasePart> }
	readonly startTime?: bigint
	readonly vestingPeriods?: AccountParts['periods']
	readonly name?: string
	readonly permissions?: readonly string[]
}

/** The parts of an account's message of any kind. */
export function accountParts(message: Message): AccountParts {
	const account = message as unknown as AnyAccount
	const vesting = account.baseVestingAccount
	const base = vesting?.baseAccount ?? account.baseAccount ?? account
	const { pubKey } = base
	return {
		base: {
			address: base.address ?? '',
			accountNumber: base.accountNumber ?? 0n,
			sequence: base.sequence ?? 0n,
			...(pubKey === undefined ? {} : { pubKey }),
		},
		vesting: vesting && {
			originalVesting: vesting.originalVesting,
			delegatedFree: vesting.delegatedFree,
			delegatedVesting: vesting.delegatedVesting,
			endTime: vesting.endTime,
		},
		startTime: account.startTime,
		periods: account.vestingPeriods,
		module: account.name === undefined ? undefined : { name: account.name, permissions: account.permissions ?? [] },
	}
}

const kinds: ReadonlyMap<string, string> = new Map([
	['Account', 'base'],
	['BaseAccount', 'base'],
	['ModuleAccount', 'module'],
	['PeriodicVestingAccount', 'periodic vesting'],
	['ContinuousVestingAccount', 'continuous vesting'],
	['DelayedVestingAccount', 'delayed vesting'],
	['PermanentLockedAccount', 'permanently locked'],
])

/** Display name of an account type, by its amino name in any brand; undefined for a type outside the framework. */
export function accountKind(type: string): string | undefined {
	return kinds.get(type.slice(type.lastIndexOf('/') + 1))
}
