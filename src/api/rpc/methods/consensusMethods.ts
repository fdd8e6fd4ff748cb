import { addMs, formatTime, zeroTime } from '../../../chain/blockTime.ts'
import type { Commit, Validator } from '../../../chain/blockTypes.ts'
import type { ChainReader } from '../../../chain/ChainReader.ts'
import { toHexUpper } from '../../../util/bytes.ts'
import type { HeightVotes, Json } from '../../../wire/node.ts'

import { validatorJson } from '../json/blockJson.ts'
import { defineMethod } from '../RpcMethod.ts'

/**
 * The state of consensus between two blocks (tendermint v0.34.15 consensus/types RoundState): round 0, waiting for the
 * next height, the only validator's precommit for the last block.
 */
export const consensusMethods = {
	consensus_state: defineMethod('consensus_state', [], async (_args, { chain }) => {
		const { height, validator, start } = await between(chain)
		return {
			round_state: {
				'height/round/step': `${height + 1}/0/1`,
				start_time: start,
				proposal_block_hash: '',
				locked_block_hash: '',
				valid_block_hash: '',
				height_vote_set: [noVotes(validator)],
				proposer: { address: toHexUpper(validator.address), index: 0 },
			},
		}
	}),
	dump_consensus_state: defineMethod('dump_consensus_state', [], async (_args, { chain }) => {
		const { height, validator: sole, start, committed, lastCommit } = await between(chain)
		const validator = validatorJson(sole)
		return {
			round_state: {
				height: String(height + 1),
				round: 0,
				step: 1,
				start_time: start,
				commit_time: committed,
				validators: { validators: [validator], proposer: validator },
				proposal: null,
				proposal_block: null,
				proposal_block_parts: null,
				locked_round: -1,
				locked_block: null,
				locked_block_parts: null,
				valid_round: -1,
				valid_block: null,
				valid_block_parts: null,
				votes: [noVotes(sole)],
				commit_round: -1,
				last_commit: lastVotes(lastCommit, sole),
				last_validators: { validators: [validator], proposer: validator },
				triggered_timeout_precommit: false,
			},
			peers: [],
		}
	}),
}

/** State of consensus between blocks: the time of the last commit, and the next round one second later. */
async function between(chain: ChainReader) {
	const { height, validator } = await chain.status()
	const lastCommit = (await chain.commit(height))?.commit
	const at = lastCommit?.signatures[0]?.timestamp
	const start = at === undefined ? (await chain.genesis()).genesisTime : addMs(at, 1000)
	return { height, validator, lastCommit, start: formatTime(start), committed: formatTime(at ?? zeroTime) }
}

function noVotes({ power }: Validator): HeightVotes {
	const bits = `BA{1:_} 0/${power} = 0.00`
	return {
		round: 0,
		prevotes: ['nil-Vote'],
		prevotes_bit_array: bits,
		precommits: ['nil-Vote'],
		precommits_bit_array: bits,
	}
}

function lastVotes(commit: Commit | undefined, { power }: Validator): Json {
	const sig = commit?.signatures[0]
	if (commit === undefined || sig === undefined) return null
	const short = (bytes: Uint8Array): string => toHexUpper(bytes.subarray(0, 6))
	const kind = 'SIGNED_MSG_TYPE_PRECOMMIT(Precommit)'
	return {
		votes: [
			`Vote{0:${short(sig.validatorAddress)} ${commit.height}/00/${kind} ${short(commit.blockId.hash)} ${short(sig.signature)} @ ${formatTime(sig.timestamp)}}`,
		],
		votes_bit_array: `BA{1:x} ${power}/${power} = 1.00`,
		peer_maj_23s: {},
	}
}
