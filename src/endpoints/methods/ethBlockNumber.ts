import type { EthMethod } from './EthMethod.ts'
import { quantity } from './hex.ts'

/** `eth_blockNumber`: height of the newest block. */
export const ethBlockNumber: EthMethod = {
	name: 'eth_blockNumber',
	params: { min: 0, max: 0 },
	run: (_params, { chain }) => chain.ofHead(({ height }) => quantity(height)),
}
