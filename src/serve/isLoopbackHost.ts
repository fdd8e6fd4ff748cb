/**
 * Whether a host, as a listener's address or a Host header without its port names it, can only be this machine: `localhost`,
 * 127.0.0.0/8 or `::1`, the latter with or without brackets. Other names are not resolved: whoever owns a name decides what
 * it means.
 */
export function isLoopbackHost(host: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
