import { create } from '@bufbuild/protobuf'
import type { LegacyQuerier } from '../../app/AppModule.ts'
import { addressFromText } from '../../codec/address/address.ts'
import type { Coin } from '../../codec/coins/coins.ts'
import { isDenom } from '../../codec/coins/denom.ts'
import { type JsonNode, parseJson } from '../../codec/goJson/parseJson.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { PanicError } from '../../errors/PanicError.ts'
import { plainError } from '../../errors/plainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { type PageRequest, PageRequestSchema } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { fromBase64, toBase64, utf8 } from '../../util/bytes.ts'
import type { BankKeeper } from './BankKeeper.ts'
import { totalSupply } from './queries.ts'

type Fields = ReadonlyMap<string, JsonNode>

/**
 * The legacy queries `custom/bank/{balance,all_balances,total_supply,supply_of}`, which the legacy REST routes use.
 *
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
				const nextKey = page.nextKey.length > 0 ? { next_key: toBase64(page.nextKey) } : {}
				const total = page.total > 0n ? { total: page.total.toString() } : {}
				return indented({ supply: supply.map(coinJson), pagination: { ...nextKey, ...total } })
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
		return read(membersOf(parseJson(data)))
	})
}

function asUnmarshalError<T>(run: () => T): T {
	try {
		return run()
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw sdkErrors.jsonUnmarshal.wrap(error.log)
	}
}

function membersOf(node: JsonNode): Fields {
	if (node.kind === 'object') return node.members
	if (node.kind === 'null') return new Map()
	throw mismatch(node, 'map[string]json.RawMessage')
}

function textField(fields: Fields, name: string): string {
	const node = fields.get(name)
	if (node === undefined || node.kind === 'null') return ''
	if (node.kind !== 'string') throw mismatch(node, 'string')
	return node.value
}

function pageField(fields: Fields): PageRequest | undefined {
	const node = fields.get('pagination')
	if (node === undefined || node.kind === 'null') return undefined
	const page = membersOf(node)
	const key = fromBase64(textField(page, 'key'))
	if (key === undefined) throw plainError('illegal base64 data at input byte 0')
	return create(PageRequestSchema, {
		key,
		offset: uint64Field(page, 'offset'),
		limit: uint64Field(page, 'limit'),
		countTotal: boolField(page, 'count_total'),
		reverse: boolField(page, 'reverse'),
	})
}

/** 64-bit integers are quoted in amino JSON (go-amino v0.16.0 json-decode.go). */
function uint64Field(fields: Fields, name: string): bigint {
	const node = fields.get(name)
	if (node === undefined || node.kind === 'null') return 0n
	if (node.kind !== 'string') {
		throw plainError(
			'invalid character -- Amino:JSON int/int64/uint/uint64 expects quoted values for javascript numeric support, ' +
				`got: ${node.raw}.`,
		)
	}
	const number = parseJson(node.raw.slice(1, -1))
	if (number.kind === 'null') return 0n
	if (number.kind !== 'number') throw mismatch(number, 'uint64')
	const value = /^\d+$/.test(number.raw) ? BigInt(number.raw) : undefined
	if (value === undefined || value >= 1n << 64n) {
		throw plainError(`json: cannot unmarshal number ${number.raw} into Go value of type uint64`)
	}
	return value
}

function boolField(fields: Fields, name: string): boolean {
	const node = fields.get(name)
	if (node === undefined || node.kind === 'null') return false
	if (node.kind !== 'bool') throw mismatch(node, 'bool')
	return node.value
}

function mismatch(node: JsonNode, type: string): ChainError {
	return plainError(`json: cannot unmarshal ${node.kind} into Go value of type ${type}`)
}
