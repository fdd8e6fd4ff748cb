import { flagArgument, hashArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { ethBlock } from './ethBlock.ts'
import { blockOf } from './window.ts'

/** `eth_getBlockByHash`: a block by its hash, null if it does not exist. */
export const ethGetBlockByHash: EthMethod = {
	name: 'eth_getBlockByHash',
	params: { min: 2, max: 2 },
	run: async (params, context) => {
		const hash = hashArgument(params, 0)
		flagArgument(params, 1)
		const block = await blockOf({ kind: 'hash', hash }, context)
		return block === undefined ? null : ethBlock(block, context.chain)
	},
}
