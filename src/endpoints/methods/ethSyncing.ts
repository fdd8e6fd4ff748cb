import type { EthMethod } from './EthMethod.ts'
import { quantity } from './hex.ts'

/** `eth_syncing`: false, or how far the node is while it catches up. */
export const ethSyncing: EthMethod = {
	name: 'eth_syncing',
	params: { min: 0, max: 0 },
	run: (_params, { chain }) =>
		chain.ofHead(({ catchingUp, earliest, height }) =>
			// The node does not know how far the others are: ethermint leaves highestBlock out as well.
			catchingUp ? { startingBlock: quantity(earliest), currentBlock: quantity(height) } : false,
		),
}
