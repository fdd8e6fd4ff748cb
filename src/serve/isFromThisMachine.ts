import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isLoopbackHost } from './isLoopbackHost.ts'

/** What of a request tells where it comes from. */
export interface RequestPlace {
	readonly headers: IncomingHttpHeaders
	readonly socket: { readonly remoteAddress?: string | undefined }
}

/** What a proxy adds that carries other machines in. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/**
 * Whether a request comes from a program of this machine: the peer is loopback and no proxy that carries others in, and no
 * web page sent it. A page tells its origin; one that has given its own name the address 127.0.0.1 (DNS rebinding) shows
 * that name in the Host header.
 */
export function isFromThisMachine({ headers, socket }: RequestPlace): boolean {
	const peer = socket.remoteAddress ?? ''
	if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false
	if (headers.origin !== undefined || proxyHeaders.some((name) => headers[name] !== undefined)) return false
	return isLoopbackHost((headers.host ?? '').replace(/:\d+$/, ''))
}
