import {
	address,
	coins,
	decimal,
	duration,
	int64,
	integer,
	list,
	membersOf,
	type Rule,
	struct,
	text,
	time,
	typed,
	uint64,
	word,
} from '../aminoRules.ts'
import type { Json } from '../GenesisReader.ts'

// Source: cosmos-sdk v0.44.5 x/gov/legacy/{v034,v036,v040,v043}.

/** The second step reads and writes again what the first wrote for a decimal without a value. */
const rewritten: Rule = (value, reader) => {
	const first = decimal(value, reader)
	return first === '0' ? '0.000000000000000000' : first
}

const voteOption = word({
	'': 'VOTE_OPTION_UNSPECIFIED',
	Yes: 'VOTE_OPTION_YES',
	Abstain: 'VOTE_OPTION_ABSTAIN',
	No: 'VOTE_OPTION_NO',
	NoWithVeto: 'VOTE_OPTION_NO_WITH_VETO',
})

/** A vote gets one option of weight 1. */
const vote: Rule = (value, reader) => {
	const { option, ...rest } = membersOf(value, reader)
	if (option === '') return reader.inside('option', () => reader.refuse('is empty'))
	const chosen = reader.attempt('option', () => voteOption(option, reader), null)
	return {
		option: 'VOTE_OPTION_UNSPECIFIED',
		options: [{ option: chosen, weight: '1.000000000000000000' }],
		...(voter(rest, reader) as Readonly<Record<string, Json>>),
	}
}
const voter = struct({ proposal_id: uint64, voter: address('') })

function proposalContent(type: string, fields: Parameters<typeof struct>[0]): Rule {
	const rule = struct({ ...fields, description: text, title: text })
	return (value, reader) => ({ '@type': type, ...(rule(value, reader) as Readonly<Record<string, Json>>) })
}

/** A plan loses its time: the framework's migration does not copy it. */
const plan: Rule = (value, reader) => {
	const { height, info, name } = planFields(value, reader) as Readonly<Record<string, Json>>
	return { height: height!, info: info!, name: name!, time: '0001-01-01T00:00:00Z', upgraded_client_state: null }
}
const planFields = struct({ height: int64, info: text, name: text, time })

/** A change loses its subkey. */
const change: Rule = (value, reader) => {
	const { subkey: _, ...kept } = changeFields(value, reader) as Readonly<Record<string, Json>>
	return kept
}
const changeFields = struct({ key: text, subkey: text, subspace: text, value: text })

const content = typed({
	'cosmos-sdk/TextProposal': proposalContent('/cosmos.gov.v1beta1.TextProposal', {}),
	'cosmos-sdk/CommunityPoolSpendProposal': proposalContent('/cosmos.distribution.v1beta1.CommunityPoolSpendProposal', {
		amount: coins,
		recipient: address(''),
	}),
	'cosmos-sdk/SoftwareUpgradeProposal': proposalContent('/cosmos.upgrade.v1beta1.SoftwareUpgradeProposal', { plan }),
	'cosmos-sdk/CancelSoftwareUpgradeProposal': proposalContent(
		'/cosmos.upgrade.v1beta1.CancelSoftwareUpgradeProposal',
		{},
	),
	'cosmos-sdk/ParameterChangeProposal': proposalContent('/cosmos.params.v1beta1.ParameterChangeProposal', {
		changes: list(change),
	}),
})

/** `gov`: votes and states become words, contents Any, votes weighted ones. */
export const gov = struct({
	deposit_params: struct({ max_deposit_period: duration, min_deposit: coins }),
	deposits: list(struct({ amount: coins, depositor: address(''), proposal_id: uint64 })),
	proposals: list(
		struct({
			content,
			deposit_end_time: time,
			final_tally_result: struct({ abstain: integer, no: integer, no_with_veto: integer, yes: integer }),
			proposal_id: ['id', uint64],
			status: [
				'proposal_status',
				word({
					'': 'PROPOSAL_STATUS_UNSPECIFIED',
					DepositPeriod: 'PROPOSAL_STATUS_DEPOSIT_PERIOD',
					VotingPeriod: 'PROPOSAL_STATUS_VOTING_PERIOD',
					Passed: 'PROPOSAL_STATUS_PASSED',
					Rejected: 'PROPOSAL_STATUS_REJECTED',
					Failed: 'PROPOSAL_STATUS_FAILED',
				}),
			],
			submit_time: time,
			total_deposit: coins,
			voting_end_time: time,
			voting_start_time: time,
		}),
	),
	starting_proposal_id: uint64,
	tally_params: struct({ quorum: rewritten, threshold: rewritten, veto_threshold: ['veto', rewritten] }),
	votes: list(vote),
	voting_params: struct({ voting_period: duration }),
})
