import type { QueryApplication, QueryRequest, QueryResponse } from '../../abci/Application.ts'

import type { TxPool } from '../TxPool.ts'
import type { PortCaller } from './PortCaller.ts'

/** The pool of another thread. */
export function createPortPool(caller: PortCaller<PoolMethods>): TxPool {
	return {
		checkTx: (tx) => caller.call('checkTx', own(tx)),
		broadcastTxSync: (tx) => caller.call('broadcastTxSync', own(tx)),
		broadcastTxSettled: (tx) => caller.call('broadcastTxSettled', own(tx)),
		broadcastTxAsync: (tx) => caller.call('broadcastTxAsync', own(tx)),
		broadcastTxCommit: (tx, timeoutMs) => caller.call('broadcastTxCommit', own(tx), timeoutMs),
		takeBack: (hashes) => caller.call('takeBack', hashes),
		mempoolSize: () => caller.call('mempoolSize'),
		mempoolTxs: (limit) => caller.call('mempoolTxs', limit),
	}
}

/** The side of another thread's application that executes; what only reads it is given here. */
export function createPortApplication(
	caller: PortCaller<PoolMethods>,
	reads: Pick<QueryApplication, 'info' | 'query'>,
): QueryApplication {
	return {
		info: () => reads.info(),
		simulate: (tx) => caller.call('simulate', own(tx)),
		// The one query that executes, on the state of checks.
		query: (request) =>
			/^\/?app\/simulate(\/|$)/.test(request.path)
				? caller.call('query', { ...request, data: own(request.data) })
				: reads.query(request),
	}
}

/** A copy without what lies around it: cloning a part of a buffer clones the whole. */
function own(bytes: Uint8Array): Uint8Array {
	return new Uint8Array(bytes)
}

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
