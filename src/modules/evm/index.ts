import type { AppModule } from '../../app/AppModule.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { goString } from '../../util/goString.ts'
import type { EvmKeeper } from './EvmKeeper.ts'
import {
	type AccountList,
	evmGenesisToJson,
	exportEvmGenesis,
	initEvmGenesis,
	parseEvmGenesis,
	validateEvmGenesis,
} from './genesis.ts'
import { evmModuleName } from './keys.ts'
import { wholeBloom } from './logsBloom.ts'
import { createMsgEthereumTx } from './messages/ethereumTx.ts'
import { createEvmQueries } from './queries/evmQueries.ts'

export { createEvmAnteHandler } from './ante/createEvmAnteHandler.ts'
export { typedDataVerification } from './ante/typedDataVerification.ts'
export { EvmKeeper } from './EvmKeeper.ts'
export { evmModuleName, evmTransientStore, storagePrefix } from './keys.ts'

/** Dependencies of the module. */
export interface EvmModuleDeps {
	readonly keeper: EvmKeeper
	readonly accounts: AccountList
	readonly registry: Registry
}

/** The EVM: contracts over the chain's own accounts and coins (ethermint v0.14.1 x/evm). */
export function createEvmModule({ keeper, accounts, registry }: EvmModuleDeps): AppModule {
	return {
		name: evmModuleName,
		storeKeys: [evmModuleName],
		messages: [createMsgEthereumTx(keeper, registry)],
		queries: [createEvmQueries(keeper, registry)],
		validateGenesis: (state) => validateEvmGenesis(parseEvmGenesis(state, registry)),
		initGenesis: (ctx, state) => initEvmGenesis(keeper, ctx, parseEvmGenesis(state, registry)),
		exportGenesis: (ctx) => evmGenesisToJson(exportEvmGenesis(keeper, accounts, ctx), registry),
		beginBlock: (ctx) => keeper.beginBlock(ctx),
		endBlock: (ctx) => {
			ctx.events.emit('block_bloom', [['bloom', goString(wholeBloom(keeper.getBlockBloom(ctx)))]])
		},
	}
}
