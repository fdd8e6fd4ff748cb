import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { EngineClient } from '../engineRpc/EngineClient.ts'
import { fromHex } from '../util/bytes.ts'
import { nodeIdentity } from './nodeIdentity.ts'

/** Identity of a real engine with this program as its application. Rejects with UserError while it does not answer. */
export async function engineIdentity(client: EngineClient): Promise<NodeIdentity> {
	const { node_info: node } = await client.call('status')
	const { p2p, block, app } = node.protocol_version
	return {
		...nodeIdentity({ nodeId: node.id, moniker: node.moniker, rpcAddress: '' }),
		listenAddress: node.listen_addr,
		rpcAddress: node.other.rpc_address,
		engineVersion: node.version,
		channels: fromHex(node.channels) ?? new Uint8Array(0),
		protocol: { p2p: BigInt(p2p), block: BigInt(block), app: BigInt(app) },
	}
}
