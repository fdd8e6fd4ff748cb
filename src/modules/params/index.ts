import type { AppModule } from '../../app/AppModule.ts'
import type { ParamsKeeper } from './ParamsKeeper.ts'
import { paramsStoreKey } from './ParamsSubspace.ts'
import { createParamsLegacyQuerier, createParamsQueries } from './queries.ts'

export { ParamsKeeper } from './ParamsKeeper.ts'

/** The params module: the store of every module's parameters. It has no genesis of its own (framework: x/params). */
export function createParamsModule(keeper: ParamsKeeper): AppModule {
	return {
		name: 'params',
		consensusVersion: 1,
		storeKeys: [paramsStoreKey],
		messages: [],
		queries: [createParamsQueries(keeper)],
		legacyQuerier: createParamsLegacyQuerier(keeper),
		validateGenesis: () => undefined,
		initGenesis: () => undefined,
		exportGenesis: () => null,
	}
}
