import type { Address } from 'viem'

/** One frame of a call, with those it made. */
export interface CallNode {
	/** `CALL`, `DELEGATECALL`, `STATICCALL`, `CREATE`, `CREATE2`, `SELFDESTRUCT`. */
	readonly kind: string
	readonly from: Address
	readonly to: Address | undefined
	/** Name of the contract in the book; empty where it has none. */
	readonly contract: string
	/** `transfer(to: 0x…, amount: 5)`, or the first four bytes. */
	readonly call: string
	/** Return value, or the reason of the failure. */
	readonly result: string
	readonly failed: boolean
	readonly gas: bigint
	readonly gasUsed: bigint
	/** Gas of this frame alone, without those it called. */
	readonly gasOwn: bigint
	/** In the EVM's unit. */
	readonly value: bigint
	readonly calls: readonly CallNode[]
}
