import type { AccessEntry, Authorization } from '../tx/EthTx.ts'

/** A call or deployment as the interpreter gets it: all amounts in the EVM's unit. */
export interface EvmCall {
	/** 20 bytes. */
	readonly from: Uint8Array
	/** Undefined deploys `data`. */
	readonly to: Uint8Array | undefined
	readonly data: Uint8Array
	readonly value: bigint
	/** Gas that is left after the price of the call itself. */
	readonly gas: bigint
	readonly gasPrice: bigint
	/** The nonce of a deployment. */
	readonly nonce: bigint
	readonly accessList: readonly AccessEntry[] | undefined
	/** Taken before the call, and kept if it fails. */
	readonly authorizations?: readonly Authorization[] | undefined
}

/** The block a call runs in. */
export interface EvmBlock {
	readonly height: number
	/** Result of NUMBER, where a call overrides it; the height otherwise. */
	readonly number?: bigint
	/** Seconds since the epoch. */
	readonly timestamp: bigint
	readonly coinbase: Uint8Array
	/** 0 when it is unlimited. */
	readonly gasLimit: bigint
	readonly baseFee: bigint | undefined
	/** Result of PREVRANDAO from Shanghai on: 32 bytes. */
	readonly random: Uint8Array
	/** Result of BLOBBASEFEE from Cancun on; 0 unless a call overrides it, because there are no blobs. */
	readonly blobBaseFee?: bigint
	/** Hash of an earlier block, for BLOCKHASH. */
	hashAt(height: number): Uint8Array | undefined
	/** Whether repeated access to addresses and slots costs less. */
	readonly hasAccessLists: boolean
	/** Whether the coinbase is warm from the start (EIP-3651). */
	readonly warmCoinbase: boolean
}

/** A log of a contract. */
export interface EvmLog {
	readonly address: Uint8Array
	readonly topics: readonly Uint8Array[]
	readonly data: Uint8Array
}

/** Result of a call. The state has its changes, or none on failure. */
export interface EvmOutcome {
	/** Return data, or revert data; the code for a deployment. */
	readonly returned: Uint8Array
	readonly gasLeft: bigint
	/** The refund counter. */
	readonly refund: bigint
	/** go-ethereum's text; empty when it succeeded. */
	readonly error: string
	readonly logs: readonly EvmLog[]
	/** Hex of the addresses that destroyed themselves. */
	readonly destroyed: ReadonlySet<string>
}

/**
 * Precompiled contracts that one call finds elsewhere, as overrides of the state ask for: by the address where it finds
 * something else than usual, the usual address of what is there, or undefined for nothing. Addresses are hex without 0x.
 */
export type MovedPrecompiles = ReadonlyMap<string, string | undefined>
