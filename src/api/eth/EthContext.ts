import type { EthDialect } from './dialect/EthDialect.ts'
import type { EthChain } from './EthChain.ts'

/** Dependencies of the methods. */
export interface EthContext extends EthChain {
	/** Dialect of the replies. */
	readonly dialect: EthDialect
}
