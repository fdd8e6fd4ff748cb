import type { ChainSource } from '../chain/ChainSource.ts'
import type { TxPool } from '../chain/TxPool.ts'
import { sha256 } from '../crypto/hash.ts'
import { toHex } from '../util/bytes.ts'
import type { Engine } from './Engine.ts'

/** The engine as its thread's servers see it. @param forgetChecks checks begin at the last block again */
export function sourceOf(engine: Engine, forgetChecks?: () => void): ChainSource {
	if (forgetChecks === undefined) return { chain: engine, pool: engine, application: engine.application }
	const pool: TxPool = {
		checkTx: (tx) => engine.checkTx(tx),
		broadcastTxSync: (tx) => engine.broadcastTxSync(tx),
		broadcastTxSettled: (tx) => engine.broadcastTxSettled(tx),
		broadcastTxAsync: (tx) => engine.broadcastTxAsync(tx),
		broadcastTxCommit: (tx, timeoutMs) => engine.broadcastTxCommit(tx, timeoutMs),
		takeBack(hashes) {
			const wanted = new Set(hashes)
			return engine.dropTxs((tx) => wanted.has(toHex(sha256(tx))), forgetChecks)
		},
		mempoolSize: () => engine.mempoolSize(),
		mempoolTxs: (limit) => engine.mempoolTxs(limit),
	}
	return { chain: engine, pool, application: engine.application }
}
