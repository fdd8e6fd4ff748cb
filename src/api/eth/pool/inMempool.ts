import type { TxPool } from '../../../chain/TxPool.ts'
import { type EthEnvelope, ethMessagesOf } from '../blocks/ethMessagesOf.ts'

/** Transactions of the mempool that are searched. */
export const searchedPool = 10_000

/** The Ethereum transactions in the mempool, in its order. */
export async function inMempool(pool: TxPool, most = searchedPool): Promise<readonly EthEnvelope[]> {
	return (await pool.mempoolTxs(most)).flatMap(ethMessagesOf)
}
