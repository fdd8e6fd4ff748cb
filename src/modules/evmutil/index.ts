import type { AppModule } from '../../app/AppModule.ts'
import { inOtherWords, PanicError } from '../../errors/ChainError.ts'
import {
	type EvmutilParts,
	exportEvmutilGenesis,
	initEvmutilGenesis,
	parseEvmutilGenesis,
	validateEvmutilGenesis,
} from './genesis.ts'
import { evmutilModuleName, evmutilStoreKey } from './keys.ts'

export { EvmBank } from './EvmBank.ts'
export { FractionKeeper } from './FractionKeeper.ts'
export { AccountRule } from './genesis.ts'
export { evmutilModuleName, evmutilStoreKey, ruleKey } from './keys.ts'

/** The module evmutil: balances of the EVM below one native coin, and the rule for new accounts. It has no messages. */
export function createEvmutilModule(parts: EvmutilParts): AppModule {
	const { prefix } = parts
	return {
		name: evmutilModuleName,
		consensusVersion: 1,
		storeKeys: [evmutilStoreKey],
		messages: [],
		queries: [],
		validateGenesis: (state) => validateEvmutilGenesis(parseEvmutilGenesis(state, prefix), prefix),
		initGenesis: (ctx, state) => {
			const genesis = parseEvmutilGenesis(state, prefix)
			inOtherWords(
				() => validateEvmutilGenesis(genesis, prefix),
				(error) => new PanicError(`failed to validate ${evmutilModuleName} genesis state: ${error.log}`),
			)
			initEvmutilGenesis(parts, ctx, genesis)
		},
		exportGenesis: (ctx) => exportEvmutilGenesis(parts, ctx),
	}
}
