import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import { fromHex } from '../util/bytes.ts'
import { programVersion } from './version.ts'

/**
 * p2p channels that a Tendermint 0.34 node announces (node/node.go makeNodeInfo); clients read them as a fixed text.
 */
const channels = fromHex('40202122233038606100')!

/**
 * Identity of this node: an engine of the 0.34 line, by which clients choose their dialect, with this program as the
 * application.
 */
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
