import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isLoopbackHost } from './isLoopbackHost.ts'

/** The parts of a request that show its origin. */
export interface RequestPlace {
	readonly headers: IncomingHttpHeaders
	readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Headers of a proxy that forwards other machines. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/**
 * Whether a request comes from a program of this machine: the peer is loopback, no proxy forwards it, and no web page
 * sent it. A page sends its Origin; one that resolved its own name to 127.0.0.1 (DNS rebinding) shows that name in the
 * Host header.
 */
export function isFromThisMachine({ headers, socket }: RequestPlace): boolean {
	const peer = socket.remoteAddress ?? ''
	if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false
	if (headers.origin !== undefined || proxyHeaders.some((name) => headers[name] !== undefined)) return false
	return isLoopbackHost((headers.host ?? '').replace(/:\d+$/, ''))
}
