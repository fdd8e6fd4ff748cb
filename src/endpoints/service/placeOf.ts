import ipaddr from 'ipaddr.js'

/**
 * The origin of a request for counting: an IPv4 address, a /64 network of IPv6, since one subscriber has all its
 * addresses, or this machine, whose programs can use any address of 127.0.0.0/8.
 */
export function placeOf(address: string): string {
	if (!ipaddr.isValid(address)) return 'unknown'
	const parsed = ipaddr.process(address)
	if (parsed.range() === 'loopback') return 'loopback'
	if (parsed.kind() === 'ipv4') return parsed.toString()
	return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}
