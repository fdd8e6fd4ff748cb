import type { EthChain } from '../EthChain.ts'
import type { EthFault } from '../EthFault.ts'
import type { LogFilter } from './LogFilter.ts'

/** First and last height of a search. */
export interface LogRange {
	readonly from: number
	readonly to: number
}

/** How a face searches logs: which heights a filter means, bounds, and texts of refusals. */
export interface LogRules {
	/** Logs a search may give. */
	readonly maxLogs: number
	readonly tooManyLogs: EthFault
	unknownHash(hash: Uint8Array): EthFault
	/** A height of the range that the node does not keep, or not yet. */
	missingBlock(height: number, latest: number): EthFault
	/**
	 * The heights to search; undefined finds nothing.
	 *
	 * @throws {EthFault} for a range that is refused.
	 */
	range(filter: LogFilter, latest: number, context: EthChain): Promise<LogRange | undefined>
}
