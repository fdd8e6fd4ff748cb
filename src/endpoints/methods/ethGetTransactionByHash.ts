import { hashArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'

/** `eth_getTransactionByHash`: null: the chain has no Ethereum transactions. */
export const ethGetTransactionByHash: EthMethod = {
	name: 'eth_getTransactionByHash',
	params: { min: 1, max: 1 },
	run: async (params) => {
		hashArgument(params, 0)
		return null
	},
}
