import { feeCollector } from '../app/ante/deductFee.ts'
import { standardAnteChain } from '../app/ante/standardAnteChain.ts'
import { BaseApp, stateRoom } from '../app/BaseApp.ts'
import { baseAppSubspace } from '../app/consensusParams.ts'
import { createKeyReader } from '../app/publicKeys.ts'
import { txDecoder } from '../app/txDecoder.ts'
import { moduleAddress } from '../codec/address/moduleAddress.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { parseDecCoins } from '../codec/coins/decCoins.ts'
import { createRegistry, type Registry } from '../codec/registry/createRegistry.ts'
import { AuthKeeper, createAuthModule } from '../modules/auth/index.ts'
import { createBankModule } from '../modules/bank/index.ts'
import { createGreetModule } from '../modules/greet/index.ts'
import { createParamsModule, ParamsKeeper } from '../modules/params/index.ts'
import { createVestingModule } from '../modules/vesting/index.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { createCommitMultiStore } from '../store/multi/commitMultiStore.ts'
import type { Pruning } from '../store/multi/PruningOptions.ts'

/** What the application of a node depends on. */
export interface AppOptions {
	/** The application's part of the node's database. */
	readonly db: KvDatabase
	readonly settings: ChainSettings
	/** Minimum gas prices such as `0.01uchain`; empty accepts any fee. */
	readonly minGasPrices: string
	readonly pruning: Pruning
	/** Name and version shown to engines and by `/app/version`. */
	readonly name: string
	readonly version: string
	readonly registry?: Registry
}

/**
 * Assembles the chain: auth, bank, vesting, params and greet over their stores, behind the standard ante chain.
 *
 * Module accounts are the fee collector alone, which nobody may send to. The order of the modules is that of their
 * genesis. Throws UserError when the database cannot be opened, a plain error for unreadable gas prices.
 */
export function createApp(options: AppOptions): BaseApp {
	const { db, settings } = options
	const registry = options.registry ?? createRegistry()
	const paramsKeeper = new ParamsKeeper()
	const consensusParams = paramsKeeper.subspace(baseAppSubspace)
	const accounts = new AuthKeeper({
		prefix: settings.prefix,
		subspace: paramsKeeper.subspace('auth'),
		moduleAccounts: { [feeCollector]: [] },
	})
	const bank = createBankModule({
		settings,
		accounts,
		params: paramsKeeper.subspace('bank'),
		blockedAddresses: [moduleAddress(feeCollector)],
	})
	const modules = [
		createAuthModule({ keeper: accounts, registry, brand: settings.aminoBrand }),
		bank,
		createVestingModule({ settings, accounts, bank: bank.keeper }),
		createParamsModule(paramsKeeper),
		createGreetModule({ settings }),
	]
	return new BaseApp({
		name: options.name,
		version: options.version,
		db,
		modules,
		store: createCommitMultiStore({
			db: db.prefixed(stateRoom),
			kvStores: modules.flatMap(({ storeKeys }) => storeKeys),
			// Nothing is kept in it; queries to it are refused with the framework's own text.
			transientStores: ['transient_params'],
			pruning: options.pruning,
		}),
		pipeline: {
			decode: txDecoder(modules, registry, settings.prefix),
			ante: standardAnteChain({
				keys: createKeyReader(registry),
				accounts,
				bank: bank.keeper,
				minGasPrices: parseDecCoins(options.minGasPrices),
				amino: { registry, brand: settings.aminoBrand },
			}),
			consensusParams,
		},
	})
}
