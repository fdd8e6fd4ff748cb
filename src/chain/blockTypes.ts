import type { AbciEvent, BlockTime, ConsensusParamUpdates, TxResult, ValidatorUpdate } from '../abci/Application.ts'

/** Merkle root and number of the 64 KiB parts a block is cut into (tendermint types.PartSetHeader). */
export interface PartSetHeader {
	readonly total: number
	readonly hash: Uint8Array
}

/** Identity of a block: header hash and part set; both empty for "no block" (tendermint types.BlockID). */
export interface BlockId {
	readonly hash: Uint8Array
	readonly parts: PartSetHeader
}

/** A block header of the 0.34 line. Hashes are 32 bytes, or empty where the chain has none yet. */
export interface Header {
	readonly version: { readonly block: bigint; readonly app: bigint }
	readonly chainId: string
	readonly height: number
	readonly time: BlockTime
	readonly lastBlockId: BlockId
	readonly lastCommitHash: Uint8Array
	readonly dataHash: Uint8Array
	readonly validatorsHash: Uint8Array
	readonly nextValidatorsHash: Uint8Array
	readonly consensusHash: Uint8Array
	/** After the block before this one. */
	readonly appHash: Uint8Array
	readonly lastResultsHash: Uint8Array
	readonly evidenceHash: Uint8Array
	readonly proposerAddress: Uint8Array
}

/** One validator's precommit; the light engine only ever writes signatures for the block (flag 2). */
export interface CommitSig {
	readonly blockIdFlag: number
	readonly validatorAddress: Uint8Array
	readonly timestamp: BlockTime
	readonly signature: Uint8Array
}

/** The precommits that made a block final. */
export interface Commit {
	readonly height: number
	readonly round: number
	readonly blockId: BlockId
	readonly signatures: readonly CommitSig[]
}

/** A whole block. The light engine has one validator, so there is never evidence. */
export interface Block {
	readonly header: Header
	readonly txs: readonly Uint8Array[]
	/** Commit of the previous block; height 0 without signatures in the first one. */
	readonly lastCommit: Commit
}

/** A block without its transactions, for lists. */
export interface BlockMeta {
	readonly blockId: BlockId
	/** Bytes of the block's protobuf form. */
	readonly blockSize: number
	readonly header: Header
	readonly numTxs: number
}

/** Results of the application for a block. */
export interface BlockResults {
	readonly height: number
	readonly txs: readonly TxResult[]
	readonly beginBlockEvents: readonly AbciEvent[]
	readonly endBlockEvents: readonly AbciEvent[]
	readonly validatorUpdates: readonly ValidatorUpdate[]
	readonly consensusParamUpdates?: ConsensusParamUpdates | undefined
}

/** A transaction of a block with its result. */
export interface TxRecord {
	/** SHA-256 of the bytes. */
	readonly hash: Uint8Array
	readonly height: number
	readonly index: number
	readonly tx: Uint8Array
	readonly result: TxResult
}

/** A member of the validator set. */
export interface Validator {
	/** First 20 bytes of the SHA-256 of the key. */
	readonly address: Uint8Array
	/** ed25519, 32 bytes. */
	readonly pubKey: Uint8Array
	readonly power: bigint
	readonly proposerPriority: bigint
}
