import type { EthChain } from '../EthChain.ts'
import type { Bound } from '../rpc/Bound.ts'
import type { EthFault } from '../rpc/EthFault.ts'
import type { LogFilter } from './LogFilter.ts'

/** First and last height of a search. */
export interface LogRange {
	readonly from: number
	readonly to: number
}

/** Rules of a dialect for log searches: heights, limits, and error texts. */
export interface LogRules {
	/** Logs found. */
	readonly most: Bound
	unknownHash(hash: Uint8Array): EthFault
	/** Error for a height of the range that is pruned or future. */
	missingBlock(height: number, latest: number): EthFault
	/**
	 * The heights to search; undefined finds nothing.
	 *
	 * @throws {EthFault} for a range that is refused.
	 */
	range(filter: LogFilter, latest: number, context: EthChain): Promise<LogRange | undefined>
}
