import { addMs, formatTime, zeroTime } from '../../../chain/blockTime.ts'
import type { EngineReader } from '../../../engine/EngineReader.ts'
import { toHexUpper } from '../../../util/bytes.ts'
import type { Json } from '../../../wire/Json.ts'
import type { HeightVotes } from '../../../wire/node.ts'
import { validatorJson } from '../json/blockJson.ts'
import { defineMethod } from '../RpcMethod.ts'

/**
 * The state of consensus between two blocks (tendermint v0.34.15 consensus/types RoundState): round 0, waiting for the
 * next height, the only validator's precommit for the last block.
 */
export const consensusMethods = {
	consensus_state: defineMethod('consensus_state', [], (_args, { engine }) => ({
		round_state: {
			'height/round/step': `${engine.height + 1}/0/1`,
			start_time: times(engine).start,
			proposal_block_hash: '',
			locked_block_hash: '',
			valid_block_hash: '',
			height_vote_set: [noVotes(engine)],
			proposer: { address: toHexUpper(engine.validator.address), index: 0 },
		},
	})),
	dump_consensus_state: defineMethod('dump_consensus_state', [], (_args, { engine }) => {
		const validator = validatorJson(engine.validator)
		const { start, commit } = times(engine)
		return {
			round_state: {
				height: String(engine.height + 1),
				round: 0,
				step: 1,
				start_time: start,
				commit_time: commit,
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
				votes: [noVotes(engine)],
				commit_round: -1,
				last_commit: lastVotes(engine),
				last_validators: { validators: [validator], proposer: validator },
				triggered_timeout_precommit: false,
			},
			peers: [],
		}
	}),
}

function noVotes(engine: EngineReader): HeightVotes {
	const bits = `BA{1:_} 0/${engine.validator.power} = 0.00`
	return {
		round: 0,
		prevotes: ['nil-Vote'],
		prevotes_bit_array: bits,
		precommits: ['nil-Vote'],
		precommits_bit_array: bits,
	}
}

function lastVotes(engine: EngineReader): Json {
	const commit = engine.commit(engine.height)?.commit
	const sig = commit?.signatures[0]
	if (commit === undefined || sig === undefined) return null
	const short = (bytes: Uint8Array): string => toHexUpper(bytes.subarray(0, 6))
	const kind = 'SIGNED_MSG_TYPE_PRECOMMIT(Precommit)'
	const { power } = engine.validator
	return {
		votes: [
			`Vote{0:${short(sig.validatorAddress)} ${commit.height}/00/${kind} ${short(commit.blockId.hash)} ${short(sig.signature)} @ ${formatTime(sig.timestamp)}}`,
		],
		votes_bit_array: `BA{1:x} ${power}/${power} = 1.00`,
		peer_maj_23s: {},
	}
}

/** When the last block was committed, and when the next round is due a second later. */
function times(engine: EngineReader): { readonly start: string; readonly commit: string } {
	const at = engine.commit(engine.height)?.commit.signatures[0]?.timestamp
	if (at === undefined) return { start: formatTime(engine.genesis.genesisTime), commit: formatTime(zeroTime) }
	return { start: formatTime(addMs(at, 1000)), commit: formatTime(at) }
}
