import type { IncomingHttpHeaders } from 'node:http'
import { create, type Message } from '@bufbuild/protobuf'
import type { Application, QueryResponse } from '../../abci/Application.ts'
import type { QueryService } from '../../app/AppModule.ts'
import type { TxPool } from '../../chain/TxPool.ts'
import { decodeProtoJsonNode } from '../../codec/gatewayJson/decodeProtoJson.ts'
import { gatewayJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import { type JsonNode, parseJsonStream } from '../../codec/goJson/parseJson.ts'
import { quoteJson } from '../../codec/goJson/quoteJson.ts'
import { memberOf } from '../../codec/goJson/unmarshal.ts'
import { noBytes } from '../../codec/noBytes.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { plainError, sdkErrors } from '../../errors/ChainError.ts'
import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { thrownText } from '../../errors/UserError.ts'
import { type BroadcastTxRequest, BroadcastTxRequestSchema } from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { goQuote, goString } from '../../util/goString.ts'
import { broadcastTx } from '../services/broadcastTx.ts'
import { parseInt64 } from '../services/goParse.ts'
import { type GatewayRoute, gatewayRoutes, type RouteMatch, RouteTable } from './gatewayRoutes.ts'
import { parseQuery, type UrlValues } from './goUrl.ts'
import { setField, setQueryParameters } from './queryParameters.ts'
import type { RestHandler, RestReply, RestRequest } from './RestHandler.ts'

/** Dependencies of the gateway. */
export interface GatewayOptions {
	/** Answers everything but broadcasts, as ABCI queries. */
	readonly application: Pick<Application, 'query'>
	/** The services to make routes of, as mounted in the application. */
	readonly services: readonly QueryService[]
	/** Takes broadcast transactions, which pass by the application's queries. */
	readonly pool: TxPool
	readonly registry: Registry
}

const jsonHeaders = [['Content-Type', 'application/json']] as const
const formType = 'application/x-www-form-urlencoded'
const notImplemented: GatewayStatus = { codeName: 'Unimplemented', description: 'Not Implemented' }

/**
 * The REST gateway of the framework: a JSON route for every annotated query method. It is the last of the server's handlers
 * and answers everything, what it does not know with 501 (framework: server/api/server.go; grpc-gateway v1.16).
 */
export function createGatewayHandler(options: GatewayOptions): RestHandler {
	const table = new RouteTable(gatewayRoutes(options.services))
	return (request, reply) => {
		const found = findRoute(table, request)
		if (found === undefined) {
			sendStatus(reply, notImplemented)
			return true
		}
		return answer(options, found, request, reply).then(
			() => true,
			(error: unknown) => {
				sendStatus(reply, errorStatus(error))
				return true
			},
		)
	}
}

/** A route, and what is read of a form before the route is asked: the query alone, or the body as well. */
interface FoundRoute {
	readonly match: RouteMatch
	readonly form?: 'query' | 'all'
}

/** A form sent by POST reaches GET routes too, and may name another method. */
function findRoute(table: RouteTable, request: RestRequest): FoundRoute | undefined {
	const { method, path } = request
	const find = (name: string, form: Pick<FoundRoute, 'form'> = {}): FoundRoute | undefined => {
		const match = table.find(name, path)
		return match && { match, ...form }
	}
	if (method !== 'POST' || request.headers['content-type'] !== formType) return find(method)
	const override = request.headers['x-http-method-override']
	if (typeof override === 'string' && override !== '') return find(override.toUpperCase(), { form: 'query' })
	return find('POST') ?? find('GET', { form: 'all' })
}

async function answer(
	options: GatewayOptions,
	{ match, form: formPart }: FoundRoute,
	request: RestRequest,
	reply: RestReply,
): Promise<void> {
	const { route } = match
	const form = formPart === undefined ? undefined : await readForm(formPart, request)
	checkGrpcHeaders(request.headers)
	if (route.method.input === BroadcastTxRequestSchema) {
		await broadcast(options, route, request, reply)
		return
	}
	const message = route.hasBody ? fromJson(options, route, await jsonBody(request)) : queryMessage(match, request, form)
	const response = await options.application.query({
		path: route.rpcPath,
		data: encodeMessage(route.method.input, message),
		height: askedHeight(request),
		prove: false,
	})
	sendQueryResponse(options, route, response, reply)
}

function sendQueryResponse(
	options: GatewayOptions,
	route: GatewayRoute,
	response: QueryResponse,
	reply: RestReply,
): void {
	if (response.code !== 0) {
		sendStatus(reply, queryStatus(response))
		return
	}
	const message = decodeMessage(route.method.output, response.value ?? noBytes)
	const body = toJson(options, route, message)
	reply.send(200, [...jsonHeaders, ['Grpc-Metadata-X-Cosmos-Block-Height', String(response.height)]], body)
}

/** Broadcasts go to the engine, not through an ABCI query: errors stay as they are, and no height is named. */
async function broadcast(
	options: GatewayOptions,
	route: GatewayRoute,
	request: RestRequest,
	reply: RestReply,
): Promise<void> {
	const body = await jsonBody(request)
	const message = fromJson(options, route, body) as BroadcastTxRequest
	const bytes = memberOf(body, 'txBytes') ?? memberOf(body, 'tx_bytes')
	const response = await broadcastTx(options.pool, message, bytes !== undefined && bytes.kind !== 'null')
	reply.send(200, jsonHeaders, toJson(options, route, response))
}

function toJson({ registry }: GatewayOptions, route: GatewayRoute, message: Message): string {
	return gatewayJson(message, route.method.output, registry)
}

/** The first JSON value of the body; undefined for a blank one. */
async function jsonBody(request: RestRequest): Promise<JsonNode | undefined> {
	try {
		const body = await request.body()
		return blank.test(goString(body)) ? undefined : parseJsonStream(body)
	} catch (error) {
		throw invalidArgument(error)
	}
}

/** White space of JSON. */
const blank = /^[ \t\r\n]*$/

/** The request in a JSON body; no body at all is an empty request. */
function fromJson({ registry }: GatewayOptions, route: GatewayRoute, body: JsonNode | undefined): Message {
	try {
		if (body === undefined) return create(route.method.input)
		return decodeProtoJsonNode(route.method.input, body, { registry: byMessageName(registry), allowUnknown: true })
	} catch (error) {
		throw invalidArgument(error)
	}
}

/** In request bodies an Any is resolved by the name behind the last slash of its type URL (jsonpb without a resolver). */
function byMessageName(registry: Registry): Pick<Registry, 'resolve'> {
	return {
		resolve(typeUrl) {
			const name = typeUrl.slice(typeUrl.lastIndexOf('/') + 1)
			const schema = registry.find(`/${name}`)
			if (schema === undefined) throw plainError(`unknown message type ${goQuote(name)}`)
			return schema
		},
	}
}

/** The values of a form and of the query. One that cannot be read is refused, whatever the route takes of it. */
async function readForm(part: 'query' | 'all', { rawQuery, body }: RestRequest): Promise<UrlValues> {
	try {
		return readValues(...(part === 'all' ? [goString(await body())] : []), rawQuery)
	} catch (error) {
		throw invalidArgument(error)
	}
}

/** Throws the error of the first text that cannot be read. */
function readValues(...texts: readonly string[]): UrlValues {
	const values: UrlValues = new Map()
	for (const text of texts) {
		const fault = parseQuery(text, values)
		if (fault !== undefined) throw fault
	}
	return values
}

/** The request in path, query and form. */
function queryMessage({ route, values }: RouteMatch, { rawQuery }: RestRequest, form: UrlValues | undefined): Message {
	const message = create(route.method.input)
	route.pathFields.forEach((field, i) => {
		try {
			setField(message, field, values[i]!)
		} catch (error) {
			throw invalidArgument(error, `type mismatch, parameter: ${field.name}, error: `)
		}
	})
	// Most requests ask for nothing by their query, which need not be read then.
	if (!route.hasQuery || (rawQuery === '' && form === undefined)) return message
	try {
		setQueryParameters(route.method.input, message, form ?? readValues(rawQuery), route.pathNames)
	} catch (error) {
		throw invalidArgument(error)
	}
	return message
}

/** The height of the request's header, 0 without it (framework: client/grpc_query.go Invoke). */
function askedHeight({ headers }: RestRequest): bigint {
	const text = headers[heightHeader] ?? headers[`grpc-metadata-${heightHeader}`]
	if (typeof text !== 'string') return 0n
	const height = parseInt64(text)
	if (height < 0n) {
		throw sdkErrors.invalidRequest.wrap(`client.Context.Invoke: height (${height}) from "${heightHeader}" must be >= 0`)
	}
	return height
}

function invalidArgument(error: unknown, prefix = ''): GrpcStatusError {
	const text = thrownText(error)
	return new GrpcStatusError('InvalidArgument', prefix + text)
}

function sendStatus(reply: RestReply, { codeName, description }: GatewayStatus): void {
	const code = grpcCodes[codeName]
	const body = `{\n  "code": ${code},\n  "message": ${quoteJson(description)},\n  "details": [\n  ]\n}`
	reply.send(httpStatuses[code], jsonHeaders, body)
}

/** Name of the header that asks for a height. */
export const heightHeader = 'x-cosmos-block-height'

/**
 * Throws InvalidArgument for a header that would not fit a gRPC call: `Grpc-Timeout` is checked, and then means nothing here,
 * since no call takes long (grpc-gateway v1.16 runtime/context.go annotateContext).
 */
function checkGrpcHeaders(headers: IncomingHttpHeaders): void {
	const timeout = String(headers['grpc-timeout'] ?? '')
	if (timeout === '' || /^[+-]?\d+[HMSmun]$/.test(timeout)) return
	throw new GrpcStatusError('InvalidArgument', `invalid grpc-timeout: ${timeout}`)
}

/** Code and text of a failed call as the gateway prints it. */
type GatewayStatus = Pick<GrpcStatusError, 'codeName' | 'description'>

/** The status of an ABCI query that failed: by its code alone (framework: client/query.go sdkErrorToGRPCError). */
export function queryStatus({ code, log }: Pick<QueryResponse, 'code' | 'log'>): GatewayStatus {
	switch (code) {
		case sdkErrors.invalidRequest.code:
			return { codeName: 'InvalidArgument', description: log }
		case sdkErrors.unauthorized.code:
			return { codeName: 'Unauthenticated', description: log }
		case sdkErrors.keyNotFound.code:
			return { codeName: 'NotFound', description: log }
		default:
			return { codeName: 'Unknown', description: log }
	}
}

/** The status of an error that did not pass an ABCI query: unchanged (grpc-gateway v1.16 runtime/proto_errors.go). */
function errorStatus(error: unknown): GatewayStatus {
	return error instanceof GrpcStatusError ? error : { codeName: 'Unknown', description: thrownText(error) }
}

/** HTTP statuses of gRPC codes 0 to 16 (grpc-gateway v1.16 runtime/errors.go HTTPStatusFromCode). */
const httpStatuses = [200, 408, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401] as const
