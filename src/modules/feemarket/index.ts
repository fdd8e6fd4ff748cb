import { create } from '@bufbuild/protobuf'
import { type AppModule, defineQueries, type QueryService } from '../../app/AppModule.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { plainError } from '../../errors/ChainError.ts'
import {
	Query,
	QueryBaseFeeResponseSchema,
	QueryBlockGasResponseSchema,
	QueryParamsResponseSchema,
} from '../../gen/ethermint/feemarket/v1/query_pb.js'
import { type FeeMarketKeeper, feeMarketModuleName } from './FeeMarketKeeper.ts'
import { feeMarketParamsFault } from './feeMarketParams.ts'
import { feeMarketGenesisToJson, feeMarketParamsMessage, parseFeeMarketGenesis } from './genesis.ts'

export { FeeMarketKeeper } from './FeeMarketKeeper.ts'

/** Dependencies of the module. */
export interface FeeMarketModuleDeps {
	readonly keeper: FeeMarketKeeper
	readonly registry: Registry
}

/** The fee market: the base fee of the EVM's transactions (ethermint v0.14.1 x/feemarket). */
export function createFeeMarketModule({ keeper, registry }: FeeMarketModuleDeps): AppModule {
	return {
		name: feeMarketModuleName,
		storeKeys: [feeMarketModuleName],
		messages: [],
		queries: [createFeeMarketQueries(keeper)],
		validateGenesis: (state) => {
			const fault = feeMarketParamsFault(parseFeeMarketGenesis(state, registry).params)
			if (fault !== undefined) throw plainError(fault)
		},
		initGenesis: (ctx, state) => {
			const { params, blockGas } = parseFeeMarketGenesis(state, registry)
			keeper.setParams(ctx, params)
			keeper.setBlockGas(ctx, blockGas)
		},
		exportGenesis: (ctx) =>
			feeMarketGenesisToJson({ params: keeper.getParams(ctx), blockGas: keeper.getBlockGas(ctx) }, registry),
		beginBlock: (ctx) => keeper.beginBlock(ctx),
		endBlock: (ctx) => keeper.endBlock(ctx),
	}
}

/** The module's query service (ethermint v0.14.1 x/feemarket/keeper/grpc_query.go). */
function createFeeMarketQueries(keeper: FeeMarketKeeper): QueryService {
	return defineQueries(Query, {
		params: (ctx) => create(QueryParamsResponseSchema, { params: feeMarketParamsMessage(keeper.getParams(ctx)) }),
		baseFee: (ctx) => create(QueryBaseFeeResponseSchema, { baseFee: keeper.getBaseFee(ctx)?.toString() ?? '' }),
		blockGas: (ctx) => create(QueryBlockGasResponseSchema, { gas: BigInt.asIntN(64, keeper.getBlockGas(ctx)) }),
	})
}
