import { hashArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'

/** `eth_getTransactionReceipt`: null: the chain has no Ethereum transactions. */
export const ethGetTransactionReceipt: EthMethod = {
	name: 'eth_getTransactionReceipt',
	params: { min: 1, max: 1 },
	run: async (params) => {
		hashArgument(params, 0)
		return null
	},
}
