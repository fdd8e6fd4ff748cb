import type { IncomingMessage } from 'node:http'
import type { IpRule } from '../service/applications/allowlists.ts'

/**
 * Address of the client: the peer of the connection, or, if that is a trusted proxy, the last address of
 * X-Forwarded-For that is not one. Addresses that a client adds itself are further left and are never trusted.
 */
export function clientAddress(request: IncomingMessage, trusted: IpRule): string {
	const peer = request.socket.remoteAddress ?? ''
	if (trusted.empty || !trusted.allows(peer)) return peer
	const header = request.headers['x-forwarded-for']
	const hops = String(header ?? '')
		.split(',')
		.map((hop) => hop.trim())
	for (const hop of hops.reverse()) {
		if (hop === '') continue
		if (!trusted.allows(hop)) return hop
	}
	return peer
}
