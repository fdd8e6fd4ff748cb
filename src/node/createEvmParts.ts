import type { AppModule } from '../app/AppModule.ts'
import { type AnteHandler, createAnteHandler } from '../app/ante/createAnteHandler.ts'
import { type AnteDeps, frameworkSteps, standardAnteChain } from '../app/ante/standardAnteChain.ts'
import type { BankKeeper } from '../app/expectedKeepers.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { evmDenomOf } from '../codec/coins/evmAmount.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import type { AuthKeeper } from '../modules/auth/index.ts'
import {
	createEvmAnteHandler,
	createEvmModule,
	EvmKeeper,
	evmModuleName,
	evmTransientStore,
	typedDataVerification,
} from '../modules/evm/index.ts'
import {
	AccountRule,
	createEvmutilModule,
	EvmBank,
	evmutilModuleName,
	evmutilStoreKey,
	FractionKeeper,
	ruleKey,
} from '../modules/evmutil/index.ts'
import { createFeeMarketModule, FeeMarketKeeper } from '../modules/feemarket/index.ts'
import { createHistoryModule, HistoryKeeper } from '../modules/history/index.ts'
import type { ParamsKeeper } from '../modules/params/index.ts'
import type { CommitMultiStore } from '../store/MultiStore.ts'
import type { Scheduler } from '../util/schedule/Scheduler.ts'

/** Module accounts of the EVM with their permissions. */
export const evmModuleAccounts: Readonly<Record<string, readonly string[]>> = {
	[evmModuleName]: ['minter', 'burner'],
	[evmutilModuleName]: ['minter', 'burner'],
}

/** Stores of the EVM besides those of its modules. */
export const evmStores = { transient: [evmTransientStore] } as const

/** The chain's own parts that the EVM's modules use. */
export interface EvmMountPoints {
	readonly accounts: AuthKeeper
	readonly bank: BankKeeper
	readonly params: ParamsKeeper
}

/** The EVM's modules as the application mounts them. */
export interface MountedEvm {
	readonly keeper: EvmKeeper
	/** In the order of their genesis. */
	readonly modules: readonly AppModule[]
	readonly beginBlockers: readonly AppModule[]
	readonly endBlockers: readonly AppModule[]
	/** The ante handler of all transactions on a chain with an EVM. */
	ante(deps: AnteDeps): AnteHandler
}

/** The EVM of a chain before and after its modules are mounted. */
export interface EvmParts {
	readonly rule: AccountRule
	mount(points: EvmMountPoints): MountedEvm
	/** Loads the account rule of the saved state. */
	load(store: CommitMultiStore): void
}

/** Options of a chain's EVM. */
export interface EvmPartsOptions {
	/** EIP-155 chain number. */
	readonly chainId: bigint
	readonly settings: ChainSettings
	readonly registry: Registry
	/** Of the node. */
	readonly scheduler: Scheduler
	/** See EthereumChainDeps. */
	readonly checksNextFee?: boolean | undefined
}

/** Builds the EVM of a chain: evm, feemarket, evmutil and history, and its ante handler. */
export function createEvmParts({ chainId, settings, registry, scheduler, checksNextFee }: EvmPartsOptions): EvmParts {
	const rule = new AccountRule()
	return {
		rule,
		load: (store) => rule.set(store.kvStore(evmutilStoreKey).get(ruleKey)),
		mount({ accounts, bank, params }) {
			const evmDenom = evmDenomOf(settings.denom)
			const { prefix } = settings
			const fractions = new FractionKeeper()
			const evmBank = new EvmBank({ fractions, bank, accounts, evmDenom, nativeDenom: settings.denom })
			const feeMarket = new FeeMarketKeeper(params.subspace('feemarket'))
			const history = new HistoryKeeper()
			const keeper = new EvmKeeper({
				chainId,
				prefix,
				subspace: params.subspace('evm'),
				accounts,
				bank: evmBank,
				feeMarket,
				history,
				rule,
				scheduler,
			})
			const evm = createEvmModule({ keeper, accounts, registry })
			const market = createFeeMarketModule({ keeper: feeMarket, registry })
			const util = createEvmutilModule({ fractions, bank: evmBank, rule, prefix })
			const headers = createHistoryModule(history)
			return {
				keeper,
				modules: [evm, market, util, headers],
				beginBlockers: [market, evm, headers],
				endBlockers: [evm, market],
				ante(deps) {
					// Nobody holds the EVM's unit as a coin, so the framework's transactions need not pay its price.
					const framework = {
						...deps,
						minGasPrices: deps.minGasPrices.filter(({ denom }) => denom !== evmDenom),
					}
					return createEvmAnteHandler({
						keeper,
						registry,
						minGasPrices: deps.minGasPrices,
						checksNextFee,
						standard: standardAnteChain(framework),
						web3: createAnteHandler(
							frameworkSteps(framework, typedDataVerification({ ...framework, registry, chainId })),
						),
					})
				},
			}
		},
	}
}
