import type { AppModule, Json } from '../../app/AppModule.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { GreetKeeper } from './GreetKeeper.ts'
import { greetModuleName } from './keys.ts'
import { createMsgCreateGreet } from './messages/msgCreateGreet.ts'
import { createGreetQueries } from './queries.ts'

/** Dependencies of the greet module. */
export interface GreetDeps {
	readonly settings: ChainSettings
}

/** The greeting module: anyone signs a greeting into the chain, anyone reads it. */
export function createGreetModule(deps: GreetDeps): AppModule & { readonly keeper: GreetKeeper } {
	const keeper = new GreetKeeper()
	return {
		name: greetModuleName,
		consensusVersion: 1,
		keeper,
		storeKeys: [greetModuleName],
		messages: [createMsgCreateGreet(keeper, deps.settings)],
		queries: [createGreetQueries(keeper)],
		validateGenesis: () => undefined,
		initGenesis: () => undefined,
		exportGenesis: () => emptyGenesis,
	}
}

/** The module's genesis state has no fields: greetings start from none and are not exported. */
const emptyGenesis: Json = {}
