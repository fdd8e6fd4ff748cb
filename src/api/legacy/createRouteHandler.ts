import { thrownText } from '../../errors/UserError.ts'
import type { RestHandler, RestRequest } from '../rest/RestHandler.ts'
import { faultAnswer, type LegacyAnswer, LegacyFault } from './LegacyAnswer.ts'

/** A route: method, path with `{names}` for single segments, and its handler. */
export interface LegacyRoute {
	readonly method: 'GET' | 'POST'
	/** `/bank/balances/{address}` */
	readonly path: string
	/** Headers besides Content-Type, in alphabetical order after it. */
	readonly headers?: readonly (readonly [name: string, value: string])[]
	/** `variables` are the values of the path's names, in order. @throws {LegacyFault} if the request is refused. */
	answer(request: RestRequest, variables: readonly string[]): LegacyAnswer | Promise<LegacyAnswer>
}

/** Finds the route of a request; the first in the list wins, as in gorilla/mux. */
export type FindRoute = (
	method: string,
	path: string,
) => { readonly route: LegacyRoute; readonly variables: readonly string[] } | undefined

/** A finder over routes. */
export function routeFinder(routes: readonly LegacyRoute[]): FindRoute {
	const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }))
	return (method, path) => {
		for (const { route, pattern } of patterns) {
			if (route.method !== method) continue
			const match = pattern.exec(path)
			if (match !== null) return { route, variables: match.slice(1) }
		}
		return undefined
	}
}

/** A handler for the given routes; other requests go to the next handlers. */
export function createRouteHandler(routes: readonly LegacyRoute[]): RestHandler {
	const find = routeFinder(routes)
	return (request, reply) => {
		const found = find(request.method, request.path)
		if (found === undefined) return false
		const { route, variables } = found
		return answerOf(route, request, variables).then(({ status, body }) => {
			reply.send(status, [['Content-Type', 'application/json'], ...(route.headers ?? [])], body)
			return true
		})
	}
}

async function answerOf(route: LegacyRoute, request: RestRequest, variables: readonly string[]): Promise<LegacyAnswer> {
	try {
		return await route.answer(request, variables)
	} catch (error) {
		return error instanceof LegacyFault ? faultAnswer(error) : panicAnswer(error)
	}
}

/** The reply to a panic, by the framework's server, with the route's headers (tendermint RecoverAndLogHandler). */
function panicAnswer(error: unknown): LegacyAnswer {
	const data = thrownText(error)
	const body = { jsonrpc: '2.0', id: -1, error: { code: -32603, message: 'Internal error', data } }
	return { status: 500, body: JSON.stringify(body, null, 2) }
}

function patternOf(path: string): RegExp {
	return new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`, 's')
}
