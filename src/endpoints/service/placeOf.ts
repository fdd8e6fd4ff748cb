import ipaddr from 'ipaddr.js'

/**
 * What stands for the place a request comes from: an address of IPv4, the /64 network of IPv6, of which one subscriber has
 * every address, and one place for this whole machine, whose programs may take any address of 127.0.0.0/8.
 */
export function placeOf(address: string): string {
	if (!ipaddr.isValid(address)) return 'unknown'
	const parsed = ipaddr.process(address)
	if (parsed.range() === 'loopback') return 'loopback'
	if (parsed.kind() === 'ipv4') return parsed.toString()
	return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}
