/** Shapes of the Tendermint 0.34 JSON-RPC replies that the client reads; 64-bit numbers are text. */

export interface WireHeader {
	readonly chain_id: string
	readonly height: string
	readonly time: string
	readonly app_hash: string
	readonly proposer_address: string
}

export interface WireEvent {
	readonly type: string
	readonly attributes?:
		| readonly { readonly key?: string | null; readonly value?: string | null; readonly index?: boolean }[]
		| null
}

export interface WireTxResult {
	readonly code?: number
	readonly codespace?: string
	readonly data?: string | null
	readonly log?: string
	readonly info?: string
	readonly gas_wanted?: string
	readonly gas_used?: string
	readonly events?: readonly WireEvent[] | null
}

/** `tx` and an element of `tx_search`. */
export interface WireTx {
	readonly hash: string
	readonly height: string
	readonly index: number
	readonly tx_result: WireTxResult
	readonly tx: string
}

export interface WireBlock {
	readonly block_id: { readonly hash: string }
	readonly block: { readonly header: WireHeader; readonly data: { readonly txs?: readonly string[] | null } } | null
}

export interface WireBlockMeta {
	readonly block_id: { readonly hash: string }
	readonly header: WireHeader
	readonly num_txs: string
}

export interface WireStatus {
	readonly node_info?: { readonly network?: string; readonly version?: string; readonly id?: string }
	readonly sync_info?: {
		readonly latest_block_height?: string
		readonly latest_block_time?: string
		readonly latest_app_hash?: string
		readonly catching_up?: boolean
	}
}
