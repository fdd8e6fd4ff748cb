import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import { fromHex } from '../util/bytes.ts'
import { programVersion } from './version.ts'

/** p2p channels a node of Tendermint 0.34 announces (node/node.go makeNodeInfo); clients read them as a fixed text. */
const channels = fromHex('40202122233038606100')!

/**
 * How this node introduces itself: as an engine of the 0.34 line, which is what clients choose their dialect by, with
 * this program as the application.
 */
export function nodeIdentity(node: {
	readonly nodeId: string
	readonly moniker: string
	/** `host:port`, as it listens. */
	readonly rpcAddress: string
}): NodeIdentity {
	return {
		nodeId: node.nodeId,
		// A light node has no peers; the address is the one a full node would take them on.
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
