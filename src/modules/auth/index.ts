import type { AppModule } from '../../app/AppModule.ts'
import { feeCollector } from '../../app/ante/deductFee.ts'
import { wholeExport } from '../../app/genesis/genesis.ts'
import type { AminoBrand } from '../../codec/ChainSettings.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { type AuthKeeper, authStoreKey } from './AuthKeeper.ts'
import {
	exportAuthGenesis,
	initAuthGenesis,
	loadAuthGenesis,
	parseAuthGenesis,
	validateAuthGenesis,
	validateLargeAuthGenesis,
} from './genesis.ts'
import { createAuthLegacyQuerier, createAuthQueries } from './queries.ts'

export { AuthKeeper } from './AuthKeeper.ts'

/** Dependencies of the auth module. */
export interface AuthModuleDeps {
	readonly keeper: AuthKeeper
	readonly registry: Registry
	readonly brand: AminoBrand
}

/** The auth module: accounts and the parameters of transactions (framework: x/auth). */
export function createAuthModule({ keeper, registry, brand }: AuthModuleDeps): AppModule {
	return {
		name: 'auth',
		consensusVersion: 2,
		storeKeys: [authStoreKey],
		messages: [],
		queries: [createAuthQueries(keeper)],
		legacyQuerier: createAuthLegacyQuerier(keeper, registry, brand),
		validateGenesis: (state) => validateAuthGenesis(parseAuthGenesis(state, registry), keeper.prefix, registry),
		validateLargeGenesis: (part) => validateLargeAuthGenesis(part, keeper.prefix, registry),
		initGenesis: (ctx, state) => initAuthGenesis(keeper, ctx, parseAuthGenesis(state, registry), feeCollector),
		loadGenesis: (ctx, part) => loadAuthGenesis(keeper, ctx, part, { registry, feeCollector }),
		exportGenesis: (ctx) => wholeExport(exportAuthGenesis(keeper, ctx, registry)),
		exportLargeGenesis: (ctx) => exportAuthGenesis(keeper, ctx, registry),
	}
}
