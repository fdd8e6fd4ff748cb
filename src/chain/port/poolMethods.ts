import type { QueryRequest, QueryResponse } from '../../abci/Application.ts'
import type { QueryApplication } from '../../abci/QueryApplication.ts'
import type { TxPool } from '../TxPool.ts'

/** Methods of the block-making thread for serving threads. */
export type PoolMethods = {
	readonly [Name in keyof TxPool]-?: NonNullable<TxPool[Name]>
} & {
	simulate(tx: Uint8Array): ReturnType<QueryApplication['simulate']>
	query(request: QueryRequest): Promise<QueryResponse>
}

/** The methods of a pool and its application for other threads. */
export function poolMethods(pool: TxPool, application: QueryApplication): PoolMethods {
	return {
		checkTx: (tx) => pool.checkTx(tx),
		broadcastTxSync: (tx) => pool.broadcastTxSync(tx),
		broadcastTxSettled: (tx) => pool.broadcastTxSettled(tx),
		broadcastTxAsync: (tx) => pool.broadcastTxAsync(tx),
		broadcastTxCommit: (tx, timeoutMs) => pool.broadcastTxCommit(tx, timeoutMs),
		takeBack: async (hashes) => (await pool.takeBack?.(hashes)) ?? 0,
		mempoolSize: () => pool.mempoolSize(),
		mempoolTxs: (limit) => pool.mempoolTxs(limit),
		simulate: (tx) => application.simulate(tx),
		query: (request) => application.query(request),
	}
}
