import type { StdTx } from '../amino/stdTx.ts'

/** The largest transaction a mempool of the 0.34 line takes (tendermint v0.34.15 config max_tx_bytes). */
export const maxTxBytes = 1_048_576

/**
 * A number of bytes that the protobuf form of a transaction has at least: two for each message, four for a signature, five
 * for a coin, and the memo's. It tells a hostile transaction from one that is worth converting.
 */
export function leastSize({ msgs, signatures, fee, memo }: StdTx): number {
	return msgs.length * 2 + signatures.length * 4 + fee.amount.length * 5 + memo.length
}
