import type { ActingAccounts } from '../app/ante/ActingAccounts.ts'
import { feeCollector } from '../app/ante/deductFee.ts'
import { type SignatureHelper, SignaturesAhead } from '../app/ante/SignaturesAhead.ts'
import { standardAnteChain } from '../app/ante/standardAnteChain.ts'
import { BaseApp, statePrefix } from '../app/BaseApp.ts'
import type { TxMode } from '../app/Context.ts'
import { baseAppSubspace } from '../app/consensusParams.ts'
import { createKeyReader } from '../app/tx/publicKeys.ts'
import { txDecoder } from '../app/tx/runTx.ts'
import { moduleAddress } from '../codec/address/address.ts'
import { type ChainSettings, evmChainIdOf } from '../codec/ChainSettings.ts'
import { parseDecCoins } from '../codec/coins/decCoins.ts'
import { createRegistry, type Registry } from '../codec/registry/createRegistry.ts'
import { AuthKeeper, createAuthModule } from '../modules/auth/index.ts'
import { createBankModule } from '../modules/bank/index.ts'
import type { EvmKeeper } from '../modules/evm/index.ts'
import { createGreetModule } from '../modules/greet/index.ts'
import { createParamsModule, ParamsKeeper } from '../modules/params/index.ts'
import { createVestingModule } from '../modules/vesting/index.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { createCommitMultiStore } from '../store/multi/commitMultiStore.ts'
import type { Pruning } from '../store/multi/PruningOptions.ts'
import { Scheduler } from '../util/schedule/Scheduler.ts'
import { createEvmParts, evmModuleAccounts, evmStores } from './createEvmParts.ts'
import type { NodeConfig } from './NodeConfig.ts'
import { programVersion } from './version.ts'

/** Dependencies of a node's application. */
export interface AppOptions {
	/** The application's part of the node's database. */
	readonly db: KvDatabase
	readonly settings: ChainSettings
	/** Minimum gas prices such as `0.01uchain`; empty accepts any fee. */
	readonly minGasPrices: string
	readonly pruning: Pruning
	/** Versions that pruning keeps. */
	readonly isPinned?: ((version: number) => boolean) | undefined
	/** See CommitMultiStoreOptions. */
	readonly cachedNodes?: number | undefined
	/** Name and version for engines and `/app/version`. */
	readonly name: string
	readonly version: string
	/** Must include the EVM's types for a chain with an EVM. */
	readonly registry?: Registry
	/** Who verifies signatures ahead of their block (`BaseApp.verifyAhead`). */
	readonly signatures?: SignatureHelper | undefined
	/** Accounts that need no signature, on a developer's own chain. */
	readonly acting?: ActingAccounts | undefined
	/** Number of the chain by EIP-155; without one the chain has no EVM. */
	readonly evmChainId?: bigint | undefined
	/** See EthereumChainDeps; only with an EVM. */
	readonly checksNextFee?: boolean | undefined
	/** Of the node; left out where nobody asks. */
	readonly scheduler?: Scheduler
}

/** What the configuration of a node says of its application. @param chainId of its genesis */
export function appOptionsOf(config: NodeConfig, chainId: string) {
	return {
		settings: config.settings,
		minGasPrices: config.minimumGasPrices,
		pruning: config.pruning,
		name: 'chain-tui',
		version: programVersion,
		evmChainId: config.evmChainId ?? evmChainIdOf(chainId),
	}
}

/**
 * Builds the chain: auth, bank, vesting, params and greet over their stores, behind the standard ante chain. With an
 * EIP-155 number also evm, feemarket, evmutil and history. The module accounts are the fee collector and those of the
 * EVM; nobody can send to them. Modules are in the order of their genesis.
 * @throws {UserError} if the database cannot be opened; a plain error for unreadable gas prices.
 */
export function createApp(options: AppOptions): BaseApp {
	return createChainApp(options).app
}

/** An application and access to its EVM. */
export interface ChainApp {
	readonly app: BaseApp
	readonly evm: EvmKeeper | undefined
	/** Reads the newest commit of another thread. */
	follow(): void
}

/** Like `createApp`, with direct access to the EVM. */
export function createChainApp(options: AppOptions): ChainApp {
	const { db, settings, evmChainId: chainId, checksNextFee, scheduler = new Scheduler() } = options
	const registry = options.registry ?? createRegistry({ evm: chainId !== undefined })
	const paramsKeeper = new ParamsKeeper()
	const consensusParams = paramsKeeper.subspace(baseAppSubspace)
	const evm =
		chainId === undefined ? undefined : createEvmParts({ chainId, settings, registry, scheduler, checksNextFee })
	const moduleAccounts = { [feeCollector]: [], ...(evm === undefined ? {} : evmModuleAccounts) }
	const accounts = new AuthKeeper({
		prefix: settings.prefix,
		subspace: paramsKeeper.subspace('auth'),
		moduleAccounts,
		...(evm === undefined ? {} : { prototype: (base) => evm.rule.prototype(base) }),
	})
	const bank = createBankModule({
		settings,
		accounts,
		params: paramsKeeper.subspace('bank'),
		blockedAddresses: Object.keys(moduleAccounts).map(moduleAddress),
	})
	const mounted = evm?.mount({ accounts, bank: bank.keeper, params: paramsKeeper })
	const modules = [
		createAuthModule({ keeper: accounts, registry, brand: settings.aminoBrand }),
		bank,
		createVestingModule({ settings, accounts, bank: bank.keeper }),
		createParamsModule(paramsKeeper),
		createGreetModule({ settings }),
		...(mounted?.modules ?? []),
	]
	const store = createCommitMultiStore({
		db: db.prefixed(statePrefix),
		kvStores: modules.flatMap(({ storeKeys }) => storeKeys),
		// The params module stores nothing in the first; the framework refuses queries to it with its own text.
		transientStores: ['transient_params', ...(evm === undefined ? [] : evmStores.transient)],
		pruning: options.pruning,
		...(options.isPinned === undefined ? {} : { isPinned: options.isPinned }),
		cachedNodes: options.cachedNodes,
	})
	evm?.load(store)
	const amino = { registry, brand: settings.aminoBrand }
	const decode = txDecoder(modules, registry, settings.prefix)
	const helper = options.signatures
	const ahead = helper === undefined ? undefined : new SignaturesAhead({ helper, decode, accounts, amino })
	const ante = {
		keys: createKeyReader(registry),
		accounts,
		bank: bank.keeper,
		minGasPrices: parseDecCoins(options.minGasPrices),
		amino,
		acting: options.acting,
		...(ahead === undefined ? {} : { ahead }),
	}
	const app = new BaseApp({
		name: options.name,
		version: options.version,
		db,
		modules,
		store,
		...(mounted === undefined ? {} : { beginBlockers: mounted.beginBlockers, endBlockers: mounted.endBlockers }),
		pipeline: {
			...(ahead === undefined
				? { decode }
				: { ahead, decode: (bytes: Uint8Array, mode: TxMode) => ahead.decode(bytes, mode) }),
			ante: mounted === undefined ? standardAnteChain(ante) : mounted.ante(ante),
			consensusParams,
		},
	})
	return {
		app,
		evm: mounted?.keeper,
		follow() {
			store.reload()
			evm?.load(store)
			app.discardBlock()
		},
	}
}
