import type { NodeAbout } from '../ChainClient.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'

interface WireNodeInfo {
	readonly id?: string
	readonly moniker?: string
	readonly version?: string
	readonly protocol_version?: { readonly block?: string; readonly app?: string }
}

interface WirePeer {
	readonly node_info?: WireNodeInfo
	readonly remote_ip?: string
	readonly is_outbound?: boolean
}

/** What a node says of itself and its peers (`status`, `abci_info`, `net_info`); a proxy that serves fewer methods tells less. */
export async function readNodeAbout(connection: RpcConnection): Promise<NodeAbout> {
	const optional = async (method: string): Promise<unknown> => {
		try {
			return await connection.call(method)
		} catch (error) {
			if (error instanceof RpcError) return {}
			throw error
		}
	}
	const [status, info, net] = await Promise.all([
		connection.call('status') as Promise<{ readonly node_info?: WireNodeInfo }>,
		optional('abci_info') as Promise<{ readonly response?: { readonly data?: string; readonly version?: string } }>,
		optional('net_info') as Promise<{ readonly peers?: readonly WirePeer[] | null }>,
	])
	const node = status.node_info ?? {}
	return {
		id: node.id ?? '',
		moniker: node.moniker ?? '',
		engineVersion: node.version ?? '',
		blockProtocol: node.protocol_version?.block ?? '',
		appName: info.response?.data ?? '',
		appVersion: info.response?.version ?? '',
		peers: (net.peers ?? []).map((peer) => ({
			id: peer.node_info?.id ?? '',
			moniker: peer.node_info?.moniker ?? '',
			version: peer.node_info?.version ?? '',
			address: peer.remote_ip ?? '',
			outbound: peer.is_outbound === true,
		})),
	}
}
