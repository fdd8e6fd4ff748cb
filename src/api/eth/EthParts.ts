import type { EthContext } from './EthContext.ts'
import type { ChainNews } from './filters/ChainNews.ts'
import type { PolledFilters } from './filters/PolledFilters.ts'

/** What the methods of a face are made of. */
export interface EthParts {
	readonly context: EthContext
	readonly news: ChainNews
	readonly filters: PolledFilters
}
