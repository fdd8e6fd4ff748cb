import { addressArgument, blockArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { quantity } from './hex.ts'
import { stateHeight } from './window.ts'

/** `eth_getBalance`: bank balance of the native denomination in wei. */
export const ethGetBalance: EthMethod = {
	name: 'eth_getBalance',
	params: { min: 1, max: 2 },
	run: async (params, context) => {
		const address = addressArgument(params, 0)
		const height = await stateHeight(blockArgument(params, 1), context)
		return quantity(await context.chain.balance(address, height))
	},
}
