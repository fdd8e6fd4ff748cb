import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Lets a page of an allowed origin read the reply (CORS). A preflight, the browser's question beforehand, is answered: then
 * the result is true and nothing is left to do.
 */
export function allowPage({ method, headers }: IncomingMessage, response: ServerResponse, origin: string): boolean {
	response.setHeader('Access-Control-Allow-Origin', origin)
	response.setHeader('Vary', 'Origin')
	if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
	response.writeHead(204, {
		'Access-Control-Allow-Methods': 'GET, POST, HEAD',
		'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? 'Content-Type',
		'Access-Control-Max-Age': '600',
	})
	response.end()
	return true
}
