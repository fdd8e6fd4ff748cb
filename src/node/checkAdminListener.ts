import { UserError } from '../errors/UserError.ts'
import { isLoopbackHost } from '../serve/isLoopbackHost.ts'
import type { Listener, NodeConfig } from './NodeConfig.ts'

/**
 * Refuses to start a node that would serve admin methods to a network.
 *
 * @throws {UserError} if admin methods are on and other machines can reach a JSON-RPC listener.
 */
export function checkAdminListener({ admin, listeners: { rpc, eth } }: NodeConfig): void {
	if (!admin) return
	refuse('rpc', rpc, 26_657)
	if (eth !== undefined) refuse('eth', eth, 8_546)
}

function refuse(name: string, listener: Listener, port: number): void {
	if (!listener.on || isLoopbackHost(listener.host)) return
	const shown = listener.host.includes(':') ? `[${listener.host}]` : listener.host
	throw new UserError(`--admin cannot be used with --${name} ${shown}:${listener.port}.`, {
		why: 'Other machines may reach that address, and the admin methods move time, empty the faucet and erase the chain.',
		next: `Listen on this machine only, with --${name} 127.0.0.1:${port}, or leave --admin out.`,
	})
}
