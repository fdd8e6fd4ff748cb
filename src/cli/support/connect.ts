import { existsSync } from 'node:fs'
import type { ChainClient, RpcConnection } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { homePaths } from '../../node/home/home.ts'
import { readRunningNode } from '../../node/home/runningNode.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { homeConfig, openKeys } from './home.ts'
import { apiKeyOfHome, placeAt } from './savedPlaces.ts'

/** What names the node of `--node`, in errors. */
export const nodeFlag = 'the address given to --node'

/** What names the node that runs on a home, in errors. */
export function announcedIn(home: string): string {
	return `node.json in ${home}`
}

/** Connects to a command's node: that of `--node`, else the home's. @throws {UserError} if there is none. */
export async function connect(context: CommandContext): Promise<RpcConnection> {
	const connection = await namedConnection(context)
	const wanted = textFlag(context, 'chainId')
	if (wanted !== undefined) await refuseOtherChain(connection, wanted)
	return connection
}

/** Refuses a node of another chain than the one named: nothing is signed for the wrong one. @throws {UserError} */
export async function refuseOtherChain(connection: RpcConnection, wanted: string): Promise<void> {
	let network: string
	try {
		network = (await connection.call('status')).node_info.network
	} catch {
		// What the command asks next says why there is no answer.
		return
	}
	const { checkChain } = await import('../../client/index.ts')
	try {
		checkChain(connection.name, network, wanted)
	} catch (error) {
		connection.close()
		throw error
	}
}

async function namedConnection(context: CommandContext): Promise<RpcConnection> {
	const { placeConnection, remoteConnection } = await import('../../client/askNode.ts')
	const named = textFlag(context, 'node')
	if (named !== undefined) {
		const place = await placeAt(homeConfig(context).home, named)
		const apiKey = apiKeyOfHome(place, context)
		return placeConnection({ url: named, speaks: place?.speaks ?? 'rpc' }, { chosenBy: nodeFlag, apiKey })
	}
	return remoteConnection(await runningRpc(context), announcedIn(homeConfig(context).home))
}

async function runningRpc(context: CommandContext): Promise<string> {
	const { home } = homeConfig(context)
	const node = readRunningNode(home)
	if (node?.rpc !== undefined) return node.rpc
	const { readNetworkHome } = await import('../../node/home/networkHome.ts')
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

/**
 * Runs work that a node does only with --admin.
 * @throws {UserError} in these words where it was started without.
 */
export async function withPowers<T>(
	[message, why, next]: readonly [message: string, why: string, next: string],
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work()
	} catch (cause) {
		if (!(cause instanceof Error) || !/method not found/i.test(cause.message)) throw cause
		throw new UserError(message, { why, next, cause })
	}
}

/** A client of a command's node, and the keyring it signs with. */
interface HomeClient {
	readonly client: ChainClient
	readonly keyring: Keyring
}

/**
 * Connects a client to the node of `--node`, or to the one that runs on the home, with the home's keys. Does not create
 * a keyring in a home without one.
 * @throws {UserError} if there is no node.
 */
export async function homeClient(context: CommandContext): Promise<HomeClient> {
	const { createChainClient } = await (await import('../../client/index.ts')).loadChainClient()
	const { home, settings, minimumGasPrices } = homeConfig(context)
	const { openKeyring } = await import('../../keyring/openKeyring.ts')
	const hasKeys = existsSync(homePaths(home).keyring)
	const keyring = hasKeys ? await openKeys(context) : await openKeyring({ folder: undefined, settings })
	const connection = await connect(context)
	const client = createChainClient({ connection, keyring, settings, gasPrices: minimumGasPrices, admin: false })
	return { client, keyring }
}
