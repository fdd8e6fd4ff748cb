import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import type { QueryRequest } from '../../../../src/abci/Application.ts'
import { createGatewayHandler, type GatewayOptions } from '../../../../src/api/rest/createGatewayHandler.ts'
import { defineQueries } from '../../../../src/app/AppModule.ts'
import { decodeMessage } from '../../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { GrpcStatusError } from '../../../../src/errors/GrpcStatusError.ts'
import { BugError } from '../../../../src/errors/UserError.ts'
import {
	Query,
	QuerySupplyOfRequestSchema,
	QuerySupplyOfResponseSchema,
	QueryTotalSupplyRequestSchema,
} from '../../../../src/gen/cosmos/bank/v1beta1/query_pb.js'

const value = encodeMessage(
	QuerySupplyOfResponseSchema,
	create(QuerySupplyOfResponseSchema, { amount: { denom: 'uchain', amount: '5' } }),
)

interface Asked {
	readonly method?: string
	readonly path?: string
	readonly query?: string
	readonly headers?: Readonly<Record<string, string>>
	readonly body?: string
}

/** Asks a gateway with one route, whose application answers with `code`, or fails. */
async function ask(
	{ method = 'GET', path = '/cosmos/bank/v1beta1/supply/uchain', ...asked }: Asked = {},
	code = 0,
	fault?: GrpcStatusError,
) {
	const queries: QueryRequest[] = []
	const answer = { code, log: 'refused', info: '', index: 0n, codespace: 'sdk', height: 9n }
	const supplyOf = () => {
		throw new BugError('the gateway asks the application')
	}
	const handler = createGatewayHandler({
		application: {
			query: async (query: QueryRequest) => {
				queries.push(query)
				if (fault !== undefined) throw fault
				return { ...answer, key: undefined, value: code === 0 ? value : undefined, proofOps: undefined }
			},
		},
		services: [defineQueries(Query, { supplyOf, totalSupply: supplyOf })],
		registry: createRegistry(),
	} as unknown as GatewayOptions)
	let reply: { status: number; headers: object; body: Record<string, unknown> } | undefined
	const isAnswered = await handler(
		{
			method,
			path,
			rawQuery: asked.query ?? '',
			headers: asked.headers ?? {},
			body: async () => Buffer.from(asked.body ?? ''),
		},
		{
			send: (status, headers, text) => {
				reply = { status, headers: Object.fromEntries(headers), body: JSON.parse(text) }
			},
		},
	)
	// No other handler comes behind the gateway, whatever it says.
	expect(isAnswered).toBe(true)
	return { ...reply!, queries }
}

test('a query goes to the application, and its reply tells the height it was answered at', async () => {
	const { status, headers, body, queries } = await ask()
	expect([status, body]).toEqual([200, { amount: { denom: 'uchain', amount: '5' } }])
	expect(headers).toEqual({ 'Content-Type': 'application/json', 'Grpc-Metadata-X-Cosmos-Block-Height': '9' })
	expect(queries).toMatchObject([{ path: '/cosmos.bank.v1beta1.Query/SupplyOf', height: 0n, prove: false }])
	expect(decodeMessage(QuerySupplyOfRequestSchema, queries[0]!.data).denom).toBe('uchain')
})

// grpc-gateway v1.16 runtime/context.go timeoutDecode
test.each(['', '1H', '20M', '3S', '4m', '5u', '6n', '+7S', '-8S'])(
	'the Grpc-Timeout %j means nothing',
	async (timeout) => {
		expect((await ask({ headers: { 'grpc-timeout': timeout } })).status).toBe(200)
	},
)

test.each(['1', 'S', '1s', '1.5S', '1SS', ' 1S', 'x1S'])('the Grpc-Timeout %j is refused', async (timeout) => {
	const { status, body, queries } = await ask({ headers: { 'grpc-timeout': timeout } })
	expect([status, body]).toEqual([400, { code: 3, message: `invalid grpc-timeout: ${timeout}`, details: [] }])
	expect(queries).toEqual([])
})

