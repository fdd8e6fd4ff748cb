import type { QueryApplication } from '../abci/Application.ts'
import type { ChainReader } from './ChainReader.ts'
import type { TxPool } from './TxPool.ts'

/** Everything servers need of a running chain, whichever engine, thread or process runs it. */
export interface ChainSource {
	readonly chain: ChainReader
	readonly pool: TxPool
	/** Answers queries and simulations; stays the same object across revert and reset. */
	readonly application: QueryApplication
}
