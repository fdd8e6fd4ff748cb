import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { bracketed } from '../util/bracketed.ts'

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

/**
 * Whether a host (a listener's address, or a Host header without port) can only be this machine: `localhost`,
 * 127.0.0.0/8 or `::1`, with or without brackets. Other names are not resolved, because their owner controls what they
 * mean.
 */
export function isLoopbackHost(host: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/**
 * The host of a URL that reaches a listener from its own machine: 0.0.0.0 and :: are all addresses of it, and no address to
 * go to, which browsers and some systems refuse. IPv6 gets its brackets.
 */
export function reachableHost(host: string): string {
	if (host === '0.0.0.0') return '127.0.0.1'
	if (host === '::' || host === '::0') return '[::1]'
	return bracketed(host)
}
