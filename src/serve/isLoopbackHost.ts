/**
 * Whether a host (a listener's address, or a Host header without port) can only be this machine: `localhost`,
 * 127.0.0.0/8 or `::1`, with or without brackets. Other names are not resolved, because their owner controls what they
 * mean.
 */
export function isLoopbackHost(host: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
