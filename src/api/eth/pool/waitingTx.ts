import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import type { EthContext } from '../EthContext.ts'
import { inMempool } from './inMempool.ts'

/** A transaction that waits for a block or for an earlier nonce; undefined when none has the hash. */
export async function waitingTx(wanted: Uint8Array, { source, pool }: EthContext) {
	const queued = pool.queued.find(({ hash }) => equalBytes(hash, wanted))
	if (queued !== undefined) return queued
	const found = (await inMempool(source.pool)).find(({ tx }) => equalBytes(ethTxHash(tx), wanted))
	return found && { tx: found.tx, hash: wanted, from: found.from() }
}
