import { addressArgument, blockArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { stateHeight } from './window.ts'

/** `eth_getCode`: `0x`: no account of this chain has code. */
export const ethGetCode: EthMethod = {
	name: 'eth_getCode',
	params: { min: 1, max: 2 },
	run: async (params, context) => {
		addressArgument(params, 0)
		await context.chain.checkState(await stateHeight(blockArgument(params, 1), context))
		return '0x'
	},
}
