import type { AppModule } from '../../app/AppModule.ts'
import type { Account } from '../../app/expectedKeepers.ts'
import type { Coins } from '../../codec/coins/coins.ts'
import { lockedCoins as lockedByTerms } from '../../codec/vesting/vestedCoins.ts'
import { createMsgCreateVestingAccount } from './messages/msgCreateVestingAccount.ts'
import { type VestingDeps, VestingKeeper, vestingModuleName } from './VestingKeeper.ts'

/** The vesting module: one message, no store, no queries and no genesis data of its own (framework: x/auth/vesting). */
export function createVestingModule(deps: VestingDeps): AppModule {
	const keeper = new VestingKeeper(deps)
	return {
		name: vestingModuleName,
		consensusVersion: 1,
		storeKeys: [],
		messages: [createMsgCreateVestingAccount(keeper, deps.settings)],
		queries: [],
		validateGenesis: () => undefined,
		initGenesis: () => undefined,
		exportGenesis: () => ({}),
	}
}

/** Coins that vesting terms lock at a block time (seconds since the epoch); none for accounts without vesting. */
export function lockedCoins(account: Account, blockTime: bigint): Coins {
	return 'vesting' in account ? lockedByTerms(account, blockTime) : []
}
