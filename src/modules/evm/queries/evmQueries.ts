import { create } from '@bufbuild/protobuf'
import { defineQueries, type QueryService } from '../../../app/AppModule.ts'
import { addressFromText } from '../../../codec/address/address.ts'
import { writeCompactJson } from '../../../codec/goJson/writeJson.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import { hexToAddress, hexToHash, isHexAddress } from '../../../crypto/hexAddress.ts'
import { GrpcStatusError, withStatus } from '../../../errors/GrpcStatusError.ts'
import {
	EstimateGasResponseSchema,
	Query,
	QueryAccountResponseSchema,
	QueryBalanceResponseSchema,
	QueryCodeResponseSchema,
	QueryCosmosAccountResponseSchema,
	QueryParamsResponseSchema,
	QueryStorageResponseSchema,
	QueryTraceBlockResponseSchema,
	QueryTraceTxResponseSchema,
	QueryValidatorAccountResponseSchema,
} from '../../../gen/ethermint/evm/v1/query_pb.js'
import { toHex, utf8 } from '../../../util/bytes.ts'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { evmErrors } from '../errors.ts'
import { evmParamsMessage } from '../evmParams.ts'
import { emptyCodeHash } from '../state/StateObject.ts'
import { estimateGas } from './estimateGas.ts'
import { ethCall } from './ethCall.ts'

/** The module's query service (ethermint v0.14.1 x/evm/keeper/grpc_query.go). */
export function createEvmQueries(keeper: EvmKeeper, registry: Registry): QueryService {
	const { accounts, prefix } = keeper.deps
	return defineQueries(Query, {
		account(ctx, message) {
			const address = namedAddress(message.address)
			const account = keeper.getAccount(ctx, address)
			return create(QueryAccountResponseSchema, {
				balance: (account?.balance ?? 0n).toString(),
				codeHash: `0x${toHex(account?.codeHash ?? emptyCodeHash)}`,
				nonce: account?.nonce ?? 0n,
			})
		},
		cosmosAccount(ctx, message) {
			const address = namedAddress(message.address)
			const account = accounts.getAccount(ctx, address)
			return create(QueryCosmosAccountResponseSchema, {
				cosmosAddress: keeper.addressText(address),
				sequence: account?.base.sequence ?? 0n,
				accountNumber: account?.base.accountNumber ?? 0n,
			})
		},
		validatorAccount(ctx, { consAddress }) {
			// The operator of this chain's validators is their consensus address.
			const address = consensusAddress(consAddress, prefix)
			const account = accounts.getAccount(ctx, address)
			return create(QueryValidatorAccountResponseSchema, {
				accountAddress: keeper.addressText(address),
				sequence: account?.base.sequence ?? 0n,
				accountNumber: account?.base.accountNumber ?? 0n,
			})
		},
		balance(ctx, message) {
			const address = anyAddress(message.address)
			return create(QueryBalanceResponseSchema, { balance: keeper.getBalance(ctx, address).toString() })
		},
		storage(ctx, { address, key }) {
			const value = keeper.getState(ctx, anyAddress(address), hexToHash(key))
			return create(QueryStorageResponseSchema, { value: `0x${toHex(value)}` })
		},
		code(ctx, message) {
			const account = keeper.getAccountWithoutBalance(ctx, anyAddress(message.address))
			return create(
				QueryCodeResponseSchema,
				account === undefined ? {} : { code: keeper.getCode(ctx, account.codeHash) },
			)
		},
		params: (ctx) => create(QueryParamsResponseSchema, { params: evmParamsMessage(keeper.getParams(ctx)) }),
		ethCall(ctx, { args, gasCap }) {
			return ethCall(keeper, ctx, args, gasCap)
		},
		async estimateGas(ctx, { args, gasCap }) {
			return create(EstimateGasResponseSchema, { gas: await estimateGas(keeper, ctx, args, gasCap) })
		},
		async traceTx(ctx, message) {
			const { traceTx } = await import('./traceTransactions.ts')
			const trace = await traceTx({ keeper, registry }, ctx, message)
			return create(QueryTraceTxResponseSchema, { data: utf8(writeCompactJson(trace)) })
		},
		async traceBlock(ctx, message) {
			const { traceBlock } = await import('./traceTransactions.ts')
			const traces = await traceBlock({ keeper, registry }, ctx, message)
			return create(QueryTraceBlockResponseSchema, { data: utf8(writeCompactJson(traces)) })
		},
	})
}

/** Parses an address and reports its fault. */
function namedAddress(text: string): Uint8Array {
	if (!isHexAddress(text)) {
		const fault = `address '${text}' is not a valid ethereum hex address: invalid address`
		throw new GrpcStatusError('InvalidArgument', fault)
	}
	return hexToAddress(text)
}

/** An address whose fault is called a zero address, whatever it is. */
function anyAddress(text: string): Uint8Array {
	if (!isHexAddress(text)) throw new GrpcStatusError('InvalidArgument', evmErrors.zeroAddress.log)
	return hexToAddress(text)
}

function consensusAddress(text: string, prefix: string): Uint8Array {
	return withStatus('InvalidArgument', () => addressFromText(text, `${prefix}valcons`))
}
