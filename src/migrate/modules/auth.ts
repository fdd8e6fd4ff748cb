import {
	address,
	coins,
	int64,
	list,
	membersOf,
	type Rule,
	struct,
	text,
	typed,
	typedParts,
	uint64,
} from '../aminoRules.ts'
import type { GenesisReader, Json } from '../GenesisReader.ts'
import { publicKey } from '../publicKeys.ts'

// Source: cosmos-sdk v0.44.5 x/auth/legacy/{v039,v040}.

/** The parameters of `auth`. */
export const authParams = struct({
	max_memo_characters: uint64,
	sig_verify_cost_ed25519: uint64,
	sig_verify_cost_secp256k1: uint64,
	tx_sig_limit: uint64,
	tx_size_cost_per_byte: uint64,
})

/** A coin with its amount as written. */
export interface WrittenCoin {
	readonly amount: string
	readonly denom: string
}

/** An account of the old genesis. */
export interface MigratedAccount {
	/** Its type without the brand: `PeriodicVestingAccount`. */
	readonly kind: string
	/** Name of a module account. */
	readonly name: string | undefined
	readonly coins: readonly WrittenCoin[]
	/** The account in the new genesis. */
	readonly json: Json
}

const base = struct({
	account_number: uint64,
	address: address(''),
	pub_key: ['public_key', publicKey],
	sequence: uint64,
})
const moduleBase = struct({
	account_number: uint64,
	address: address(''),
	pub_key: ['public_key', keyText],
	sequence: uint64,
})
const vesting: Rule = (value, reader) => ({
	base_account: base(value, reader),
	...(vestingTerms(value, reader) as Readonly<Record<string, Json>>),
})
const vestingTerms = struct({
	delegated_free: coins,
	delegated_vesting: coins,
	end_time: int64,
	original_vesting: coins,
})
const periods = list(struct({ amount: coins, length: int64 }))
const start = struct({ start_time: int64 })
const schedule = struct({ start_time: int64, vesting_periods: periods })
const named = struct({ name: text, permissions: list(text) })

/** The key of a module account is a text that nothing reads. */
function keyText(value: unknown, reader: GenesisReader): null {
	text(value, reader)
	return null
}

function vestingAccount(type: string, more: Rule = () => ({})): Rule {
	return (value, reader) => ({
		'@type': `/cosmos.vesting.v1beta1.${type}`,
		base_vesting_account: vesting(value, reader),
		...(more(value, reader) as Readonly<Record<string, Json>>),
	})
}

const accountRules: Readonly<Record<string, Rule>> = {
	Account: (value, reader) => ({
		'@type': '/cosmos.auth.v1beta1.BaseAccount',
		...(base(value, reader) as Readonly<Record<string, Json>>),
	}),
	ModuleAccount: (value, reader) => ({
		'@type': '/cosmos.auth.v1beta1.ModuleAccount',
		base_account: moduleBase(value, reader),
		...(named(value, reader) as Readonly<Record<string, Json>>),
	}),
	BaseVestingAccount: (value, reader) => ({
		'@type': '/cosmos.vesting.v1beta1.BaseVestingAccount',
		...(vesting(value, reader) as Readonly<Record<string, Json>>),
	}),
	ContinuousVestingAccount: vestingAccount('ContinuousVestingAccount', start),
	DelayedVestingAccount: vestingAccount('DelayedVestingAccount'),
	PeriodicVestingAccount: vestingAccount('PeriodicVestingAccount', schedule),
}

const brands = ['cosmos-sdk', 'chain-sdk']
const anyAccount = typed(
	Object.fromEntries(
		brands.flatMap((brand) => Object.entries(accountRules).map(([type, rule]) => [`${brand}/${type}`, rule])),
	),
)

/** Reads one account, its balance included. Several faults of it are noted. */
export function migrateAccount(value: unknown, reader: GenesisReader): MigratedAccount {
	if (value === null) return reader.refuse('must be an account, is null')
	const json = anyAccount(value, reader)
	const { type, value: inner } = typedParts(value, reader)
	const { coins: held, name } = membersOf(inner, reader)
	return {
		kind: String(type).replace(/^.*\//, ''),
		name: typeof name === 'string' ? name : undefined,
		coins: reader.inside('value', () =>
			reader.attempt('coins', () => coins(held, reader), []),
		) as unknown as readonly WrittenCoin[],
		json,
	}
}
