import type { Header } from '../../../chain/blockTypes.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'

/** A log of a transaction, with its place. */
export interface EthLog {
	/** 20 bytes. */
	readonly address: Uint8Array
	/** 32 bytes each. */
	readonly topics: readonly Uint8Array[]
	readonly data: Uint8Array
	/** Through the whole block. */
	readonly logIndex: number
	readonly tx: { readonly hash: Uint8Array; readonly index: number }
	readonly block: { readonly hash: Uint8Array; readonly height: number; readonly timestamp: bigint }
}

/** An Ethereum transaction that is in a block and was executed, with what came of it. */
export interface EthBlockTx {
	readonly tx: EthTx
	readonly hash: Uint8Array
	/** 20 bytes. */
	readonly from: Uint8Array
	/** Among the block's executed Ethereum transactions. */
	readonly index: number
	readonly gasUsed: bigint
	/** Of the block; undefined before London. */
	readonly baseFee: bigint | undefined
	/** Gas of the block's framework transactions before this one and of its messages up to this one. */
	readonly cumulativeGas: bigint
	/** Why the virtual machine failed; empty when it did not. */
	readonly vmError: string
	readonly logs: readonly EthLog[]
	/** Place in the engine's block and among the messages there. */
	readonly place: { readonly tx: number; readonly message: number }
}

/** A block of the chain as Ethereum's tools see it. */
export interface EthBlock {
	readonly height: number
	/** The engine's block hash. */
	readonly hash: Uint8Array
	readonly header: Header
	/** Bytes of the engine's block. */
	readonly size: number
	/** Seconds. */
	readonly timestamp: bigint
	/** Undefined before London. */
	readonly baseFee: bigint | undefined
	readonly gasLimit: bigint
	/** Of all transactions, those of the framework and refused ones too. */
	readonly gasUsed: bigint
	/** 256 bytes. */
	readonly bloom: Uint8Array
	/** 20 bytes: who gets COINBASE. */
	readonly coinbase: Uint8Array
	readonly txs: readonly EthBlockTx[]
}
