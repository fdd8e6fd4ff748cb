import { only } from '../../errors/attempt.ts'
import type { HistoryReply } from '../../wire/SummarySchema.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { NodeAbout } from '../chainTypes.ts'
import { isMethodNotFound, RpcError } from '../rpc/RpcError.ts'

/** What a node reports of itself and its peers (`status`, `abci_info`, `net_info`); less behind some proxies. */
export async function getNodeAbout({ connection }: Pick<ClientContext, 'connection'>): Promise<NodeAbout> {
	const [{ node_info: node }, info, net] = await Promise.all([
		connection.call('status'),
		connection.call('abci_info').catch(only(RpcError, () => undefined)),
		connection.call('net_info').catch(only(RpcError, () => undefined)),
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
export function getHistory(
	{ connection }: Pick<ClientContext, 'connection'>,
	seconds: number,
): Promise<HistoryReply | undefined> {
	return connection.call('chain_history', { seconds }).catch(only(isMethodNotFound, () => undefined))
}
