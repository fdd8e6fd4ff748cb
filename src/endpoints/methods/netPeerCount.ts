import type { EthMethod } from './EthMethod.ts'
import { quantity } from './hex.ts'

/** `net_peerCount`: peers of the node. */
export const netPeerCount: EthMethod = {
	name: 'net_peerCount',
	params: { min: 0, max: 0 },
	run: async (_params, { chain }) => quantity(Number((await chain.net()).n_peers)),
}
