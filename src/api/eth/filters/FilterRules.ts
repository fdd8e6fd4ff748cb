import type { EthBlock } from '../blocks/EthBlock.ts'
import type { EthFault } from '../EthFault.ts'
import type { FilterKind } from './FilterKind.ts'
import type { LogFilter } from './LogFilter.ts'

/** How a face keeps filters. */
export interface FilterRules {
	/** Filters at once. */
	readonly max: number
	/** At the bound: makes place by ending the one polled longest ago, or refuses. */
	readonly whenFull: 'end the oldest' | 'refuse'
	/**
	 * What a new filter gets in place of an id where it is refused.
	 *
	 * @throws {EthFault} where that is an error.
	 */
	refuse(kind: FilterKind['kind']): string
	unknown(id: string): EthFault
	/** A filter that does not look for logs. */
	noLogFilter(id: string, kind: FilterKind['kind']): EthFault
	/**
	 * Refuses what no filter may look for.
	 *
	 * @throws {EthFault}
	 */
	check(filter: LogFilter): void
	/** What a filter of blocks tells of one. */
	blockHash(block: EthBlock): Uint8Array
	/** Whether waiting transactions are told when they enter the pool, or when they are in a block. */
	readonly pendingFrom: 'pool' | 'block'
	/** The logs of a block that a filter delivers, besides what it looks for. */
	delivers(filter: LogFilter, height: number): boolean
	/** Whether only the first Ethereum message of a framework transaction is looked at. */
	readonly firstMessageOnly: boolean
}
