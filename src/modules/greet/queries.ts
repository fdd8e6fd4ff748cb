import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import {
	Query,
	QueryAllGreetResponseSchema,
	QueryGetGreetResponseSchema,
} from '../../gen/chain/greet/v1beta1/query_pb.js'
import type { GreetKeeper } from './GreetKeeper.ts'

/**
 * The gRPC queries of greetings. An id is the text it was stored under; an unknown one is NotFound. The list has every
 * greeting in order of creation and ignores the requested pagination.
 */
export function createGreetQueries(keeper: GreetKeeper): QueryService {
	return defineQueries(Query, {
		greet(ctx, { id }) {
			const greeting = keeper.getGreet(ctx, id)
			if (greeting === undefined) throw new GrpcStatusError('NotFound', `greeting ${id} not found`)
			return create(QueryGetGreetResponseSchema, { greeting })
		},
		greetAll(ctx) {
			return create(QueryAllGreetResponseSchema, { greetings: keeper.getAllGreets(ctx) })
		},
	})
}
