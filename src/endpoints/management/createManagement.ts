import type { IncomingMessage, ServerResponse } from 'node:http'
import { DeviceLogins } from '../login/DeviceLogins.ts'
import type { ManagementParts } from './createManagementServer.ts'
import { prepareOperatorToken } from './managers.ts'

/** The management API beside the gateway. */
export interface Management {
	/** Whether a URL belongs to the API. */
	owns(url: string): boolean
	/** @param isRemote whether other machines may send it */
	handle(request: IncomingMessage, response: ServerResponse, isRemote: boolean): void
	close(): Promise<void>
}

const notStarted = JSON.stringify({
	error: {
		code: 'internal',
		message: 'The management of the endpoint service does not start.',
		next: 'Try again; the log of the node says more.',
	},
})

/** Loads the server of the management API at its first request: a gateway that only serves calls never does. */
export function createManagement(parts: ManagementParts): Management {
	const logins = new DeviceLogins(parts.context)
	if (parts.home !== undefined) prepareOperatorToken(parts.home, parts.context.log)
	const load = () =>
		import('./createManagementServer.ts').then(({ createManagementServer }) =>
			createManagementServer({ ...parts, logins }),
		)
	let server: ReturnType<typeof load> | undefined
	return {
		owns: (url) => /^\/(manage\/|openapi\.json|metrics)/.test(url),
		handle(request, response, isRemote) {
			server ??= load()
			server.then(
				({ routing }) => routing(request, response, isRemote),
				(cause: unknown) => {
					// The next request tries again.
					server = undefined
					parts.context.log('error', 'endpoints', `the management API does not start: ${String(cause)}`)
					request.resume()
					response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end(notStarted)
				},
			)
		},
		async close() {
			logins.close()
			await server?.then(({ close }) => close())
		},
	}
}
