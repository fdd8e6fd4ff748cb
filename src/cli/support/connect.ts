import type { RpcConnection } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import { readRunningNode } from '../../node/runningNode.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { homeConfig } from './home.ts'

/** What names the node of `--node`, in errors. */
export const nodeFlag = 'the address given to --node'

/** What names the node that runs on a home, in errors. */
export function announcedIn(home: string): string {
	return `node.json in ${home}`
}

/**
 * Connects to the node of a command: that of `--node`, otherwise the one that runs on the home.
 *
 * @throws {UserError} if there is none.
 */
export async function connect(context: CommandContext): Promise<RpcConnection> {
	const { remoteConnection } = await import('../../client/index.ts')
	const named = textFlag(context, 'node')
	if (named !== undefined) return remoteConnection(named, nodeFlag)
	return remoteConnection(runningRpc(context), announcedIn(homeConfig(context).home))
}

function runningRpc(context: CommandContext): string {
	const { home } = homeConfig(context)
	const node = readRunningNode(home)
	if (node?.rpc !== undefined) return node.rpc
	throw new UserError(node ? 'The node of this home has its JSON-RPC off.' : `No node runs on ${home}.`, {
		next: node
			? 'Start it with --rpc 127.0.0.1:26657.'
			: 'Start one with `chain-tui start` or open the app with `chain-tui`, or name a node with --node URL.',
	})
}

/** Runs work with a connection and closes it. */
export async function withNode<T>(
	context: CommandContext,
	work: (connection: RpcConnection) => Promise<T>,
): Promise<T> {
	const connection = await connect(context)
	try {
		return await work(connection)
	} finally {
		connection.close()
	}
}
