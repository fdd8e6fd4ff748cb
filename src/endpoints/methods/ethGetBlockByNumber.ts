import { blockNumberOf, flagArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { ethBlock } from './ethBlock.ts'
import { blockOf } from './window.ts'

/** `eth_getBlockByNumber`: a block by tag or height, null if it does not exist. */
export const ethGetBlockByNumber: EthMethod = {
	name: 'eth_getBlockByNumber',
	params: { min: 2, max: 2 },
	run: async (params, context) => {
		const argument = blockNumberOf(params[0], 0)
		flagArgument(params, 1)
		const block = await blockOf(argument, context)
		return block === undefined ? null : ethBlock(block, context.chain)
	},
}
