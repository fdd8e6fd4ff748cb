import { addressArgument, blockArgument, invalidArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { zeroWord } from './hex.ts'
import { stateHeight } from './window.ts'

/** `eth_getStorageAt`: a zero word: no account of this chain has storage. */
export const ethGetStorageAt: EthMethod = {
	name: 'eth_getStorageAt',
	params: { min: 2, max: 3 },
	run: async (params, context) => {
		addressArgument(params, 0)
		const slot = params[1]
		if (typeof slot !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(slot)) {
			throw invalidArgument(1, 'storage slot as hex string of at most 32 bytes expected')
		}
		await context.chain.checkState(await stateHeight(blockArgument(params, 2), context))
		return zeroWord
	},
}
