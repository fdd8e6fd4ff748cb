import { create } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { defineQueries, type LegacyQuerier, type QueryService } from '../../app/AppModule.ts'
import type { Account } from '../../app/expectedKeepers.ts'
import { legacyAnswer, readLegacyTexts } from '../../app/query/legacyJson.ts'
import { paginate } from '../../app/query/paginate.ts'
import { addressFromText } from '../../codec/address/address.ts'
import { encodeAminoJson } from '../../codec/amino/encodeAminoJson.ts'
import type { AminoBrand } from '../../codec/ChainSettings.ts'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
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

/** Answers `custom/auth/account` and `custom/auth/params` (framework: x/auth/keeper/querier.go). */
export function createAuthLegacyQuerier(keeper: AuthKeeper, registry: Registry, brand: AminoBrand): LegacyQuerier {
	return (ctx, path, data) => {
		switch (path[0]) {
			case 'account': {
				const { address } = readLegacyTexts(data, 'address')
				const account = keeper.getAccount(ctx, addressFromText(address, keeper.prefix))
				if (account === undefined) throw sdkErrors.unknownAddress.wrap(`account ${address} does not exist`)
				return legacyAnswer(encodeAminoJson(accountToMessage(account).message, { registry, brand }))
			}
			case 'params': {
				const params = keeper.getParams(ctx)
				return legacyAnswer(
					JSON.stringify({
						max_memo_characters: `${params.maxMemoCharacters}`,
						tx_sig_limit: `${params.txSigLimit}`,
						tx_size_cost_per_byte: `${params.txSizeCostPerByte}`,
						sig_verify_cost_ed25519: `${params.sigVerifyCostEd25519}`,
						sig_verify_cost_secp256k1: `${params.sigVerifyCostSecp256k1}`,
					}),
				)
			}
			default:
				throw sdkErrors.unknownRequest.wrap(`unknown query path: ${path[0] ?? ''}`)
		}
	}
}
