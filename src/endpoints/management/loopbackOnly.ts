import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { ServiceFault } from '../service/ServiceFault.ts'

/**
 * Lets only programs of this machine manage the service: the peer must be loopback, not a proxy that carries others in, and
 * no web page, also none that has given its own name the address 127.0.0.1. Throws ServiceFault.
 */
export function checkLoopback(request: IncomingMessage): void {
	const { headers, socket } = request
	const peer = socket.remoteAddress ?? ''
	const local = ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback'
	const proxied = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => headers[name] !== undefined)
	const host = (headers.host ?? '').replace(/:\d+$/, '')
	const named = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)
	if (local && !proxied && named && headers.origin === undefined) return
	throw new ServiceFault(
		403,
		'loopback_only',
		'The service is managed from its own machine only.',
		'Use chain-tui on that machine.',
	)
}
