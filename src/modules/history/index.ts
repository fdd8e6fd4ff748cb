import type { AppModule } from '../../app/AppModule.ts'
import { type HistoryKeeper, historyStoreKey } from './HistoryKeeper.ts'

export { HistoryKeeper } from './HistoryKeeper.ts'

/** The module history: headers of past blocks for BLOCKHASH. A new chain starts with new ones, so nothing is exported. */
export function createHistoryModule(keeper: HistoryKeeper): AppModule {
	return {
		name: 'history',
		consensusVersion: 1,
		storeKeys: [historyStoreKey],
		messages: [],
		queries: [],
		validateGenesis: () => undefined,
		initGenesis: () => undefined,
		exportGenesis: () => ({}),
		beginBlock: (ctx) => keeper.beginBlock(ctx),
	}
}
