import type { AppModule } from '../../app/AppModule.ts'
import { vestingModuleName } from './keys.ts'
import { createMsgCreateVestingAccount } from './messages/msgCreateVestingAccount.ts'
import { type VestingDeps, VestingKeeper } from './VestingKeeper.ts'

export { lockedCoins } from './lockedCoins.ts'

/**
 * The vesting module: one message, no store, no queries and no genesis data of its own (framework: x/auth/vesting).
 */
export function createVestingModule(deps: VestingDeps): AppModule & { readonly keeper: VestingKeeper } {
	const keeper = new VestingKeeper(deps)
	return {
		name: vestingModuleName,
		consensusVersion: 1,
		keeper,
		storeKeys: [],
		messages: [createMsgCreateVestingAccount(keeper, deps.settings)],
		queries: [],
		defaultGenesis: () => ({}),
		validateGenesis: () => undefined,
		initGenesis: () => undefined,
		exportGenesis: () => ({}),
	}
}
