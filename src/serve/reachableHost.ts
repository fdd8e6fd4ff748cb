/**
 * The host of a URL that reaches a listener from its own machine: 0.0.0.0 and :: are all addresses of it, and no address to
 * go to, which browsers and some systems refuse. IPv6 gets its brackets.
 */
export function reachableHost(host: string): string {
	if (host === '0.0.0.0') return '127.0.0.1'
	if (host === '::' || host === '::0') return '[::1]'
	return host.includes(':') ? `[${host}]` : host
}
