import { type ManagementClient, managementRoutes, routeIds } from '../../wire/management/managementRoutes.ts'
import { managementCall } from './managementCall.ts'

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
