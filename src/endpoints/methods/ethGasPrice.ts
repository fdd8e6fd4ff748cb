import type { EthMethod } from './EthMethod.ts'
import { gasPrice } from './gasPrice.ts'
import { quantity } from './hex.ts'

/** `eth_gasPrice`: the lowest price the node accepts, in wei. */
export const ethGasPrice: EthMethod = {
	name: 'eth_gasPrice',
	params: { min: 0, max: 0 },
	run: (_params, { chain }) => quantity(gasPrice(chain.upstream)),
}
