import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ChainView } from '../chain/ChainView.ts'
import type { EndpointDirectory } from './EndpointDirectory.ts'

/** Path at which a load balancer asks whether calls are answered here. */
export const healthPath = '/healthz'

/** Longest wait for the node. */
const waitMs = 2_000

/**
 * Answers 200 with the newest height while database and node answer, otherwise 503 with the failing part. It reveals
 * nothing else, because it is public.
 */
export async function answerHealth(
	request: IncomingMessage,
	response: ServerResponse,
	{ directory, chain }: { readonly directory: EndpointDirectory; readonly chain: ChainView },
): Promise<void> {
	request.resume()
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		response.writeHead(405, { allow: 'GET, HEAD' }).end()
		return
	}
	const [isStored, height] = await Promise.all([directory.isCurrent(), newestHeight(chain)])
	const missing = [...(isStored ? [] : ['database']), ...(height === undefined ? ['node'] : [])]
	const body = missing.length === 0 ? { status: 'ok', height } : { status: 'unavailable', missing }
	const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
	response.writeHead(missing.length === 0 ? 200 : 503, headers).end(JSON.stringify(body))
}

async function newestHeight(chain: ChainView): Promise<number | undefined> {
	let timer: NodeJS.Timeout | undefined
	try {
		const late = new Promise<undefined>((resolve) => {
			timer = setTimeout(() => resolve(undefined), waitMs)
		})
		return (await Promise.race([chain.head(), late]))?.height
	} catch {
		return undefined
	} finally {
		clearTimeout(timer)
	}
}
