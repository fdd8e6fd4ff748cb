import type { CallArgs, MethodName, ReplyOf } from '../../wire/NodeSchema.ts'
import type { HistoryReply } from '../../wire/SummarySchema.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { NodeAbout } from '../chainTypes.ts'
import type { NetworkStatus } from '../NetworkStatus.ts'
import { isMethodNotFound, RpcError } from '../rpc/RpcError.ts'

/** What a node reports of itself and its peers (`status`, `abci_info`, `net_info`); less behind some proxies. */
export async function getNodeAbout({ connection }: Pick<ClientContext, 'connection'>): Promise<NodeAbout> {
	const optional = async <M extends MethodName>(method: M, ...args: CallArgs<M>): Promise<ReplyOf<M> | undefined> => {
		try {
			return await connection.call(method, ...args)
		} catch (error) {
			if (error instanceof RpcError) return undefined
			throw error
		}
	}
	const [{ node_info: node }, info, net] = await Promise.all([
		connection.call('status'),
		optional('abci_info'),
		optional('net_info'),
	])
	return {
		id: node.id,
		moniker: node.moniker,
		engineVersion: node.version,
		blockProtocol: node.protocol_version.block,
		appName: info?.response.data ?? '',
		appVersion: info?.response.version ?? '',
		peers: (net?.peers ?? []).map(({ node_info: peer, remote_ip, is_outbound }) => ({
			id: peer.id,
			moniker: peer.moniker,
			version: peer.version,
			address: remote_ip,
			outbound: is_outbound,
		})),
	}
}

/** Measurements of the last seconds, at most a week; undefined if the node does not measure. */
export async function getHistory(
	{ connection }: Pick<ClientContext, 'connection'>,
	seconds: number,
): Promise<HistoryReply | undefined> {
	try {
		return await connection.call('chain_history', { seconds })
	} catch (error) {
		if (isMethodNotFound(error)) return undefined
		throw error
	}
}

/** State of the network the node belongs to: validators, votes, rounds, peers. */
export function getNetwork({ network }: Pick<ClientContext, 'network'>): Promise<NetworkStatus> {
	return network.read()
}
