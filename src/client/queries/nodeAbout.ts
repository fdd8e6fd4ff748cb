import type { CallArgs, MethodName, ReplyOf } from '../../wire/NodeSchema.ts'
import type { NodeAbout } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'

/**
 * Reads what a node reports about itself and its peers (`status`, `abci_info`, `net_info`). A proxy with fewer methods
 * reports less.
 */
export async function readNodeAbout(connection: RpcConnection): Promise<NodeAbout> {
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
