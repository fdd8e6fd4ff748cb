import { equalBytes } from '../../../util/bytes.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthChain } from '../EthChain.ts'

/** Number of mempool transactions to search. */
const searchedPool = 10_000

/** The next nonce of a sender, including its transactions in the mempool. */
export async function pendingNonce(sender: Uint8Array, nonce: bigint, { source }: EthChain): Promise<bigint> {
	let next = nonce
	for (const bytes of await source.pool.mempoolTxs(searchedPool)) {
		for (const { from, tx } of ethMessagesOf(bytes))
			if (equalBytes(from(), sender) && tx.nonce >= next) next = tx.nonce + 1n
	}
	return next
}
