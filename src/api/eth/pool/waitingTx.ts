import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthContext } from '../EthContext.ts'

/** Transactions of the mempool that are searched. */
const searched = 10_000

/** A transaction that waits for a block or for an earlier nonce; undefined when none has the hash. */
export async function waitingTx(wanted: Uint8Array, { source, pool }: EthContext) {
	const queued = pool.queued.find(({ hash }) => equalBytes(hash, wanted))
	if (queued !== undefined) return queued
	for (const bytes of await source.pool.mempoolTxs(searched)) {
		const found = ethMessagesOf(bytes).find(({ tx }) => equalBytes(ethTxHash(tx), wanted))
		if (found !== undefined) return { tx: found.tx, hash: wanted, from: found.from() }
	}
	return undefined
}
