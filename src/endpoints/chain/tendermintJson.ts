/** The parts read of Tendermint's `status` (tendermint v0.34 rpc/core/types). */
export interface NodeStatus {
	readonly node_info: { readonly network: string }
	readonly sync_info: {
		readonly latest_block_height: string
		readonly earliest_block_height: string
		readonly catching_up: boolean
	}
}

/** The parts read of `block` and `block_by_hash`. Hashes are upper-case hex. */
export interface ChainBlock {
	readonly block_id: { readonly hash: string }
	readonly block: {
		readonly header: {
			readonly height: string
			readonly time: string
			readonly app_hash: string
			readonly proposer_address: string
			readonly last_block_id: { readonly hash: string }
		}
		readonly data: { readonly txs: readonly string[] | null }
	}
}

/** The parts read of `block_results`. */
export interface BlockResults {
	readonly txs_results: readonly { readonly gas_used?: string }[] | null
}

/** The parts read of `net_info`. */
export interface NetInfo {
	readonly listening: boolean
	readonly n_peers: string
}
