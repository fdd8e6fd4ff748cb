import { cleanPath } from '../rest/goUrl.ts'
import { envelope, parseBody, type RpcRequest } from './envelope.ts'
import type { RpcJson } from './json/RpcJson.ts'
import { writeIndentedJson } from './json/writeJson.ts'
import { rpcErrors } from './RpcFault.ts'
import { type RpcHandler, type RpcOutcome, subscriptionMethods } from './RpcHandler.ts'

/** A request as the server read it. */
export interface HttpRequest {
	/** Only a redirection differs by it. */
	readonly method: string
	readonly path: string
	/** Without the question mark. */
	readonly query: string
	/** Value of the Host header. */
	readonly host: string
	/** Whether it comes from a program of this machine: no other may use the powers of a developer's node. */
	readonly ownMachine: boolean
	readonly contentType: string | undefined
	/** Undefined when it was larger than the server reads. */
	readonly body: Uint8Array | undefined
}

/** What the server answers. */
export interface HttpReply {
	readonly status: number
	readonly contentType: string | undefined
	readonly location?: string
	readonly body: string
}

/** Answers a request on any path but the websocket's, whatever its HTTP method (tendermint v0.34.15 rpc/jsonrpc/server). */
export async function httpReply(handler: RpcHandler, request: HttpRequest): Promise<HttpReply> {
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
	if (path !== '/') return urlReply(handler, path.slice(1), request)
	if (request.body === undefined) {
		return reply(400, { error: rpcErrors.invalidRequest('error reading request body: http: request body too large') })
	}
	if (request.body.length === 0) {
		return { status: 200, contentType: 'text/html', body: endpointList(handler, request.host) }
	}
	return bodyReply(handler, request, request.body)
}

async function urlReply(handler: RpcHandler, name: string, request: HttpRequest): Promise<HttpReply> {
	if (!handler.methods.has(name)) {
		return { status: 404, contentType: 'text/plain; charset=utf-8', body: '404 page not found\n' }
	}
	if (subscriptionMethods.has(name)) return reply(404, { error: rpcErrors.methodNotFound() }, -1)
	const outcome = await handler.callUrl(name, parametersOf(request))
	return reply('error' in outcome ? 500 : 200, outcome, -1)
}

/** Parameters of the URL, then those of a form body (Go: Request.FormValue). */
function parametersOf({ query, body, contentType }: HttpRequest): URLSearchParams {
	const parameters = new URLSearchParams(query)
	if (contentType?.startsWith('application/x-www-form-urlencoded') === true && body !== undefined) {
		for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) parameters.append(name, value)
	}
	return parameters
}

async function bodyReply(handler: RpcHandler, { ownMachine }: HttpRequest, body: Uint8Array): Promise<HttpReply> {
	let requests: readonly RpcRequest[]
	try {
		requests = parseBody(body)
	} catch (fault) {
		const text = fault instanceof Error ? fault.message : String(fault)
		return reply(500, { error: rpcErrors.parse(`error unmarshaling request: ${text}`) })
	}
	const replies: RpcJson[] = []
	for (const { id, method, params } of requests) {
		const outcome = await answer(handler, ownMachine, method, params)
		if ('panic' in outcome) return reply(500, outcome, -1)
		replies.push(envelope(id, outcome))
	}
	if (replies.length === 0) return { status: 200, contentType: undefined, body: '' }
	const json = replies.length === 1 ? replies[0]! : replies
	return { status: 200, contentType: 'application/json', body: writeIndentedJson(json) }
}

async function answer(
	handler: RpcHandler,
	ownMachine: boolean,
	method: string,
	params: RpcRequest['params'],
): Promise<RpcOutcome> {
	if (subscriptionMethods.has(method)) return { error: rpcErrors.methodNotFound() }
	if (!ownMachine && handler.isPrivileged(method)) return { error: rpcErrors.ownMachineOnly() }
	return handler.call(method, params)
}

function reply(status: number, outcome: RpcOutcome, id?: number): HttpReply {
	return { status, contentType: 'application/json', body: writeIndentedJson(envelope(id, outcome)) }
}

/** The HTML list of methods a browser sees. */
function endpointList(handler: RpcHandler, host: string): string {
	const links = [...handler.methods]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, args]) => `//${host}/${name}?${args.map(([arg]) => `${arg}=_`).join('&')}`)
		.map((link) => `<a href="${link}">${link}</a></br>`)
	const head = '<html><body><br>Available endpoints:<br><br>Endpoints that require arguments:<br>'
	return `${head}${links.join('')}</body></html>`
}
