import {
	address,
	bool,
	decimal,
	duration,
	int64,
	integer,
	list,
	type Rule,
	smallNumber,
	struct,
	text,
	time,
} from '../aminoRules.ts'
import { consensusKey } from '../publicKeys.ts'

// Source: cosmos-sdk v0.44.5 x/staking/legacy/{v034,v036,v038,v040}.

const account = address('')
const operator = address('valoper')
const statuses = ['BOND_STATUS_UNBONDED', 'BOND_STATUS_UNBONDING', 'BOND_STATUS_BONDED']

/** A bond status is a number in the old genesis. */
const status: Rule = (value, reader) => {
	const number = smallNumber(8)(value, reader) as number
	return statuses[number] ?? reader.refuse(`must be 0, 1 or 2, is ${number}`)
}

const entryTimes = { completion_time: time, creation_height: int64, initial_balance: integer }

/** `staking`: the state of a bond becomes a word, keys Any. */
export const staking = struct({
	delegations: list(struct({ delegator_address: account, shares: decimal, validator_address: operator })),
	exported: bool,
	last_total_power: integer,
	last_validator_powers: list(struct({ address: ['Address', operator], power: ['Power', int64] })),
	params: struct({
		bond_denom: text,
		historical_entries: smallNumber(16),
		max_entries: smallNumber(16),
		max_validators: smallNumber(16),
		unbonding_time: duration,
	}),
	redelegations: list(
		struct({
			delegator_address: account,
			entries: list(struct({ ...entryTimes, shares_dst: decimal })),
			validator_dst_address: operator,
			validator_src_address: operator,
		}),
	),
	unbonding_delegations: list(
		struct({
			delegator_address: account,
			entries: list(struct({ ...entryTimes, balance: integer })),
			validator_address: operator,
		}),
	),
	validators: list(
		struct({
			commission: struct({
				commission_rates: struct({ max_change_rate: decimal, max_rate: decimal, rate: decimal }),
				update_time: time,
			}),
			consensus_pubkey: consensusKey,
			delegator_shares: decimal,
			description: struct({ details: text, identity: text, moniker: text, security_contact: text, website: text }),
			jailed: bool,
			min_self_delegation: integer,
			operator_address: operator,
			status,
			tokens: integer,
			unbonding_height: int64,
			unbonding_time: time,
		}),
	),
})
