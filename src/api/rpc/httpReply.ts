import { joinIndentedItems, writeIndentedItem, writeIndentedJson } from '../../codec/goJson/writeJson.ts'
import { noBytes } from '../../codec/noBytes.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { TakeTurn } from '../../serve/TakeTurn.ts'
import { goString } from '../../util/goString.ts'
import { byKey } from '../../util/order.ts'
import { cleanPath, parseQuery, type UrlValues } from '../rest/goUrl.ts'
import { BatchTooLarge, envelope, parseBody, type RpcRequest } from './envelope.ts'
import type { RpcJson } from './json/RpcJson.ts'
import { rpcErrors } from './MethodFault.ts'
import { type RpcHandler, type RpcOutcome, subscriptionMethods } from './RpcHandler.ts'

/** A request as the server read it. */
export interface HttpRequest {
	/** Redirections and forms differ by it. */
	readonly method: string
	readonly path: string
	/** Without the question mark. */
	readonly query: string
	/** Value of the Host header. */
	readonly host: string
	/** Whether it comes from a program of this machine: no other may use the powers of a developer's node. */
	readonly ownMachine: () => boolean
	readonly contentType: string | undefined
	/** Undefined when it was larger than the server reads. */
	readonly body: Uint8Array | undefined
}

/** Most bytes of the replies to a batch. Tendermint has no limit. */
const maxBatchBytes = 20_000_000

/** A reply of the server. */
export interface HttpReply {
	readonly status: number
	readonly contentType: string | undefined
	readonly location?: string
	readonly body: string
}

/** Answers a request on any path but the websocket's, whatever its HTTP method (tendermint v0.34.15 rpc/jsonrpc/server). */
export async function httpReply(handler: RpcHandler, request: HttpRequest, turn: TakeTurn): Promise<HttpReply> {
	const path = cleanPath(request.path)
	if (path !== request.path) {
		const location = request.query === '' ? path : `${path}?${request.query}`
		// net/http Redirect: a page only for those who can show it.
		if (request.method !== 'GET' && request.method !== 'HEAD') {
			return { status: 301, contentType: undefined, location, body: '' }
		}
		const link = location
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&#34;')
		const body = `<a href="${link}">Moved Permanently</a>.\n\n`
		return { status: 301, contentType: 'text/html; charset=utf-8', location, body }
	}
	if (path !== '/') return turn(() => urlReply(handler, path.slice(1), request), false)
	if (request.body === undefined) {
		return reply(400, { error: rpcErrors.invalidRequest('error reading request body: http: request body too large') })
	}
	if (request.body.length === 0) {
		return { status: 200, contentType: 'text/html', body: endpointList(handler, request.host) }
	}
	return bodyReply(handler, request, request.body, turn)
}

async function urlReply(handler: RpcHandler, name: string, request: HttpRequest): Promise<HttpReply> {
	if (!handler.methods.has(name)) {
		return { status: 404, contentType: 'text/plain; charset=utf-8', body: '404 page not found\n' }
	}
	if (subscriptionMethods.has(name)) return reply(404, { error: rpcErrors.methodNotFound() }, -1)
	const outcome = await handler.callUrl(name, parametersOf(request))
	return reply('error' in outcome ? 500 : 200, outcome, -1)
}

/**
 * The first value of each parameter in the URL or, where that is empty, in a posted form. Pairs that net/url cannot read
 * are left out (tendermint v0.34.15 rpc/jsonrpc/server getParam).
 */
function parametersOf({ method, query, body, contentType }: HttpRequest): ReadonlyMap<string, string> {
	const parameters = firstValues(query)
	const mediaType = contentType?.split(';')[0]?.trim().toLowerCase()
	if (!/^(POST|PUT|PATCH)$/.test(method) || mediaType !== 'application/x-www-form-urlencoded') return parameters
	for (const [name, value] of firstValues(goString(body ?? noBytes))) {
		if ((parameters.get(name) ?? '') === '') parameters.set(name, value)
	}
	return parameters
}

function firstValues(query: string): Map<string, string> {
	const values: UrlValues = new Map()
	parseQuery(query, values)
	return new Map([...values].map(([name, [first = '']]) => [name, first]))
}

async function bodyReply(
	handler: RpcHandler,
	{ ownMachine }: HttpRequest,
	body: Uint8Array,
	turn: TakeTurn,
): Promise<HttpReply> {
	let requests: readonly RpcRequest[] = []
	const one =
		({ id, method, params }: RpcRequest, write: (value: RpcJson) => string) =>
		async () => {
			const outcome = await answer(handler, ownMachine, method, params)
			return outcome.panic ? reply(500, outcome, -1) : write(envelope(id, outcome))
		}
	// Most bodies are one request, which is read and answered in one turn.
	const first = await turn(async () => {
		try {
			requests = parseBody(body)
		} catch (fault) {
			if (fault instanceof BatchTooLarge) return reply(500, { error: rpcErrors.invalidRequest(fault.message) })
			const text = thrownText(fault)
			return reply(500, { error: rpcErrors.parse(`error unmarshaling request: ${text}`) })
		}
		const { length } = requests
		if (length === 0) return { status: 200, contentType: undefined, body: '' }
		return one(requests[0]!, length === 1 ? writeIndentedJson : writeIndentedItem)()
	}, false)
	if (typeof first !== 'string') return first
	if (requests.length === 1) return { status: 200, contentType: 'application/json', body: first }
	const replies = [first]
	let bytes = first.length
	for (const request of requests.slice(1)) {
		const next = await turn(one(request, writeIndentedItem), true)
		if (typeof next !== 'string') return next
		replies.push(next)
		bytes += next.length
		if (bytes > maxBatchBytes) {
			const text = `the replies to a batch are more than ${maxBatchBytes} bytes; ask for less at a time`
			return reply(500, { error: rpcErrors.internal(text) })
		}
	}
	return { status: 200, contentType: 'application/json', body: joinIndentedItems(replies) }
}

async function answer(
	handler: RpcHandler,
	ownMachine: () => boolean,
	method: string,
	params: RpcRequest['params'],
): Promise<RpcOutcome> {
	if (subscriptionMethods.has(method)) return { error: rpcErrors.methodNotFound() }
	if (handler.isPrivileged(method) && !ownMachine()) return { error: rpcErrors.ownMachineOnly() }
	return handler.call(method, params)
}

function reply(status: number, outcome: RpcOutcome, id?: number): HttpReply {
	return { status, contentType: 'application/json', body: writeIndentedJson(envelope(id, outcome)) }
}

/** The HTML list of methods a browser sees. */
function endpointList(handler: RpcHandler, host: string): string {
	const links = [...handler.methods]
		.sort(byKey)
		.map(([name, args]) => `//${host}/${name}?${args.map(([arg]) => `${arg}=_`).join('&')}`)
		.map((link) => `<a href="${link}">${link}</a></br>`)
	const head = '<html><body><br>Available endpoints:<br><br>Endpoints that require arguments:<br>'
	return `${head}${links.join('')}</body></html>`
}
