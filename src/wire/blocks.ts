// Blocks on Tendermint's wire (v0.34.15 rpc/core/types): 64-bit numbers are decimal texts, hashes upper-case hex, times RFC 3339.

import type { Json } from './node.ts'

/** Which block: its hash and that of its parts. Empty hashes for no block. */
export type BlockId = {
	readonly hash: string
	readonly parts: { readonly total: number; readonly hash: string }
}

/** The header of a block. */
export type Header = {
	readonly version: { readonly block?: string | undefined; readonly app?: string | undefined }
	readonly chain_id: string
	readonly height: string
	readonly time: string
	readonly last_block_id: BlockId
	readonly last_commit_hash: string
	readonly data_hash: string
	readonly validators_hash: string
	readonly next_validators_hash: string
	readonly consensus_hash: string
	readonly app_hash: string
	readonly last_results_hash: string
	readonly evidence_hash: string
	readonly proposer_address: string
}

/** The precommits for a block; signatures are base64. */
export type Commit = {
	readonly height: string
	readonly round: number
	readonly block_id: BlockId
	readonly signatures: readonly {
		readonly block_id_flag: number
		readonly validator_address: string
		readonly timestamp: string
		readonly signature: string | null
	}[]
}

/** A whole block; transactions are base64, null for none in Go's nil form. */
export type Block = {
	readonly header: Header
	readonly data: { readonly txs: readonly string[] | null }
	readonly evidence: { readonly evidence: readonly Json[] }
	readonly last_commit: Commit
}

/** A block as lists of blocks show it. */
export type BlockMeta = {
	readonly block_id: BlockId
	readonly block_size: string
	readonly header: Header
	readonly num_txs: string
}

/** Reply of `block` and `block_by_hash`. */
export type BlockReply = { readonly block_id: BlockId; readonly block: Block | null }

/** Reply of `blockchain`, newest first. */
export type BlockchainReply = { readonly last_height: string; readonly block_metas: readonly (BlockMeta | null)[] }

/** Reply of `commit`. */
export type CommitReply = {
	readonly signed_header: { readonly header: Header; readonly commit: Commit }
	/** Whether the commit is that of the next block, which never changes any more. */
	readonly canonical: boolean
}

/** Reply of `block_search`. */
export type BlockSearchReply = { readonly blocks: readonly BlockReply[]; readonly total_count: string }
