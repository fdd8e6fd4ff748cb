import { blockNumberOf } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { blockOf } from './window.ts'

/** `eth_getBlockTransactionCountByNumber`: Ethereum transactions of a block: none, or null when there is no such block. */
export const ethGetBlockTransactionCountByNumber: EthMethod = {
	name: 'eth_getBlockTransactionCountByNumber',
	params: { min: 1, max: 1 },
	run: async (params, context) => {
		const block = await blockOf(blockNumberOf(params[0], 0), context)
		return block === undefined ? null : '0x0'
	},
}
