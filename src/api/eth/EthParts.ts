import type { EthContext } from './EthContext.ts'
import type { ChainNews } from './filters/ChainNews.ts'
import type { PolledFilters } from './filters/PolledFilters.ts'

/** Dependencies of the methods of a dialect. */
export interface EthParts {
	readonly context: EthContext
	readonly news: ChainNews
	readonly filters: PolledFilters
}
