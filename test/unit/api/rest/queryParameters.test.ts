import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { parseQuery, type UrlValues } from '../../../../src/api/rest/goUrl.ts'
import { setQueryParameters } from '../../../../src/api/rest/queryParameters.ts'
import { GetTxsEventRequestSchema } from '../../../../src/gen/cosmos/tx/v1beta1/service_pb.js'

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

test('a key in brackets comes before the values', () => {
	expect(request('events[x]=y').events).toEqual(['x', 'y'])
})

test('an empty name is the first field of one word, as the gateway reads it', () => {
	expect(request('=a').events).toEqual(['a'])
	expect(request('pagination.=AQI=').pagination?.key).toEqual(Uint8Array.of(1, 2))
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
	['order_by=7', '7 is not a valid tx.OrderBy'],
	['pagination.count_total=yes', 'strconv.ParseBool: parsing "yes": invalid syntax'],
	['pagination.offset=-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
	['pagination.key=*', 'illegal base64 data at input byte 0'],
])('the query %j is refused', (query, message) => {
	expect(() => request(query)).toThrow(message)
})
