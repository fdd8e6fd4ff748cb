import type { RestHandler } from '../api/rest/RestHandler.ts'
import { utf8 } from '../util/bytes.ts'

/** A request to REST handlers without a socket. */
export interface InnerRestRequest {
	readonly method: string
	/** Includes the query. */
	readonly path: string
	readonly body?: string
}

/** Calls REST handlers in the same process, so that the app can use them while the listener is off. */
export async function restRequest(
	handlers: readonly RestHandler[],
	{ method, path, body }: InnerRestRequest,
): Promise<{ readonly status: number; readonly body: string }> {
	const url = new URL(path, 'http://localhost')
	let answer = { status: 404, body: '' }
	for (const handler of handlers) {
		const done = await handler(
			{
				method,
				path: decodeURIComponent(url.pathname),
				rawQuery: url.search.slice(1),
				headers: {},
				body: async () => utf8(body ?? ''),
			},
			{
				send: (status, _headers, sent) => {
					answer = { status, body: typeof sent === 'string' ? sent : new TextDecoder().decode(sent) }
				},
			},
		)
		if (done) return answer
	}
	return answer
}
