import type { ConsensusParams } from '../abci/Application.ts'
import type { Block, BlockMeta, BlockResults, Commit, Header, TxRecord, Validator } from './blockTypes.ts'
import type { ChainEvent } from './ChainEvent.ts'
import type { GenesisDocument } from './GenesisDocument.ts'

/** Status of a chain, as one node sees it. */
export interface ChainStatus {
	readonly chainId: string
	/** Latest committed height; 0 before the first block. */
	readonly height: number
	/** Lowest height whose block is kept; 0 before the first block. */
	readonly earliestHeight: number
	/** The key this node signs blocks with; its power is 0 while it is no validator. */
	readonly validator: Validator
	/** Whether the node still takes blocks from others that are older than the newest one. */
	readonly catchingUp: boolean
}

/** A page of search results. */
export interface SearchRequest {
	/** Tendermint's query language: `tx.height>5 AND message.sender='chain1…'`. */
	readonly query: string
	/** From 1. As wide as on the wire, since refusals repeat it. */
	readonly page: bigint
	readonly perPage: number
	readonly order: 'asc' | 'desc'
}

/** Ends a subscription; calling it twice does nothing. */
export type Unsubscribe = () => void

/**
 * The read interface of servers and summaries to a chain, whichever engine runs it: the light one in process or in
 * another thread, or a real one over its RPC. All methods return promises. Heights count from the genesis document's
 * initial height; `undefined` means that the node lacks the item (future or pruned). A committed height does not
 * change, but a new one may appear between two calls.
 */
export interface ChainReader {
	status(): Promise<ChainStatus>
	genesis(): Promise<GenesisDocument>

	header(height: number): Promise<Header | undefined>
	blockMeta(height: number): Promise<BlockMeta | undefined>
	block(height: number): Promise<Block | undefined>
	/** Height of the block with this id hash. */
	heightByHash(hash: Uint8Array): Promise<number | undefined>
	/** The precommits for a block: the canonical ones of the next block, or those seen so far for the latest. */
	commit(height: number): Promise<{ readonly commit: Commit; readonly canonical: boolean } | undefined>
	blockResults(height: number): Promise<BlockResults | undefined>
	/** The gas that a block's transactions used, without reading their events. */
	gasUsed(height: number): Promise<bigint | undefined>
	/** The validator set that signs this height; up to latest + 1. */
	validators(height: number): Promise<readonly Validator[] | undefined>
	/** The parameters in force at this height; up to latest + 1. */
	consensusParams(height: number): Promise<(ConsensusParams & { readonly timeIotaMs: bigint }) | undefined>

	/** By the SHA-256 of its bytes; undefined if it is not in the index. */
	tx(hash: Uint8Array): Promise<TxRecord | undefined>
	/** Rejects with QueryError for a query Tendermint refuses. */
	searchTxs(request: SearchRequest): Promise<{ readonly txs: readonly TxRecord[]; readonly total: number }>
	/** Heights of blocks whose begin- and end-block events match. Rejects with QueryError. */
	searchBlocks(request: SearchRequest): Promise<{ readonly heights: readonly number[]; readonly total: number }>

	/** Calls the listener for each matching event, in order, once the block is durable. Rejects with QueryError. */
	subscribe(query: string, listener: (event: ChainEvent) => void): Promise<Unsubscribe>
}
