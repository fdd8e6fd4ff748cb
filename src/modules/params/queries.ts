import { create } from '@bufbuild/protobuf'
import { defineQueries, type LegacyQuerier, type QueryService } from '../../app/AppModule.ts'
import { legacyAnswer, readLegacyTexts } from '../../app/query/legacyJson.ts'
import { quoteJson } from '../../codec/goJson/quoteJson.ts'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
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

/** Answers `custom/params/params` (framework: x/params/keeper/querier.go). */
export function createParamsLegacyQuerier(keeper: ParamsKeeper): LegacyQuerier {
	return (ctx, path, data) => {
		if (path[0] !== 'params') throw sdkErrors.unknownRequest.wrap(`unknown query path: ${path[0] ?? ''}`)
		const { Subspace: subspace, Key: key } = readLegacyTexts(data, 'Subspace', 'Key')
		const space = keeper.getSubspace(subspace)
		if (space === undefined) throw unknownSubspace.wrap(subspace)
		const value = space.getIfExists(ctx, key) ?? ''
		return legacyAnswer(`{"Subspace":${quoteJson(subspace)},"Key":${quoteJson(key)},"Value":${quoteJson(value)}}`)
	}
}
