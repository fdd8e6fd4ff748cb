import { create } from '@bufbuild/protobuf'
import type { AppModule, LargeExport } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import { wholeExport } from '../../app/genesis/genesis.ts'
import { PageRequestSchema } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { type BankDeps, BankKeeper } from './BankKeeper.ts'
import {
	balancesToJson,
	bankGenesisToJson,
	initBankGenesis,
	loadBankGenesis,
	parseBankGenesis,
	validateBankGenesis,
	validateLargeBankGenesis,
} from './genesis.ts'
import { bankModuleName } from './keys.ts'
import { createBankLegacyQuerier } from './legacyQueries.ts'
import { createMsgMultiSend, createMsgSend } from './messages/msgSend.ts'

import { createBankQueries, totalSupply } from './queries.ts'

export { isEqual } from './validateInputsOutputs.ts'

/** The largest page there is. */
const everything = create(PageRequestSchema, { limit: 0xffff_ffff_ffff_ffffn })

/** The bank module: balances, transfers, supply and denomination metadata (framework: x/bank). */
export function createBankModule(deps: BankDeps): AppModule & { readonly keeper: BankKeeper } {
	const keeper = new BankKeeper(deps)
	const { prefix } = deps.settings
	const exportLargeGenesis = (ctx: Context): LargeExport => ({
		rest: bankGenesisToJson({
			params: keeper.getParams(ctx),
			balances: [],
			supply: totalSupply(keeper, ctx, everything).supply,
			denomMetadata: keeper.getAllDenomMetadata(ctx),
		}),
		list: 'balances',
		entries: balancesToJson(keeper.accountsBalances(ctx)),
	})
	return {
		name: bankModuleName,
		consensusVersion: 2,
		keeper,
		storeKeys: [bankModuleName],
		messages: [createMsgSend(keeper, deps.settings), createMsgMultiSend(keeper, deps.settings)],
		queries: [createBankQueries(keeper, deps.settings)],
		legacyQuerier: createBankLegacyQuerier(keeper, prefix),
		validateGenesis: (state) => validateBankGenesis(parseBankGenesis(state), prefix),
		validateLargeGenesis: (part) => validateLargeBankGenesis(part, prefix),
		initGenesis: (ctx, state) => initBankGenesis(keeper, ctx, parseBankGenesis(state), prefix),
		loadGenesis: (ctx, part) => loadBankGenesis(keeper, ctx, part, prefix),
		exportGenesis: (ctx) => wholeExport(exportLargeGenesis(ctx)),
		exportLargeGenesis,
	}
}
