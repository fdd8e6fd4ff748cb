import { networkReason } from '../../errors/innermostCause.ts'
import { UserError } from '../../errors/UserError.ts'
import { jsonOf, objectOf } from '../../util/jsonParts.ts'
import { type ManagementRoute, managementBase, pathNames } from '../../wire/management/defineRoute.ts'
import { type ManagementClient, managementRoutes, routeIds } from '../../wire/management/managementRoutes.ts'

/** Headers of a call. */
type Headers = Readonly<Record<string, string>>

/**
 * Creates a client of the management API at a URL from the API's definition: every route is a method. `headers`
 * provides the headers of each call; `failed` receives refused calls. A call loads the schemas of its route, since
 * most runs of the program make none.
 */
export function createManagementClient(
	url: string,
	headers: () => Headers = () => ({}),
	failed: (error: unknown, headers: Headers) => void = () => {},
): ManagementClient {
	const methods = routeIds.map((id) => [
		id,
		async (...args: readonly unknown[]) => {
			const sent = headers()
			try {
				return await managementCall(url, managementRoutes[id], args, sent)
			} catch (error) {
				failed(error, sent)
				throw error
			}
		},
	])
	// The methods match the schemas of their routes, which are checked at run time.
	return Object.fromEntries(methods) as ManagementClient
}

/** Longest wait for an answer. */
const timeoutMs = 30_000

/**
 * Calls a route of a service: `args` are the values of its path in order, then its body or query. Resolves to the reply, read
 * by the route's schema. Rejects with UserError.
 */
async function managementCall(
	url: string,
	route: ManagementRoute,
	args: readonly unknown[],
	headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
	const names = pathNames(route.path)
	const values = args.slice(names.length)
	const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(args[names.indexOf(name)])))
	const body = !route.hasBody ? undefined : JSON.stringify(values.shift() ?? {})
	const target = new URL(`${url}${managementBase}${path}`)
	for (const [name, value] of Object.entries(values[0] ?? {})) {
		if (value !== undefined) target.searchParams.set(name, String(value))
	}
	const { response, text } = await exchange(url, target, {
		method: route.method,
		headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		...(body === undefined ? {} : { body }),
	})
	const isJson = (response.headers.get('content-type') ?? '').includes('application/json')
	if (!response.ok) throw refused(url, response.status, isJson ? text : '')
	const { reply } = await route.schemas()
	const { success, data } = reply.safeParse(text === '' ? undefined : isJson ? jsonOf(text) : text)
	if (success) return data
	throw new UserError(`The endpoint service at ${url} sent a reply of another form.`, {
		why: `It does not fit ${route.method} ${managementBase}${route.path}.`,
		next: 'Use the same version of chain-tui for the service and for this program.',
	})
}

async function exchange(
	url: string,
	target: URL,
	init: RequestInit,
): Promise<{ readonly response: Response; readonly text: string }> {
	try {
		const response = await fetch(target, { ...init, signal: AbortSignal.timeout(timeoutMs) })
		return { response, text: await response.text() }
	} catch (cause) {
		throw new UserError(`The endpoint service at ${url} does not answer.`, {
			why: networkReason(cause),
			next: 'Start the node with its endpoints on: chain-tui start --endpoints 127.0.0.1:8545.',
			cause,
		})
	}
}

function refused(url: string, status: number, text: string): UserError {
	const { error } = objectOf(jsonOf(text))
	const { code, message, next } = objectOf(error)
	const what = typeof message === 'string' ? message : `The endpoint service at ${url} answered with status ${status}.`
	return new UserError(what, { next: typeof next === 'string' ? next : '', cause: code })
}

/** Whether the service refused because there is no valid session. */
export function isLoggedOut(error: unknown): boolean {
	return error instanceof UserError && error.cause === 'not_logged_in'
}
