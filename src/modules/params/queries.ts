import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { ParamChangeSchema } from '../../gen/cosmos/params/v1beta1/params_pb.js'
import { Query, QueryParamsResponseSchema } from '../../gen/cosmos/params/v1beta1/query_pb.js'
import type { ParamsKeeper } from './ParamsKeeper.ts'

/** A subspace that no module has (framework: x/params/types/proposal ErrUnknownSubspace). */
export const unknownSubspace = new ChainError('params', 2, 'unknown subspace')

/** The module's query service: one parameter as JSON text (framework: x/params/keeper/grpc_query.go). */
export function createParamsQueries(keeper: ParamsKeeper): QueryService {
	return defineQueries(Query, {
		params(ctx, { subspace, key }) {
			if (subspace === '' || key === '') throw new GrpcStatusError('InvalidArgument', 'invalid request')
			const space = keeper.getSubspace(subspace)
			if (space === undefined) throw unknownSubspace.wrap(subspace)
			const value = space.getIfExists(ctx, key) ?? ''
			return create(QueryParamsResponseSchema, { param: create(ParamChangeSchema, { subspace, key, value }) })
		},
	})
}
