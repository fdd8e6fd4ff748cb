import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { EngineClient } from '../engineRpc/EngineClient.ts'
import { UserError } from '../errors/UserError.ts'
import { fromHex } from '../util/bytes.ts'
import type { StatusReply } from '../wire/node.ts'
import { programVersion } from './version.ts'

/** p2p channels that a Tendermint 0.34 node announces (node/node.go makeNodeInfo), which clients read as fixed text. */
const channels = fromHex('40202122233038606100')!

/** Identity of this node: an engine of the 0.34 line, so that clients choose its dialect, and this application. */
export function nodeIdentity(node: {
	readonly nodeId: string
	readonly moniker: string
	/** `host:port`, as it listens. */
	readonly rpcAddress: string
}): NodeIdentity {
	return {
		nodeId: node.nodeId,
		// A light node has no peers. The address is where a full node would accept them.
		listenAddress: 'tcp://127.0.0.1:26656',
		rpcAddress: `tcp://${node.rpcAddress}`,
		engineVersion: '0.34.15',
		moniker: node.moniker,
		channels,
		protocol: { p2p: 8n, block: 11n, app: 0n },
		application: {
			name: 'chain-tui',
			appName: 'chain-tui',
			version: programVersion,
			gitCommit: '',
			buildTags: '',
			goVersion: `node ${process.version}`,
			buildDeps: [],
			cosmosSdkVersion: 'v0.44.5',
		},
	}
}

/** Identity of a real engine with this application. Rejects with UserError without an answer, or if it is no engine. */
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
		channels: fromHex(node.channels) ?? new Uint8Array(),
		protocol: { p2p: BigInt(p2p), block: BigInt(block), app: BigInt(app) },
	}
}
