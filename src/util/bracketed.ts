/** A host as URLs and addresses with a port have it: IPv6 in brackets. */
export function bracketed(host: string): string {
	return host.includes(':') ? `[${host}]` : host
}
