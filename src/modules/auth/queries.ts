import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import type { Account } from '../../app/expectedKeepers.ts'
import { paginate } from '../../app/paginate.ts'
import { addressFromText } from '../../codec/address/address.ts'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { ParamsSchema } from '../../gen/cosmos/auth/v1beta1/auth_pb.js'
import {
	Query,
	QueryAccountResponseSchema,
	QueryAccountsResponseSchema,
	QueryParamsResponseSchema,
} from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { type AuthKeeper, accountPrefix, authStoreKey } from './AuthKeeper.ts'
import { decodeAccount } from './accountCodec.ts'
import { accountToMessage } from './accountMessages.ts'

/** The module's query service (framework: x/auth/keeper/grpc_query.go). */
export function createAuthQueries(keeper: AuthKeeper): QueryService {
	return defineQueries(Query, {
		accounts(ctx, { pagination: page }) {
			const accounts: ReturnType<typeof packAccount>[] = []
			try {
				const pagination = paginate(ctx.kvStore(authStoreKey), accountPrefix, page, (_key, value) => {
					accounts.push(packAccount(decodeAccount(value)))
				})
				return create(QueryAccountsResponseSchema, { accounts, pagination })
			} catch (error) {
				if (error instanceof ChainError) throw new GrpcStatusError('Internal', `paginate: ${error.log}`)
				throw error
			}
		},
		account(ctx, { address }) {
			if (address === '') throw new GrpcStatusError('InvalidArgument', 'Address cannot be empty')
			const account = keeper.getAccount(ctx, addressFromText(address, keeper.prefix))
			if (account === undefined) throw new GrpcStatusError('NotFound', `account ${address} not found`)
			return create(QueryAccountResponseSchema, { account: packAccount(account) })
		},
		params(ctx) {
			return create(QueryParamsResponseSchema, { params: create(ParamsSchema, keeper.getParams(ctx)) })
		},
	})
}

function packAccount(account: Account) {
	const { schema, message } = accountToMessage(account)
	return create(AnySchema, packAny(schema, message))
}
