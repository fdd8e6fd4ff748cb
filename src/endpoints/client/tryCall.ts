import { thrownText } from '../../errors/thrownText.ts'
import { UserError } from '../../errors/UserError.ts'
import type { EndpointsClient, TriedCall } from './EndpointsClient.ts'

/** Calls an endpoint once, as a client of it would. Rejects with UserError when no answer comes. */
export async function tryCall(call: Parameters<EndpointsClient['tryCall']>[0]): Promise<TriedCall> {
	const from = performance.now()
	try {
		const response = await fetch(call.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(call.key === undefined ? {} : { 'x-api-key': call.key }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params }),
			signal: AbortSignal.timeout(30_000),
		})
		const body = await response.text()
		return { status: response.status, body, ms: performance.now() - from }
	} catch (cause) {
		throw new UserError(`The endpoint ${call.url} does not answer.`, {
			why: thrownText(cause),
			next: 'Check that the node runs with its endpoints on.',
			cause,
		})
	}
}
