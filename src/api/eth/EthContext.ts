import type { EthDialect } from './dialect/EthDialect.ts'
import type { EthChain } from './EthChain.ts'

/** What the methods work on. */
export interface EthContext extends EthChain {
	/** Which program's face is shown. */
	readonly dialect: EthDialect
}
