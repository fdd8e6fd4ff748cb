import type { RpcConnection } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import { readNetworkHome } from '../../node/networkHome.ts'
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
	if (readNetworkHome(home) !== undefined) {
		throw new UserError(node ? "The engine's address is not known here." : `The node of ${home} does not run.`, {
			why: 'It is the home of a node of a network: its engine answers.',
			next: node
				? "Start `chain-tui abci` with --engine URL, or give the engine's RPC with --node URL."
				: 'Start it with `chain-tui testnet start` or `chain-tui abci`, or name another node with --node URL.',
		})
	}
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
