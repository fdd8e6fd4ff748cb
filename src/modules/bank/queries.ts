import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import type { Context } from '../../app/Context.ts'
import { paginate } from '../../app/query/paginate.ts'
import { addressFromText } from '../../codec/address/address.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { addCoins, type Coin, type Coins, isDenom } from '../../codec/coins/coins.ts'

import { PanicError } from '../../errors/ChainError.ts'
import { GrpcStatusError, withStatus } from '../../errors/GrpcStatusError.ts'
import { type Metadata, ParamsSchema } from '../../gen/cosmos/bank/v1beta1/bank_pb.js'
import {
	Query,
	QueryAllBalancesResponseSchema,
	QueryBalanceResponseSchema,
	QueryDenomMetadataResponseSchema,
	QueryDenomsMetadataResponseSchema,
	QueryParamsResponseSchema,
	QuerySupplyOfResponseSchema,
	QueryTotalSupplyResponseSchema,
} from '../../gen/cosmos/bank/v1beta1/query_pb.js'
import type { PageRequest, PageResponse } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { CoinSchema, type Coin as ProtoCoin } from '../../gen/cosmos/base/v1beta1/coin_pb.js'
import { fromUtf8 } from '../../util/bytes.ts'
import { goString } from '../../util/goString.ts'
import type { BankKeeper } from './BankKeeper.ts'
import { accountPrefix, metadataPrefix, supplyPrefix } from './keys.ts'
import { decodeCoin, decodeMetadata } from './storedValues.ts'

/**
 * The gRPC queries of bank. Statuses and texts are those of cosmos-sdk v0.44.5 x/bank/keeper/grpc_query.go; queries that
 * only newer frameworks have (SpendableBalances, DenomOwners) have no handler.
 */
export function createBankQueries(keeper: BankKeeper, settings: ChainSettings): QueryService {
	const addressOf = (text: string) => {
		if (text === '') throw new GrpcStatusError('InvalidArgument', 'address cannot be empty')
		return addressFromText(text, settings.prefix)
	}
	return defineQueries(Query, {
		balance(ctx, { address, denom }) {
			if (address === '') throw new GrpcStatusError('InvalidArgument', 'address cannot be empty')
			assertDenomGiven(denom)
			const raw = withStatus('InvalidArgument', () => addressOf(address), 'invalid address: ')
			return create(QueryBalanceResponseSchema, { balance: protoCoin(keeper.getBalance(ctx, raw, denom)) })
		},
		allBalances(ctx, { address, pagination }) {
			const raw = withStatus('InvalidArgument', () => addressOf(address), 'invalid address: ')
			const balances: ProtoCoin[] = []
			const read = () =>
				paginate(keeper.store(ctx), accountPrefix(raw), pagination, (_, value) => {
					balances.push(protoCoin(decodeCoin(value)))
				})
			const page = withStatus('InvalidArgument', read, 'paginate: ')
			return create(QueryAllBalancesResponseSchema, { balances, pagination: page })
		},
		totalSupply(ctx, { pagination }) {
			const { supply, page } = withStatus('Internal', () => totalSupply(keeper, ctx, pagination))
			return create(QueryTotalSupplyResponseSchema, { supply: supply.map(protoCoin), pagination: page })
		},
		supplyOf(ctx, { denom }) {
			assertDenomGiven(denom)
			const amount = keeper.getSupply(ctx, denom)
			if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
			return create(QuerySupplyOfResponseSchema, { amount: protoCoin({ denom, amount }) })
		},
		params(ctx) {
			const { sendEnabled, defaultSendEnabled } = keeper.getParams(ctx)
			const params = create(ParamsSchema, { sendEnabled: [...(sendEnabled ?? [])], defaultSendEnabled })
			return create(QueryParamsResponseSchema, { params })
		},
		denomsMetadata(ctx, { pagination }) {
			const metadatas: Metadata[] = []
			const page = withStatus('Internal', () =>
				paginate(keeper.store(ctx), metadataPrefix, pagination, (_, value) => {
					metadatas.push(decodeMetadata(value))
				}),
			)
			return create(QueryDenomsMetadataResponseSchema, { metadatas, pagination: page })
		},
		denomMetadata(ctx, { denom }) {
			assertDenomGiven(denom)
			const metadata = keeper.getDenomMetadata(ctx, denom)
			if (metadata === undefined) {
				throw new GrpcStatusError('NotFound', `client metadata for denom ${denom}`)
			}
			return create(QueryDenomMetadataResponseSchema, { metadata })
		},
	})
}

/** A page of the total supply, sorted by denomination whatever the direction of the page. */
export function totalSupply(
	keeper: BankKeeper,
	ctx: Context,
	pagination: PageRequest | undefined,
): { readonly supply: Coins; readonly page: PageResponse } {
	let supply: Coins = []
	const page = paginate(keeper.store(ctx), supplyPrefix, pagination, (key, value) => {
		supply = addCoins(supply, [{ denom: goString(key), amount: BigInt(fromUtf8(value)) }])
	})
	return { supply, page }
}

function protoCoin({ denom, amount }: Coin): ProtoCoin {
	return create(CoinSchema, { denom, amount: amount.toString() })
}

function assertDenomGiven(denom: string): void {
	if (denom === '') throw new GrpcStatusError('InvalidArgument', 'invalid denom')
}
