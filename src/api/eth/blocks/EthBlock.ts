import type { Header } from '../../../chain/blockTypes.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'

/** A log of a transaction, with its position. */
export interface EthLog {
	/** 20 bytes. */
	readonly address: Uint8Array
	/** 32 bytes each. */
	readonly topics: readonly Uint8Array[]
	readonly data: Uint8Array
	/** Index within the whole block. */
	readonly logIndex: number
	readonly tx: { readonly hash: Uint8Array; readonly index: number }
	readonly block: { readonly hash: Uint8Array; readonly height: number; readonly timestamp: bigint }
}

/** An executed Ethereum transaction of a block, with its result. */
export interface EthBlockTx {
	readonly tx: EthTx
	readonly hash: Uint8Array
	/** 20 bytes. */
	readonly from: Uint8Array
	/** Index among the executed Ethereum transactions of the block. */
	readonly index: number
	readonly gasUsed: bigint
	/** Base fee of the block; undefined before London. */
	readonly baseFee: bigint | undefined
	/** Gas of the block's earlier framework transactions, and of this one's messages up to this one. */
	readonly cumulativeGas: bigint
	/** Error of the virtual machine; empty on success. */
	readonly vmError: string
	readonly logs: readonly EthLog[]
	/** Index in the engine's block and of the message. */
	readonly place: { readonly tx: number; readonly message: number }
}

/** The forks of a block that add members to its header. */
export interface BlockForks {
	readonly shanghai: boolean
	readonly cancun: boolean
	readonly prague: boolean
}

/** A block of the chain in Ethereum's form. */
export interface EthBlock {
	readonly height: number
	/** The engine's block hash. */
	readonly hash: Uint8Array
	readonly header: Header
	/** Size of the engine's block in bytes. */
	readonly size: number
	/** Seconds. */
	readonly timestamp: bigint
	/** Undefined before London. */
	readonly baseFee: bigint | undefined
	readonly gasLimit: bigint
	/** Gas of all transactions, including those of the framework and failed ones. */
	readonly gasUsed: bigint
	/** 256 bytes. */
	readonly bloom: Uint8Array
	/** 20 bytes: the result of COINBASE. */
	readonly coinbase: Uint8Array
	/** 32 bytes: the result of PREVRANDAO. */
	readonly random: Uint8Array
	readonly forks: BlockForks
	readonly txs: readonly EthBlockTx[]
}
