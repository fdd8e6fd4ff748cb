import type { EthBlock } from '../blocks/EthBlock.ts'
import type { Bound } from '../rpc/Bound.ts'
import type { EthFault } from '../rpc/EthFault.ts'
import type { LogFilter } from './LogFilter.ts'

/** Rules of a dialect for filters. */
export interface FilterRules {
	/** Maximum number of filters. */
	readonly max: number
	/** At the maximum: ends the filter polled longest ago, or refuses. */
	readonly whenFull: 'end the oldest' | 'refuse'
	/** Returned instead of an id for a refused filter. @throws {EthFault} if a refusal is an error. */
	refuse(kind: FilterKind['kind']): string
	unknown(id: string): EthFault
	/** Error for a filter of another kind than logs. */
	noLogFilter(id: string, kind: FilterKind['kind']): EthFault
	/** Checks a log filter. @throws {EthFault} for a filter that is refused. */
	check(filter: LogFilter): void
	/** The hash that a block filter reports. */
	blockHash(block: EthBlock): Uint8Array
	/** Whether pending transactions are reported when they enter the mempool, or when they are in a block. */
	readonly pendingFrom: 'pool' | 'block'
	/** Whether a filter delivers the logs of a height. */
	delivers(filter: LogFilter, height: number): boolean
	/** Whether only the first Ethereum message of a framework transaction counts. */
	readonly firstMessageOnly: boolean
}

/** The kind of events that a filter collects between polls. */
export type FilterKind =
	| { readonly kind: 'blocks' }
	| { readonly kind: 'pending' }
	| { readonly kind: 'logs'; readonly filter: LogFilter }

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
	/** The heights to search; undefined finds nothing. @throws {EthFault} for a range that is refused. */
	range(filter: LogFilter, latest: number): Promise<LogRange | undefined>
}
