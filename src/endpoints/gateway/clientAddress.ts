import type { IncomingMessage } from 'node:http'
import type { IpRule } from '../service/allowRules.ts'

/**
 * Address of the client: the peer of the connection, or, when that is a trusted proxy, the last address of X-Forwarded-For
 * that is none. What a client writes into the header itself stands further left and is never believed.
 */
export function clientAddress(request: IncomingMessage, trusted: IpRule): string {
	const peer = request.socket.remoteAddress ?? ''
	if (trusted.empty || !trusted.allows(peer)) return peer
	const header = request.headers['x-forwarded-for']
	const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim())
	for (const hop of hops.reverse()) {
		if (hop === '') continue
		if (!trusted.allows(hop)) return hop
	}
	return peer
}
