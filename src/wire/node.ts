// The node, its genesis and its application on Tendermint's wire (v0.34.15 rpc/core/types).

/** A public key with the name of its type; the value is base64. */
export type PubKey = { readonly type: string; readonly value: string }

/** A node's description of itself. */
export type NodeInfo = {
	readonly protocol_version: { readonly p2p: string; readonly block: string; readonly app: string }
	readonly id: string
	readonly listen_addr: string
	/** The chain id. */
	readonly network: string
	/** Version of Tendermint: `0.34.15`. */
	readonly version: string
	readonly channels: string
	readonly moniker: string
	readonly other: { readonly tx_index: string; readonly rpc_address: string }
}

/** Sync state of a node. */
export type SyncInfo = {
	readonly latest_block_hash: string
	readonly latest_app_hash: string
	readonly latest_block_height: string
	readonly latest_block_time: string
	readonly earliest_block_hash: string
	readonly earliest_app_hash: string
	readonly earliest_block_height: string
	readonly earliest_block_time: string
	readonly catching_up: boolean
}

/** Reply of `status`. */
export type StatusReply = {
	readonly node_info: NodeInfo
	readonly sync_info: SyncInfo
	readonly validator_info: { readonly address: string; readonly pub_key: PubKey; readonly voting_power: string }
}

/** A peer of a node. */
export type Peer = { readonly node_info: NodeInfo; readonly is_outbound: boolean; readonly remote_ip: string }

/** Reply of `net_info`. */
export type NetInfoReply = {
	readonly listening: boolean
	readonly listeners: readonly string[]
	readonly n_peers: string
	readonly peers: readonly Peer[] | null
}

/** A member of the validator set. */
export type Validator = {
	readonly address: string
	readonly pub_key: PubKey
	readonly voting_power: string
	readonly proposer_priority: string
}

/** Reply of `validators`. */
export type ValidatorsReply = {
	readonly block_height: string
	readonly validators: readonly Validator[]
	readonly count: string
	readonly total: string
}

/** The parameters of consensus. */
export type ConsensusParams = {
	readonly block: { readonly max_bytes: string; readonly max_gas: string; readonly time_iota_ms: string }
	readonly evidence: {
		readonly max_age_num_blocks: string
		readonly max_age_duration: string
		readonly max_bytes: string
	}
	readonly validator: { readonly pub_key_types: readonly string[] }
	readonly version: { readonly app_version?: string | undefined }
}

/** Reply of `consensus_params`. */
export type ConsensusParamsReply = { readonly block_height: string; readonly consensus_params: ConsensusParams }

/** A genesis document. */
export type Genesis = {
	readonly genesis_time: string
	readonly chain_id: string
	readonly initial_height: string
	readonly consensus_params: ConsensusParams
	readonly validators?:
		| readonly {
				readonly address: string
				readonly pub_key: PubKey
				readonly power: string
				readonly name: string
		  }[]
		| undefined
	readonly app_hash: string
	/** The application's state: any JSON. */
	readonly app_state: unknown
}

/** Reply of `genesis_chunked`; `data` is base64 of a part of the document. */
export type GenesisChunkReply = { readonly chunk: string; readonly total: string; readonly data: string }

/** Reply of `abci_info`; members at their zero value are absent. */
export type AbciInfoReply = {
	readonly response: {
		readonly data?: string | undefined
		readonly version?: string | undefined
		readonly app_version?: string | undefined
		readonly last_block_height?: string | undefined
		readonly last_block_app_hash?: string | undefined
	}
}

/** Reply of `abci_query`; key, value and proofs are base64, null if absent. */
export type AbciQueryReply = {
	readonly response: {
		readonly code: number
		readonly log: string
		readonly info: string
		readonly index: string
		readonly key: string | null
		readonly value: string | null
		readonly proofOps: {
			readonly ops: readonly { readonly type: string; readonly key: string; readonly data: string }[]
		} | null
		readonly height: string
		readonly codespace: string
	}
}

/** Votes of a round of consensus. */
export type HeightVotes = {
	readonly round: number
	readonly prevotes: readonly string[]
	readonly prevotes_bit_array: string
	readonly precommits: readonly string[]
	readonly precommits_bit_array: string
}

/** Reply of `consensus_state`. */
export type ConsensusStateReply = {
	readonly round_state: {
		readonly 'height/round/step': string
		readonly start_time: string
		readonly proposal_block_hash: string
		readonly locked_block_hash: string
		readonly valid_block_hash: string
		readonly height_vote_set: readonly HeightVotes[]
		readonly proposer: { readonly address: string; readonly index: number }
	}
}

/** Reply of `dump_consensus_state`: the whole state of a round, in the engine's own words. */
export type DumpConsensusStateReply = {
	readonly round_state: { readonly [member: string]: Json | undefined }
	readonly peers: readonly Json[]
}

/** Any JSON, where the contract leaves the content open. Undefined members are omitted. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json | undefined }
