import { create } from '@bufbuild/protobuf'
import type { LegacyQuerier } from '../../app/AppModule.ts'
import { addressFromText } from '../../codec/address/address.ts'
import { type Coin, isDenom } from '../../codec/coins/coins.ts'

import { type JsonNode, parseJson } from '../../codec/goJson/parseJson.ts'
import {
	boolValue,
	bytesValue,
	integerValue,
	nullNode,
	objectMembers,
	stringValue,
} from '../../codec/goJson/unmarshal.ts'
import { absentBytes } from '../../codec/proto/decodeMessage.ts'
import { inOtherWords, PanicError, plainError, sdkErrors } from '../../errors/ChainError.ts'
import { type PageRequest, PageRequestSchema } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { toBase64, utf8 } from '../../util/bytes.ts'
import type { BankKeeper } from './BankKeeper.ts'
import { totalSupply } from './queries.ts'

type Fields = ReadonlyMap<string, JsonNode>

/**
 * The legacy queries `custom/bank/{balance,all_balances,total_supply,supply_of}`, which the legacy REST routes use.
 * Source: cosmos-sdk v0.44.5 x/bank/keeper/querier.go. Unknown fields of a request are ignored, absent ones are zero.
 */
export function createBankLegacyQuerier(keeper: BankKeeper, prefix: string): LegacyQuerier {
	return (ctx, path, data) => {
		const [name] = path
		switch (name) {
			case 'balance': {
				const { address, denom } = readFields(data, (fields) => ({
					address: textField(fields, 'address'),
					denom: textField(fields, 'denom'),
				}))
				return indented(coinJson(keeper.getBalance(ctx, addressFromText(address, prefix), denom)))
			}
			case 'all_balances': {
				const { address } = readFields(data, (fields) => ({
					address: textField(fields, 'address'),
					pagination: pageField(fields),
				}))
				return indented(keeper.getAllBalances(ctx, addressFromText(address, prefix)).map(coinJson))
			}
			case 'total_supply': {
				const pagination = readFields(data, pageField)
				const { supply, page } = asUnmarshalError(() => totalSupply(keeper, ctx, pagination))
				const nextKey = toBase64(page.nextKey)
				const total = page.total > 0n ? { total: page.total.toString() } : {}
				return indented({
					supply: supply.map(coinJson),
					pagination: { ...(nextKey === '' ? {} : { next_key: nextKey }), ...total },
				})
			}
			case 'supply_of': {
				const denom = readFields(data, (fields) => textField(fields, 'Denom'))
				const amount = keeper.getSupply(ctx, denom)
				if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
				return indented(coinJson({ denom, amount }))
			}
			case undefined:
				throw new PanicError('runtime error: index out of range [0] with length 0')
			default:
				throw sdkErrors.unknownRequest.wrap(`unknown bank query endpoint: ${name}`)
		}
	}
}

/** Amino JSON, printed with two spaces; denominations and amounts need no escapes. */
function indented(value: unknown): Uint8Array {
	return utf8(JSON.stringify(value, undefined, 2))
}

function coinJson({ denom, amount }: Coin) {
	return { denom, amount: amount.toString() }
}

function readFields<T>(data: Uint8Array, read: (fields: Fields) => T): T {
	return asUnmarshalError(() => {
		if (data.length === 0) throw plainError('UnmarshalJSON cannot decode empty bytes')
		return read(objectMembers(parseJson(data)))
	})
}

function asUnmarshalError<T>(run: () => T): T {
	return inOtherWords(run, (error) => sdkErrors.jsonUnmarshal.wrap(error.log))
}

function textField(fields: Fields, name: string): string {
	return stringValue(fields.get(name) ?? nullNode)
}

function pageField(fields: Fields): PageRequest | undefined {
	const node = fields.get('pagination') ?? nullNode
	if (node.kind === 'null') return undefined
	const page = objectMembers(node)
	const key = bytesValue(page.get('key') ?? nullNode)
	return create(PageRequestSchema, {
		// Amino JSON has no empty bytes, only none.
		key: key === undefined || key.length === 0 ? absentBytes : key,
		offset: uint64Field(page, 'offset'),
		limit: uint64Field(page, 'limit'),
		countTotal: boolValue(page.get('count_total') ?? nullNode),
		reverse: boolValue(page.get('reverse') ?? nullNode),
	})
}

/** 64-bit integers are quoted in amino JSON (go-amino v0.16.0 json-decode.go). */
function uint64Field(fields: Fields, name: string): bigint {
	const node = fields.get(name) ?? nullNode
	if (node.kind === 'null') return 0n
	if (node.kind !== 'string') {
		throw plainError(
			'invalid character -- Amino:JSON int/int64/uint/uint64 expects quoted values for javascript numeric support, ' +
				`got: ${node.raw}.`,
		)
	}
	return integerValue(parseJson(node.raw.slice(1, -1)), 'uint64')
}
