import type { RequestSummary } from './RequestsClient.ts'

/** The listener that received a request. */
export type ListenerName = RequestSummary['listener']

/** Names of listeners, at most eight letters. */
export const listenerWords: Readonly<Record<ListenerName, string>> = {
	rpc: 'RPC',
	rest: 'REST',
	legacy8: 'REST 8',
	grpc: 'gRPC',
	endpoints: 'endpoint',
	eth: 'Ethereum',
}

/** What a request asked for, in one line: the JSON-RPC methods, otherwise the route. Untrusted text. */
export function whatOf({ method, path, calls, listener }: RequestSummary): string {
	if (method === 'gRPC') {
		const [service = '', name = ''] = path.slice(1).split('/')
		const short = service.slice(service.lastIndexOf('.') + 1)
		return `${short}/${name}  ${service.slice(0, Math.max(0, service.length - short.length - 1))}`.trimEnd()
	}
	if (calls === '') return method === 'WS' ? 'a message over a websocket' : `${method} ${path}`
	return listener === 'endpoints' ? `${calls}  ${path}` : calls
}

/** How a request ended, in at most ten letters, and whether it failed. */
export function outcomeOf({ method, status, code = 0 }: RequestSummary): {
	readonly text: string
	readonly bad: boolean
} {
	if (method === 'gRPC') {
		return code === 0 ? { text: 'OK', bad: false } : { text: grpcCodes[code] ?? `gRPC ${code}`, bad: true }
	}
	if (status === 0 && method !== 'WS') return { text: 'gone', bad: true }
	if (status >= 400) return { text: String(status), bad: true }
	if (code < 0) return { text: `err ${code}`, bad: true }
	if (code > 0) return { text: `code ${code}`, bad: true }
	return { text: status === 0 ? 'ok' : String(status), bad: false }
}

/** Who sent a request: the client's user agent, otherwise its address. Untrusted text. */
export function clientOf({ agent, from }: RequestSummary): string {
	return agent === '' ? from : agent
}

/** A duration in milliseconds, with tenths if it is short. */
export function msText(ms: number): string {
	return ms < 10 ? ms.toFixed(1) : String(Math.round(ms))
}

/** Short names of gRPC codes (https://grpc.io/docs/guides/status-codes). */
const grpcCodes: Readonly<Record<number, string>> = {
	1: 'cancelled',
	2: 'unknown',
	3: 'invalid',
	4: 'deadline',
	5: 'not found',
	6: 'exists',
	7: 'denied',
	8: 'exhausted',
	9: 'not now',
	10: 'aborted',
	11: 'range',
	12: 'no method',
	13: 'internal',
	14: 'away',
	15: 'data loss',
	16: 'no login',
}
