import type { Clock } from '../../util/Clock.ts'
import { EthBlocks } from './blocks/EthBlocks.ts'
import type { EthContext } from './EthContext.ts'
import { EthHandler, gethLimits } from './EthHandler.ts'
import { ChainNews } from './filters/ChainNews.ts'
import { PolledFilters } from './filters/PolledFilters.ts'
import { ethBlockMethods } from './methods/ethBlockMethods.ts'
import { ethCallMethods } from './methods/ethCallMethods.ts'
import { ethDebugMethods } from './methods/ethDebugMethods.ts'
import { ethFeeMethods } from './methods/ethFeeMethods.ts'
import { ethLogMethods } from './methods/ethLogMethods.ts'
import { ethNodeMethods } from './methods/ethNodeMethods.ts'
import { ethSendMethods } from './methods/ethSendMethods.ts'
import { ethStateMethods } from './methods/ethStateMethods.ts'
import { ethTxMethods } from './methods/ethTxMethods.ts'
import { accountMethods } from './powers/accountMethods.ts'
import { chainPowerMethods } from './powers/chainPowerMethods.ts'
import type { EthPowers } from './powers/EthPowers.ts'
import { statePowerMethods } from './powers/statePowerMethods.ts'

/** What the JSON-RPC of the chain's EVM is made of. */
export interface EthApiOptions extends Omit<EthContext, 'blocks'> {
	readonly clock: Clock
	/** What programs of this machine may do to a developer's chain; absent gives no powers. */
	readonly powers?: EthPowers | undefined
}

/** The JSON-RPC of the chain's EVM, whoever serves it. */
export interface EthApi {
	readonly handler: EthHandler
	readonly context: EthContext
	readonly news: ChainNews
	/** Ends filters and subscriptions. */
	close(): Promise<void>
}

/** Makes the JSON-RPC of the chain's EVM: one implementation for local tools and for the private endpoint. */
export function createEthApi({ clock, powers, ...options }: EthApiOptions): EthApi {
	const blocks = new EthBlocks(options.source.chain)
	const context: EthContext = { ...options, blocks }
	const news = new ChainNews(options.source.chain, blocks)
	const filters = new PolledFilters(news, clock)
	const methods = {
		...ethNodeMethods(context),
		...ethBlockMethods(context),
		...ethTxMethods(context),
		...ethStateMethods(context),
		...ethCallMethods(context),
		...ethFeeMethods(context),
		...ethLogMethods(context, filters),
		...ethSendMethods(context, news),
		...ethDebugMethods(context),
	}
	const impersonated = new Set<string>()
	const forThisMachine =
		powers === undefined
			? {}
			: {
					...chainPowerMethods(powers),
					...statePowerMethods(powers, impersonated),
					...accountMethods(context, powers, news, impersonated),
				}
	return {
		handler: new EthHandler(methods, gethLimits, forThisMachine),
		context,
		news,
		async close() {
			filters.close()
			await news.close()
		},
	}
}