// grpc-gateway v1.16 runtime/errors.go HTTPStatusFromCode
test.each([
	['Canceled', 408, 1],
	['Unknown', 500, 2],
	['InvalidArgument', 400, 3],
	['DeadlineExceeded', 504, 4],
	['NotFound', 404, 5],
	['AlreadyExists', 409, 6],
	['PermissionDenied', 403, 7],
	['ResourceExhausted', 429, 8],
	['FailedPrecondition', 400, 9],
	['Aborted', 409, 10],
	['OutOfRange', 400, 11],
	['Unimplemented', 501, 12],
	['Internal', 500, 13],
	['Unavailable', 503, 14],
	['DataLoss', 500, 15],
	['Unauthenticated', 401, 16],
] as const)('a query that fails with the gRPC status %s has the HTTP status %d', async (name, status, code) => {
	const failed = await ask({}, 0, new GrpcStatusError(name, 'not today'))
	expect([failed.status, failed.body]).toEqual([status, { code, message: 'not today', details: [] }])
})

test('a header asks for a height, under either name', async () => {
	const heightOf = async (name: string, text: string) => {
		const { status, body, queries } = await ask({ headers: { [name]: text } })
		return queries[0]?.height ?? [status, body.code, body.message]
	}
	const names = ['x-cosmos-block-height', 'grpc-metadata-x-cosmos-block-height'] as const
	for (const name of names) {
		expect(await heightOf(name, '7')).toBe(7n)
		expect(await heightOf(name, '0')).toBe(0n)
		expect(await heightOf(name, '-1')).toEqual([
			500,
			2,
			'client.Context.Invoke: height (-1) from "x-cosmos-block-height" must be >= 0: invalid request',
		])
		expect(await heightOf(name, '9223372036854775808')).toEqual([
			500,
			2,
			'strconv.ParseInt: parsing "9223372036854775808": value out of range',
		])
		expect(await heightOf(name, 'x')).toEqual([500, 2, 'strconv.ParseInt: parsing "x": invalid syntax'])
	}
})

test.each([
	[18, 400, 3],
	[4, 401, 16],
	[22, 404, 5],
	[1, 500, 2],
	[38, 500, 2],
])('a query that fails with the code %i has the status %i', async (code, status, grpc) => {
	const reply = await ask({}, code)
	expect([reply.status, reply.body]).toEqual([status, { code: grpc, message: 'refused', details: [] }])
	expect(reply.headers).toEqual({ 'Content-Type': 'application/json' })
})

test('a form reaches a GET route, or that of the method it names', async () => {
	const form = { 'content-type': 'application/x-www-form-urlencoded' }
	const status = async (headers: Readonly<Record<string, string>>, body = '') =>
		(await ask({ method: 'POST', headers, body })).status
	expect(await status({})).toBe(501)
	expect(await status(form)).toBe(200)
	expect(await status({ ...form, 'x-http-method-override': '' })).toBe(200)
	expect(await status({ ...form, 'x-http-method-override': 'get' })).toBe(200)
	expect(await status({ ...form, 'x-http-method-override': 'put' })).toBe(501)
	// The body of a form is read where no method is named.
	expect(await status(form, 'a=%zz')).toBe(400)
	expect(await status({ ...form, 'x-http-method-override': 'GET' }, 'a=%zz')).toBe(200)
	expect((await ask({ query: 'a=%zz' })).status).toBe(200)
	// What is no form names no other method.
	expect((await ask({ headers: { ...form, 'x-http-method-override': 'put' } })).status).toBe(200)
	expect((await ask({ path: '/cosmos/bank/v1beta1/supplies' })).body).toEqual({
		code: 12,
		message: 'Not Implemented',
		details: [],
	})
})

test('the values of a form and of the query are read alike', async () => {
	const limits = async (query: string, body: string) => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const asked = { method: 'POST', path: '/cosmos/bank/v1beta1/supply', headers, query, body }
		const { pagination } = decodeMessage(QueryTotalSupplyRequestSchema, (await ask(asked)).queries[0]!.data)
		return [pagination?.limit, pagination?.offset]
	}
	expect(await limits('', 'pagination.limit=3')).toEqual([3n, 0n])
	expect(await limits('pagination.offset=4', '')).toEqual([0n, 4n])
	expect(await limits('pagination.offset=4', 'pagination.limit=3')).toEqual([3n, 4n])
	expect(await limits('', '')).toEqual([undefined, undefined])
})
