import { errorReply } from '../jsonrpc/parseCalls.ts'
import { rpcCodes } from '../jsonrpc/RpcFault.ts'

/** A request refused before any call was run: an HTTP status with a JSON-RPC error body. */
export interface Refusal {
	readonly status: number
	readonly body: string
	readonly headers?: Readonly<Record<string, string>>
}

function refusal(status: number, code: number, message: string, headers?: Readonly<Record<string, string>>): Refusal {
	const body = errorReply('null', code, message)
	return headers === undefined ? { status, body } : { status, body, headers }
}

/** Every refusal the gateway makes. */
export const refusals = {
	unknownEndpoint: refusal(404, rpcCodes.notFound, 'endpoint not found'),
	method: refusal(405, rpcCodes.invalidRequest, 'use POST', { allow: 'POST, OPTIONS' }),
	noKey: refusal(401, rpcCodes.unauthorized, 'API key required: send it in the x-api-key header'),
	badKey: refusal(401, rpcCodes.unauthorized, 'API key is not valid for this endpoint'),
	address: refusal(403, rpcCodes.unauthorized, 'this IP address is not on the allowlist of the endpoint'),
	origin: refusal(403, rpcCodes.unauthorized, 'this origin is not on the allowlist of the endpoint'),
	noOrigin: refusal(403, rpcCodes.unauthorized, 'this endpoint needs an Origin header that is on its allowlist'),
	contentType: refusal(415, rpcCodes.invalidRequest, 'invalid content type, only application/json is supported'),
	cap: refusal(402, rpcCodes.limitExceeded, 'the monthly cap of relays set by the owner of this account is reached'),
	unavailable: refusal(503, rpcCodes.unavailable, 'the call could not be counted and is not answered, try again', {
		'retry-after': '1',
	}),
	uncertain: refusal(
		503,
		rpcCodes.unavailable,
		'the database was lost while the call was counted: it is not answered, and may or may not have been counted',
		{ 'retry-after': '1' },
	),
	bodySize: (bytes: number) =>
		refusal(413, rpcCodes.limitExceeded, `request body too large, at most ${bytes} bytes`, { connection: 'close' }),
	rate: (seconds: number) =>
		refusal(429, rpcCodes.limitExceeded, `too many requests, retry after ${seconds} s`, {
			'retry-after': String(seconds),
		}),
} as const
