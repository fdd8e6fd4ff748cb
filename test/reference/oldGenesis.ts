import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { mutateJson } from './mutateJson.ts'
import { Random } from './Random.ts'

/** A genesis document of generation 8, and the prefix of its addresses. */
export interface OldGenesis {
	readonly text: string
	readonly prefix: string
}

/**
 * The document of a seed: a recorded one, or a real network's with every module filled, most with one to three parts changed.
 * Undefined for one without a time, where the engine takes that of the run.
 */
export function oldGenesis(seed: number): OldGenesis | undefined {
	bases ??= [...recorded(), { text: JSON.stringify(fullNetwork()), prefix: 'kava' }]
	const random = new Random(seed)
	const base = random.once(2) ? bases.at(-1)! : random.pick(bases)
	let text = base.text
	for (let left = random.below(4); left > 0; left--) text = mutateJson(text, random) ?? text
	return /"genesis_time":"2/.test(text) ? { text, prefix: base.prefix } : undefined
}

let bases: readonly OldGenesis[] | undefined

function recorded(): readonly OldGenesis[] {
	return lines('random').map(({ input }) => ({ text: JSON.stringify(input), prefix: 'chain' }))
}

function lines(name: string): readonly { readonly input: { readonly app_state: Record<string, unknown> } }[] {
	const file = new URL(`../golden/migrate/${name}.jsonl.gz`, import.meta.url)
	return gunzipSync(readFileSync(file))
		.toString()
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line))
}

const coins = [{ denom: 'ukava', amount: '10' }]
const time = '2021-01-02T03:04:05.678Z'
const decCoins = [{ denom: 'ukava', amount: '1.500000000000000000' }]

/** The network's genesis, with what its first day had not: proposals, votes, slashes, unbonding. */
function fullNetwork(): unknown {
	const { input } = lines('network')[0]!
	const state = input.app_state as Record<string, Record<string, unknown>>
	const [validator] = (state.staking as { validators: { operator_address: string }[] }).validators
	const operator = validator!.operator_address
	const [delegation] = (state.staking as { delegations: { delegator_address: string }[] }).delegations
	const delegator = delegation!.delegator_address
	const [cons] = Object.keys(state.slashing!.signing_infos as object)
	const text = { title: 'A <b>title</b>', description: 'words & more \u2028' }
	const contents = [
		{ type: 'cosmos-sdk/TextProposal', value: text },
		{ type: 'cosmos-sdk/CommunityPoolSpendProposal', value: { ...text, recipient: delegator, amount: coins } },
		{
			type: 'cosmos-sdk/SoftwareUpgradeProposal',
			value: { ...text, plan: { name: 'next', time, height: '77', info: '{}' } },
		},
		{ type: 'cosmos-sdk/CancelSoftwareUpgradeProposal', value: text },
		{
			type: 'cosmos-sdk/ParameterChangeProposal',
			value: { ...text, changes: [{ subspace: 'gov', key: 'k', subkey: 's', value: '1' }] },
		},
	]
	const statuses = ['DepositPeriod', 'VotingPeriod', 'Passed', 'Rejected', 'Failed']
	const entry = { creation_height: '5', completion_time: time, initial_balance: '7' }
	const pair = { delegator_address: delegator, validator_address: operator }
	return {
		...input,
		app_state: {
			...state,
			gov: {
				...state.gov,
				proposals: contents.map((content, index) => ({
					content,
					id: String(index + 1),
					proposal_status: statuses[index],
					final_tally_result: { yes: '1', abstain: '2', no: '3', no_with_veto: '4' },
					submit_time: time,
					deposit_end_time: time,
					total_deposit: coins,
					voting_start_time: '0001-01-01T00:00:00Z',
					voting_end_time: '2021-01-02T05:04:05Z',
				})),
				deposits: [{ proposal_id: '1', depositor: delegator, amount: coins }],
				votes: ['Yes', 'Abstain', 'No', 'NoWithVeto'].map((option) => ({ proposal_id: '1', voter: delegator, option })),
			},
			staking: {
				...state.staking,
				unbonding_delegations: [{ ...pair, entries: [{ ...entry, balance: '3' }] }],
				redelegations: [
					{
						delegator_address: delegator,
						validator_src_address: operator,
						validator_dst_address: operator,
						entries: [{ ...entry, shares_dst: '1.5' }],
					},
				],
			},
			distribution: {
				...state.distribution,
				params: {
					community_tax: '0.02',
					base_proposer_reward: '0.01',
					bonus_proposer_reward: '0.04',
					withdraw_addr_enabled: true,
				},
				fee_pool: { community_pool: decCoins },
				delegator_withdraw_infos: [{ delegator_address: delegator, withdraw_address: delegator }],
				outstanding_rewards: [{ validator_address: operator, outstanding_rewards: decCoins }],
				validator_slash_events: [
					{
						validator_address: operator,
						height: '9',
						period: '2',
						validator_slash_event: { validator_period: '1', fraction: '0.000100000000000000' },
					},
				],
			},
			slashing: { ...state.slashing, missed_blocks: { [cons!]: [{ index: '1', missed: true }, { index: '0' }] } },
			evidence: { params: { max_evidence_age: '120000000000' }, evidence: [] },
			upgrade: {},
			zoo: { b: [1e21, 1e-7, -0.5, 12345678901234567000, '<&>'], a: null },
		},
	}
}
