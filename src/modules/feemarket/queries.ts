import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import {
	Query,
	QueryBaseFeeResponseSchema,
	QueryBlockGasResponseSchema,
	QueryParamsResponseSchema,
} from '../../gen/ethermint/feemarket/v1/query_pb.js'
import type { FeeMarketKeeper } from './FeeMarketKeeper.ts'
import { feeMarketParamsMessage } from './genesis.ts'

/** The module's query service (ethermint v0.14.1 x/feemarket/keeper/grpc_query.go). */
export function createFeeMarketQueries(keeper: FeeMarketKeeper): QueryService {
	return defineQueries(Query, {
		params: (ctx) => create(QueryParamsResponseSchema, { params: feeMarketParamsMessage(keeper.getParams(ctx)) }),
		baseFee: (ctx) => create(QueryBaseFeeResponseSchema, { baseFee: keeper.getBaseFee(ctx)?.toString() ?? '' }),
		blockGas: (ctx) => create(QueryBlockGasResponseSchema, { gas: BigInt.asIntN(64, keeper.getBlockGas(ctx)) }),
	})
}
