import type { ManagementClient } from '../../wire/management/managementRoutes.ts'
import { routeIds } from '../../wire/management/routeIds.ts'
import { managementCall } from './managementCall.ts'

/** Headers a call goes with. */
type Headers = Readonly<Record<string, string>>

/**
 * A client of the management API at a URL, made from the API's definition: every route is a method. `headers` gives what each
 * call goes with; `failed` hears of those that were refused. The definitions are loaded by the first call, since most runs
 * of the program make none.
 */
export function createManagementClient(
	url: string,
	headers: () => Headers = () => ({}),
	failed: (error: unknown, headers: Headers) => void = () => {},
): ManagementClient {
	const methods = routeIds.map((id) => [
		id,
		async (...args: readonly unknown[]) => {
			const { managementRoutes } = await import('../../wire/management/managementRoutes.ts')
			const sent = headers()
			try {
				return await managementCall(url, managementRoutes[id as keyof typeof managementRoutes], args, sent)
			} catch (error) {
				failed(error, sent)
				throw error
			}
		},
	])
	// Each method takes and returns what its route's schemas say; they check both at run time.
	return Object.fromEntries(methods) as ManagementClient
}
