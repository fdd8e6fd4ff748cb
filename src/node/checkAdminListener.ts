import { UserError } from '../errors/UserError.ts'
import { isLoopbackHost } from '../serve/isLoopbackHost.ts'
import type { NodeConfig } from './NodeConfig.ts'

/**
 * Refuses to start a node that would show its powers to a network.
 *
 * @throws UserError when the admin methods are on and the JSON-RPC listener can be reached from other machines.
 */
export function checkAdminListener({ admin, listeners: { rpc } }: NodeConfig): void {
	if (!admin || !rpc.on || isLoopbackHost(rpc.host)) return
	const shown = rpc.host.includes(':') ? `[${rpc.host}]` : rpc.host
	throw new UserError(`--admin cannot be used with --rpc ${shown}:${rpc.port}.`, {
		why: 'Other machines may reach that address, and the admin methods move time, empty the faucet and erase the chain.',
		next: 'Listen on this machine only, with --rpc 127.0.0.1:26657, or leave --admin out.',
	})
}
