// Transactions on Tendermint's wire (v0.34.15): 64-bit numbers are decimal texts, bytes base64.

/** An event of the 0.34 dialect: keys and values are base64. */
export type AbciEvent = {
	readonly type: string
	readonly attributes?:
		| readonly { readonly key?: string | null; readonly value?: string | null; readonly index?: boolean }[]
		| null
}

/** Result of CheckTx or DeliverTx. Members with their zero value may be absent, as in events. */
export type TxResult = {
	readonly code?: number | undefined
	readonly data?: string | null | undefined
	readonly log?: string | undefined
	readonly info?: string | undefined
	readonly gas_wanted?: string | undefined
	readonly gas_used?: string | undefined
	readonly events?: readonly AbciEvent[] | null | undefined
	readonly codespace?: string | undefined
}

/** Proof that a transaction is in its block. */
export type TxProof = {
	readonly root_hash: string
	readonly data: string
	readonly proof: {
		readonly total: string
		readonly index: string
		readonly leaf_hash: string
		readonly aunts: readonly string[]
	}
}

/** Reply of `tx`, and an element of `tx_search`: a transaction of a block. `hash` is upper-case hex. */
export type IndexedTx = {
	readonly hash: string
	readonly height: string
	readonly index: number
	readonly tx_result: TxResult
	readonly tx: string
	/** Only when it was asked for. */
	readonly proof?: TxProof | undefined
}

/** Reply of `tx_search`. */
export type TxSearchReply = { readonly txs: readonly IndexedTx[] | null; readonly total_count: string }

/** Reply of `broadcast_tx_sync` and `broadcast_tx_async`; `data` is upper-case hex here. */
export type BroadcastReply = {
	readonly code: number
	readonly data: string
	readonly log: string
	readonly codespace: string
	readonly hash: string
}

/** Reply of `broadcast_tx_commit`. */
export type BroadcastCommitReply = {
	readonly check_tx: TxResult
	readonly deliver_tx: TxResult
	readonly hash: string
	readonly height: string
}

/** Reply of `unconfirmed_txs` and `num_unconfirmed_txs`; the latter's `txs` is null. */
export type UnconfirmedTxsReply = {
	readonly n_txs: string
	readonly total: string
	readonly total_bytes: string
	readonly txs: readonly string[] | null
}

/** A key of a validator as the application names it. */
export type ValidatorUpdate = {
	readonly pub_key: { readonly Sum: { readonly type: string; readonly value: { readonly ed25519: string } } }
	readonly power?: string | undefined
}

/** Consensus parameters an application changed; parts it left alone are absent. */
export type ParamUpdates = {
	readonly block?: { readonly max_bytes: string; readonly max_gas: string } | undefined
	readonly evidence?:
		| { readonly max_age_num_blocks: string; readonly max_age_duration: string; readonly max_bytes: string }
		| undefined
	readonly validator?: { readonly pub_key_types: readonly string[] } | undefined
	readonly version?: { readonly app_version?: string | undefined } | undefined
}

/** Reply of `block_results`. */
export type BlockResultsReply = {
	readonly height: string
	readonly txs_results: readonly TxResult[] | null
	readonly begin_block_events: readonly AbciEvent[] | null
	readonly end_block_events: readonly AbciEvent[] | null
	readonly validator_updates: readonly ValidatorUpdate[] | null
	readonly consensus_param_updates: ParamUpdates | null
}
