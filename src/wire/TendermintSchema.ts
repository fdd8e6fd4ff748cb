import type { BlockchainReply, BlockReply, BlockSearchReply, CommitReply } from './blocks.ts'
import type {
	AbciInfoReply,
	AbciQueryReply,
	ConsensusParamsReply,
	ConsensusStateReply,
	DumpConsensusStateReply,
	Genesis,
	GenesisChunkReply,
	NetInfoReply,
	StatusReply,
	ValidatorsReply,
} from './node.ts'
import type {
	BlockResultsReply,
	BroadcastCommitReply,
	BroadcastReply,
	IndexedTx,
	TxResult,
	TxSearchReply,
	UnconfirmedTxsReply,
} from './txs.ts'

/** No parameters. */
export type Nothing = Readonly<Record<never, never>>

type AtHeight = { readonly height?: string }
type OfTx = { readonly tx: string }
type Paged = { readonly page?: string; readonly per_page?: string }

/**
 * Tendermint's methods (v0.34.15 rpc/core/routes.go). In parameters 64-bit numbers are decimal texts, hashes and transactions
 * base64, the data of `abci_query` hex.
 */
export interface TendermintSchema {
	health: { Parameters: Nothing; ReturnType: Nothing }
	status: { Parameters: Nothing; ReturnType: StatusReply }
	net_info: { Parameters: Nothing; ReturnType: NetInfoReply }
	genesis: { Parameters: Nothing; ReturnType: { readonly genesis: Genesis } }
	genesis_chunked: { Parameters: { readonly chunk?: string }; ReturnType: GenesisChunkReply }
	validators: { Parameters: AtHeight & Paged; ReturnType: ValidatorsReply }
	consensus_params: { Parameters: AtHeight; ReturnType: ConsensusParamsReply }
	consensus_state: { Parameters: Nothing; ReturnType: ConsensusStateReply }
	dump_consensus_state: { Parameters: Nothing; ReturnType: DumpConsensusStateReply }
	abci_info: { Parameters: Nothing; ReturnType: AbciInfoReply }
	abci_query: {
		Parameters: { readonly path: string; readonly data: string; readonly height?: string; readonly prove?: boolean }
		ReturnType: AbciQueryReply
	}
	block: { Parameters: AtHeight; ReturnType: BlockReply }
	block_by_hash: { Parameters: { readonly hash: string }; ReturnType: BlockReply }
	block_results: { Parameters: AtHeight; ReturnType: BlockResultsReply }
	block_search: {
		Parameters: Paged & { readonly query: string; readonly order_by?: string }
		ReturnType: BlockSearchReply
	}
	blockchain: {
		Parameters: { readonly minHeight?: string; readonly maxHeight?: string }
		ReturnType: BlockchainReply
	}
	/** Null for a height without a commit: before the first block. */
	commit: { Parameters: AtHeight; ReturnType: CommitReply | null }
	tx: { Parameters: { readonly hash: string; readonly prove?: boolean }; ReturnType: IndexedTx }
	tx_search: {
		Parameters: Paged & { readonly query: string; readonly prove?: boolean; readonly order_by?: string }
		ReturnType: TxSearchReply
	}
	check_tx: { Parameters: OfTx; ReturnType: TxResult }
	broadcast_tx_async: { Parameters: OfTx; ReturnType: BroadcastReply }
	broadcast_tx_sync: { Parameters: OfTx; ReturnType: BroadcastReply }
	broadcast_tx_commit: { Parameters: OfTx; ReturnType: BroadcastCommitReply }
	unconfirmed_txs: { Parameters: { readonly limit?: string }; ReturnType: UnconfirmedTxsReply }
	num_unconfirmed_txs: { Parameters: Nothing; ReturnType: UnconfirmedTxsReply }
	broadcast_evidence: { Parameters: { readonly evidence?: unknown }; ReturnType: { readonly hash: string } }
}

/** Methods that only a lasting connection answers; events follow under the id of the `subscribe` request. */
export interface SubscriptionSchema {
	subscribe: { Parameters: { readonly query: string }; ReturnType: Nothing }
	unsubscribe: { Parameters: { readonly query: string }; ReturnType: Nothing }
	unsubscribe_all: { Parameters: Nothing; ReturnType: Nothing }
}

/** One event of a subscription: the `result` of the reply that carries it. */
export interface SubscriptionEvent {
	readonly query: string
	readonly data: { readonly type: string; readonly value: Readonly<Record<string, unknown>> }
	readonly events?: Readonly<Record<string, readonly string[]>>
}
