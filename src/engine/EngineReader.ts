import type { Application, ConsensusParams, TxResult } from '../abci/Application.ts'
import type { Block, BlockMeta, BlockResults, Commit, Header, TxRecord, Validator } from '../chain/blockTypes.ts'
import type { ChainEvent } from '../chain/ChainEvent.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'

/** A page of search results. */
export interface SearchRequest {
	/** Tendermint's query language: `tx.height>5 AND message.sender='chain1…'`. */
	readonly query: string
	/** From 1. */
	readonly page: number
	readonly perPage: number
	readonly order: 'asc' | 'desc'
}

/** How a broadcast transaction ended when the caller waited for its block. */
export interface BroadcastCommitResult {
	readonly checkTx: TxResult
	/** Absent when CheckTx refused it. */
	readonly deliverTx: TxResult | undefined
	readonly hash: Uint8Array
	/** 0 when it is in no block. */
	readonly height: number
}

/** Ends a subscription; calling it twice does nothing. */
export type Unsubscribe = () => void

/**
 * The read side of the light engine and the way in for transactions: what servers, client and screens build on.
 * Heights count from the genesis document's initial height; `undefined` means that the node has no such thing (not yet, or
 * pruned). Reads of single blocks are synchronous, searches are not.
 */
export interface EngineReader {
	/** The application the engine drives; stays the same object across revert and reset. */
	readonly application: Application
	readonly chainId: string
	readonly genesis: GenesisDocument
	/** Latest committed height; 0 before the first block. */
	readonly height: number
	/** Lowest height whose block is kept; 0 before the first block. */
	readonly earliestHeight: number
	/** The app hash the last commit returned: it is in the NEXT block's header. Empty before InitChain answered one. */
	readonly appHash: Uint8Array
	/** The key this node signs blocks with. */
	readonly validator: Validator

	header(height: number): Header | undefined
	blockMeta(height: number): BlockMeta | undefined
	block(height: number): Block | undefined
	/** Height of the block with this id hash. */
	heightByHash(hash: Uint8Array): number | undefined
	/** The precommits for a block: the canonical ones of the next block, or those seen so far for the latest. */
	commit(height: number): { readonly commit: Commit; readonly canonical: boolean } | undefined
	blockResults(height: number): BlockResults | undefined
	/** The validator set that signs this height; up to latest + 1. */
	validators(height: number): readonly Validator[] | undefined
	/** The parameters in force at this height; up to latest + 1. */
	consensusParams(height: number): (ConsensusParams & { readonly timeIotaMs: bigint }) | undefined

	/** By the SHA-256 of its bytes; undefined when it is not in the index. */
	tx(hash: Uint8Array): TxRecord | undefined
	/** Throws QueryError for a query Tendermint refuses. */
	searchTxs(request: SearchRequest): Promise<{ readonly txs: readonly TxRecord[]; readonly total: number }>
	/** Heights of blocks whose begin- and end-block events match. Throws QueryError. */
	searchBlocks(request: SearchRequest): Promise<{ readonly heights: readonly number[]; readonly total: number }>

	/** Number and bytes of the waiting transactions. */
	mempoolSize(): { readonly count: number; readonly bytes: number }
	/** The first waiting transactions in order. */
	mempoolTxs(limit: number): readonly Uint8Array[]

	/** CheckTx alone: nothing enters the mempool. */
	checkTx(tx: Uint8Array): Promise<TxResult>
	/** Puts a transaction into the mempool. Waits for a commit and recheck in progress. Throws MempoolError when the pool itself refuses it (known, full, too large). */
	broadcastTxSync(tx: Uint8Array): Promise<TxResult>
	/** As `broadcastTxSync` but without CheckTx's answer. Throws MempoolError. */
	broadcastTxAsync(tx: Uint8Array): Promise<void>
	/** Waits for the block. Throws MempoolError, and BroadcastTimeout after `timeoutMs` (default 10 s). */
	broadcastTxCommit(tx: Uint8Array, timeoutMs?: number): Promise<BroadcastCommitResult>

	/**
	 * Calls the listener for every event the query matches, in order, after the block is durable.
	 * Throws QueryError for a query that does not parse.
	 */
	subscribe(query: string, listener: (event: ChainEvent) => void): Unsubscribe
}
