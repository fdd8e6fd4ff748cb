import { errorReply, ethCodes } from '../../api/eth/rpc/EthFault.ts'

/** A request refused before any call was run: an HTTP status with a JSON-RPC error body. */
export interface Refusal {
	readonly status: number
	readonly body: string
	readonly headers?: Readonly<Record<string, string>>
}

function refusal(status: number, code: number, message: string, headers?: Readonly<Record<string, string>>): Refusal {
	const body = errorReply('null', { code, message })
	return headers === undefined ? { status, body } : { status, body, headers }
}

/** Every refusal the gateway makes. */
export const refusals = {
	unknownEndpoint: refusal(404, ethCodes.notFound, 'endpoint not found'),
	method: refusal(405, ethCodes.invalidRequest, 'use POST', { allow: 'POST, OPTIONS' }),
	noKey: refusal(401, ethCodes.unauthorized, 'API key required: send it in the x-api-key header'),
	badKey: refusal(401, ethCodes.unauthorized, 'API key is not valid for this endpoint'),
	address: refusal(403, ethCodes.unauthorized, 'this IP address is not on the allowlist of the endpoint'),
	origin: refusal(403, ethCodes.unauthorized, 'this origin is not on the allowlist of the endpoint'),
	noOrigin: refusal(403, ethCodes.unauthorized, 'this endpoint needs an Origin header that is on its allowlist'),
	contentType: refusal(415, ethCodes.invalidRequest, 'invalid content type, only application/json is supported'),
	cap: refusal(402, ethCodes.limitExceeded, 'the monthly cap of relays set by the owner of this account is reached'),
	unavailable: refusal(503, ethCodes.unavailable, 'the call could not be counted and is not answered, try again', {
		'retry-after': '1',
	}),
	uncertain: refusal(
		503,
		ethCodes.unavailable,
		'the database was lost while the call was counted: it is not answered, and may or may not have been counted',
		{ 'retry-after': '1' },
	),
	bodySize: (bytes: number) =>
		refusal(413, ethCodes.limitExceeded, `request body too large, at most ${bytes} bytes`, { connection: 'close' }),
	rate: (seconds: number) =>
		refusal(429, ethCodes.limitExceeded, `too many requests, retry after ${seconds} s`, {
			'retry-after': String(seconds),
		}),
} as const
