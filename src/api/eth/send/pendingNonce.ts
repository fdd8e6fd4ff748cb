import { equalBytes } from '../../../util/bytes.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthChain } from '../EthChain.ts'

/** Waiting transactions that are looked through. */
const searchedPool = 10_000

/** The nonce that a sender's next transaction needs, those that wait in the pool counted. */
export async function pendingNonce(sender: Uint8Array, nonce: bigint, { source }: EthChain): Promise<bigint> {
	let next = nonce
	for (const bytes of await source.pool.mempoolTxs(searchedPool)) {
		for (const { from, tx } of ethMessagesOf(bytes))
			if (equalBytes(from(), sender) && tx.nonce >= next) next = tx.nonce + 1n
	}
	return next
}
