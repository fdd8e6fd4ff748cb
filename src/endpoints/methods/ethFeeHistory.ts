import { RpcFault, rpcCodes } from '../jsonrpc/RpcFault.ts'
import { blockNumberOf, invalidArgument, quantityOf } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'
import { blockGasUsed } from './ethBlock.ts'
import { quantity } from './hex.ts'
import { lowestHeight, stateHeight } from './window.ts'

/** Most blocks one call may ask for, as on ethermint nodes. */
const maxBlocks = 100

/**
 * `eth_feeHistory`: how full the blocks were. The chain has no base fee; the reward of every percentile is 0, since a fee
 * buys no place in a block.
 */
export const ethFeeHistory: EthMethod = {
	name: 'eth_feeHistory',
	params: { min: 2, max: 3 },
	run: async (params, context) => {
		const { chain } = context
		const count = blockCount(params[0])
		const percentiles = rewardPercentiles(params[2])
		const head = await chain.head()
		const newest = (await stateHeight(blockNumberOf(params[1], 1), context)) ?? head.height
		const oldest = Math.max(1, newest - count + 1, lowestHeight(head, context.window))
		const heights = Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index)
		const gasUsedRatio = await Promise.all(
			heights.map(async (height) => {
				const [used, limit] = await Promise.all([blockGasUsed(height, chain), chain.blockGasLimit(height)])
				return limit === 0n ? 0 : Number(used) / Number(limit)
			}),
		)
		return {
			oldestBlock: quantity(oldest),
			baseFeePerGas: [...heights, newest + 1].map(() => '0x0'),
			gasUsedRatio,
			...(percentiles === 0 ? {} : { reward: heights.map(() => Array.from({ length: percentiles }, () => '0x0')) }),
		}
	},
}

function blockCount(value: unknown): number {
	const count = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : quantityOf(value, 0)
	if (count < 1n) throw invalidArgument(0, 'at least one block expected')
	if (count > BigInt(maxBlocks)) {
		throw new RpcFault(rpcCodes.limitExceeded, `FeeHistory user block count ${count} higher than ${maxBlocks}`)
	}
	return Number(count)
}

function rewardPercentiles(value: unknown): number {
	if (value === undefined || value === null) return 0
	if (!Array.isArray(value)) throw invalidArgument(2, 'array of percentiles expected')
	let before = 0
	for (const percentile of value) {
		if (typeof percentile !== 'number' || percentile < before || percentile > 100) {
			throw new RpcFault(rpcCodes.invalidInput, `invalid reward percentile: ${String(percentile)}`)
		}
		before = percentile
	}
	return value.length
}
