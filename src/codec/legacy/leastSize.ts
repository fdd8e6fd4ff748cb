import type { StdTx } from '../amino/stdTx.ts'

/** The largest transaction a mempool of the 0.34 line takes (tendermint v0.34.15 config max_tx_bytes). */
export const maxTxBytes = 1_048_576

/**
 * A lower bound of the size of a transaction's protobuf form in bytes: two per message, four per signature, five per
 * coin, and the memo's. It detects hostile transactions before the conversion.
 */
export function leastSize({ msgs, signatures, fee, memo }: StdTx): number {
	return msgs.length * 2 + signatures.length * 4 + fee.amount.length * 5 + memo.length
}
