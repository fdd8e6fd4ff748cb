import { byKey } from '../../util/order.ts'
import {
	address,
	bool,
	coin,
	decCoins,
	decimal,
	duration,
	int64,
	list,
	membersOf,
	type Rule,
	smallNumber,
	struct,
	text,
	time,
	uint64,
	wrap,
} from '../aminoRules.ts'
import type { GenesisReader, Json } from '../GenesisReader.ts'

// Sources: cosmos-sdk v0.44.5 x/{crisis,mint,distribution,slashing,genutil}/legacy.

/** `crisis`: only its form changes. */
export const crisis = struct({ constant_fee: coin })

/** `mint`: only its form changes. */
export const mint = struct({
	minter: struct({ annual_provisions: decimal, inflation: decimal }),
	params: struct({
		blocks_per_year: uint64,
		goal_bonded: decimal,
		inflation_max: decimal,
		inflation_min: decimal,
		inflation_rate_change: decimal,
		mint_denom: text,
	}),
})

const account = address('')
const operator = address('valoper')

/** `distribution`: accumulated commissions become an object. */
export const distribution = struct({
	delegator_starting_infos: list(
		struct({
			delegator_address: account,
			starting_info: struct({ height: uint64, previous_period: uint64, stake: decimal }),
			validator_address: operator,
		}),
	),
	delegator_withdraw_infos: list(struct({ delegator_address: account, withdraw_address: account })),
	fee_pool: struct({ community_pool: decCoins }),
	outstanding_rewards: list(struct({ outstanding_rewards: decCoins, validator_address: operator })),
	params: struct({
		base_proposer_reward: decimal,
		bonus_proposer_reward: decimal,
		community_tax: decimal,
		withdraw_addr_enabled: bool,
	}),
	previous_proposer: address('valcons'),
	validator_accumulated_commissions: list(
		struct({ accumulated: wrap('commission', decCoins), validator_address: operator }),
	),
	validator_current_rewards: list(
		struct({ rewards: struct({ period: uint64, rewards: decCoins }), validator_address: operator }),
	),
	validator_historical_rewards: list(
		struct({
			period: uint64,
			rewards: struct({ cumulative_reward_ratio: decCoins, reference_count: smallNumber(16) }),
			validator_address: operator,
		}),
	),
	validator_slash_events: list(
		struct({
			height: uint64,
			period: uint64,
			validator_address: operator,
			validator_slash_event: struct({ fraction: decimal, validator_period: uint64 }),
		}),
	),
})

/** A map by address becomes a list in the order of the addresses. */
function byAddress(name: string, rule: Rule): Rule {
	return (value, reader) =>
		Object.entries(membersOf(value, reader))
			.sort(byKey)
			.map(([key, item]) => ({ address: key, [name]: reader.attempt(key, () => rule(item, reader), null) }))
}

/** `slashing`: maps become lists. */
export const slashing = struct({
	missed_blocks: byAddress('missed_blocks', list(struct({ index: int64, missed: bool }))),
	params: struct({
		downtime_jail_duration: duration,
		min_signed_per_window: decimal,
		signed_blocks_window: int64,
		slash_fraction_double_sign: decimal,
		slash_fraction_downtime: decimal,
	}),
	signing_infos: byAddress(
		'validator_signing_info',
		struct({
			address: address('valcons'),
			index_offset: int64,
			jailed_until: time,
			missed_blocks_counter: int64,
			start_height: int64,
			tombstoned: bool,
		}),
	),
})

/** `genutil`: its list has another name. */
export function genutil(value: unknown, reader: GenesisReader): Json {
	const { gentxs } = membersOf(value, reader)
	if (gentxs === undefined || gentxs === null) return { gen_txs: [] }
	return { gen_txs: reader.inside('gentxs', () => (Array.isArray(gentxs) ? gentxs : reader.refuse('must be a list'))) }
}
