import { hashArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { blockOf } from './window.ts'

/** `eth_getBlockTransactionCountByHash`: Ethereum transactions of a block: none, or null when there is no such block. */
export const ethGetBlockTransactionCountByHash: EthMethod = {
	name: 'eth_getBlockTransactionCountByHash',
	params: { min: 1, max: 1 },
	run: async (params, context) => {
		const block = await blockOf({ kind: 'hash', hash: hashArgument(params, 0) }, context)
		return block === undefined ? null : '0x0'
	},
}
