import type { EthDialect } from './dialect/EthDialect.ts'
import type { EthChain } from './EthChain.ts'
import type { ChainNews } from './filters/ChainNews.ts'
import type { PolledFilters } from './filters/PolledFilters.ts'
import type { NodeKeys } from './keys/NodeKeys.ts'
import type { EthPowers } from './powers/EthPowers.ts'
import { defineMethod } from './rpc/EthMethod.ts'

/** What the methods of a chain with an EVM have in common. */
export interface EthContext extends EthChain {
	/** Dialect of the replies. */
	readonly dialect: EthDialect
	readonly news: ChainNews
	readonly filters: PolledFilters
	/** The keys that the node signs with for programs of its own machine. */
	readonly keys: NodeKeys
	/** What programs of this machine may do to a developer's chain; undefined on other chains. */
	readonly powers: EthPowers | undefined
	/** Of the methods that anyone may call: `eth`, `net`. */
	readonly namespaces: readonly string[]
	/** 0x and 32 bytes that are others after each start of the node. */
	readonly instanceId: string
}

/** Defines a method of a chain with an EVM. */
export const defineEthMethod = defineMethod<EthContext>()
