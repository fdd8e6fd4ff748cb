import type { QueryApplication } from '../abci/QueryApplication.ts'
import type { ChainReader } from './ChainReader.ts'
import type { TxPool } from './TxPool.ts'

/** All that servers need of a running chain, whichever engine runs it and in whichever thread or process. */
export interface ChainSource {
	readonly chain: ChainReader
	readonly pool: TxPool
	/** Answers queries and simulations; stays the same object across revert and reset. */
	readonly application: QueryApplication
}
