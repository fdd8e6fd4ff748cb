import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { EngineClient } from '../engineRpc/EngineClient.ts'
import { UserError } from '../errors/UserError.ts'
import { fromHex } from '../util/bytes.ts'
import type { StatusReply } from '../wire/node.ts'
import { nodeIdentity } from './nodeIdentity.ts'

/**
 * Identity of a real engine with this program as its application. Rejects with UserError while it does not answer, and
 * for a server that is no engine.
 */
export async function engineIdentity(client: EngineClient): Promise<NodeIdentity> {
	// Whatever program answers there.
	const status: Partial<StatusReply> | undefined = await client.call('status')
	const node = status?.node_info
	if (node === undefined) {
		throw new UserError(`What answers at ${client.url} is no engine.`, {
			why: 'Its `status` names no node',
			next: 'Check that --engine is the address of the RPC of a Tendermint or CometBFT.',
		})
	}
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
