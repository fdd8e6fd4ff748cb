import type { EthBlock } from '../blocks/EthBlock.ts'
import type { EthFault } from '../rpc/EthFault.ts'
import type { FilterKind } from './FilterKind.ts'
import type { LogFilter } from './LogFilter.ts'

/** Rules of a dialect for filters. */
export interface FilterRules {
	/** Maximum number of filters. */
	readonly max: number
	/** At the maximum: ends the filter polled longest ago, or refuses. */
	readonly whenFull: 'end the oldest' | 'refuse'
	/**
	 * Returned instead of an id for a refused filter.
	 *
	 * @throws {EthFault} if a refusal is an error.
	 */
	refuse(kind: FilterKind['kind']): string
	unknown(id: string): EthFault
	/** Error for a filter of another kind than logs. */
	noLogFilter(id: string, kind: FilterKind['kind']): EthFault
	/**
	 * Checks a log filter.
	 *
	 * @throws {EthFault} for a filter that is refused.
	 */
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
