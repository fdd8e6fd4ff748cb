import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { parseQuery, type UrlValues } from '../../../../src/api/rest/goUrl.ts'
import { setQueryParameters } from '../../../../src/api/rest/queryParameters.ts'
import { plainError } from '../../../../src/errors/ChainError.ts'
import { TxResponseSchema } from '../../../../src/gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { PageResponseSchema } from '../../../../src/gen/cosmos/base/query/v1beta1/pagination_pb.js'
import { GetTxsEventRequestSchema } from '../../../../src/gen/cosmos/tx/v1beta1/service_pb.js'
import { VoteSchema } from '../../../../src/gen/tendermint/types/types_pb.js'

function request(query: string, skip: readonly string[] = []) {
	const values: UrlValues = new Map()
	parseQuery(query, values)
	const message = create(GetTxsEventRequestSchema)
	setQueryParameters(GetTxsEventRequestSchema, message, values, new Set(skip))
	return message
}

test('sets repeated, nested, byte, truth and enum fields by either name', () => {
	const message = request(
		'events=a&events=b&pagination.limit=5&pagination.key=AQI=&pagination.countTotal=T&pagination.reverse=0&orderBy=ORDER_BY_DESC',
	)
	expect(message.events).toEqual(['a', 'b'])
	expect(message.pagination).toMatchObject({ limit: 5n, key: Uint8Array.of(1, 2), countTotal: true, reverse: false })
	expect(message.orderBy).toBe(2)
})

test('an enum is named by its number too, in every decimal writing', () => {
	for (const text of ['2', '%2B2', '002', 'ORDER_BY_DESC']) expect(request(`order_by=${text}`).orderBy, text).toBe(2)
})

/** Each kind of whole number: the greatest and the least text of its size, and a text with the base in front. */
const greatest = 2n ** 63n - 1n
const integers = [
	['pagination.limit', 'ParseUint', 2n ** 64n - 1n, 0n, () => GetTxsEventRequestSchema],
	['height', 'ParseInt', greatest, -greatest - 1n, () => VoteSchema],
	['code', 'ParseUint', 2n ** 32n - 1n, 0n, () => TxResponseSchema],
	['round', 'ParseInt', 2n ** 31n - 1n, -(2n ** 31n), () => VoteSchema],
] as const

test.each(integers)(
	'the parameter %s takes the whole numbers of its size in any base, and no others',
	(name, parser, most, least, schema) => {
		const read = (text: string): bigint => {
			const message = create(schema())
			setQueryParameters(schema(), message, new Map([[name, [text]]]), new Set())
			let value: unknown = message
			for (const part of name.split('.')) value = (value as Record<string, unknown>)[part]
			return BigInt(value as bigint | number)
		}
		expect([String(most), String(least), '0x1F', '017', '0b1_0'].map(read)).toEqual([most, least, 31n, 15n, 2n])
		for (const beyond of [most + 1n, least - 1n]) {
			const cause = beyond < 0n && parser === 'ParseUint' ? 'invalid syntax' : 'value out of range'
			expect(() => read(String(beyond))).toThrow(plainError(`strconv.${parser}: parsing "${beyond}": ${cause}`))
		}
	},
)

test('a key in brackets comes before the values', () => {
	expect(request('events[x]=y').events).toEqual(['x', 'y'])
})

test('an empty name is the first field of one word, as the gateway reads it', () => {
	expect(request('=a').events).toEqual(['a'])
	expect(request('pagination.=AQI=').pagination?.key).toEqual(Uint8Array.of(1, 2))
	// The name of its first field is two words, so that the empty name means the next one.
	const page = create(PageResponseSchema)
	setQueryParameters(PageResponseSchema, page, new Map([['', ['4']]]), new Set())
	expect(page).toMatchObject({ nextKey: new Uint8Array(0), total: 4n })
})

test('unknown names and those of the path mean nothing', () => {
	expect(request('foo=1&events=a', ['events']).events).toEqual([])
	expect(request('pagination.foo=1').pagination).toBeDefined()
})

test.each([
	['pagination=1', 'field type *query.PageRequest is not supported in query parameters'],
	['pagination.limit.x=1', 'unexpected nested field x in pagination.limit'],
	['events.x=1', 'unexpected repeated field in events.x'],
	['order_by=foo', 'foo is not a valid tx.OrderBy'],
	['order_by=', ' is not a valid tx.OrderBy'],
	['order_by=0x2', '0x2 is not a valid tx.OrderBy'],
	['order_by=2.0', '2.0 is not a valid tx.OrderBy'],
	['pagination.limit.x.y=1', 'unexpected nested field x in pagination.limit'],
	['order_by=7', '7 is not a valid tx.OrderBy'],
	['pagination.count_total=yes', 'strconv.ParseBool: parsing "yes": invalid syntax'],
	['pagination.offset=-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
	['pagination.key=*', 'illegal base64 data at input byte 0'],
])('the query %j is refused', (query, message) => {
	expect(() => request(query)).toThrow(plainError(message))
})
