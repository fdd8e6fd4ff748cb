import { type DecodedTx, decodeTx } from '../../../codec/tx/decodeTx.ts'
import type { LegacyParts } from '../LegacyAnswer.ts'

/** Most waiting transactions that are looked at. */
export const maxWaiting = 1000

/** The first transactions that wait for a block, in order: that generation's checks saw the state behind them. */
export async function waitingTxs({ pool, registry }: LegacyParts): Promise<readonly DecodedTx[]> {
	return (await pool.mempoolTxs(maxWaiting)).map((bytes) => decodeTx(bytes, registry))
}
