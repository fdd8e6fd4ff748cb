import { floats, number, required } from '../../api/eth/args/valueParams.ts'
import { quantity } from '../../api/eth/hexJson.ts'
import { EthFault, ethCodes } from '../../api/eth/rpc/EthFault.ts'
import type { ValueParam } from '../../api/eth/rpc/EthMethod.ts'
import { parseDecimal } from '../../codec/coins/decCoins.ts'
import { plainError } from '../../errors/ChainError.ts'
import type { EndpointUpstream } from '../EndpointUpstream.ts'
import { blockGasUsed } from './blockMethods.ts'
import { definePlainMethod, stateNumber } from './plainParams.ts'

/** Most blocks one call may ask for, as on ethermint nodes. */
const maxBlocks = 100

const blockCount = required((node) => {
	const count = number.read(node)
	if (count < 1n) throw plainError('at least one block expected')
	if (count > BigInt(maxBlocks)) {
		throw new EthFault(`FeeHistory user block count ${count} higher than ${maxBlocks}`, ethCodes.limitExceeded)
	}
	return Number(count)
})

/** How many percentiles are asked for. */
const percentileCount: ValueParam<number | undefined> = {
	optional: true,
	read: (node) => {
		const percentiles = floats.read(node)
		for (const [at, percentile] of percentiles.entries()) {
			if (!(percentile >= (percentiles[at - 1] ?? 0) && percentile <= 100)) {
				throw new EthFault(`invalid reward percentile: ${percentile}`)
			}
		}
		return percentiles.length
	},
}

/** Prices of gas, and how full blocks were. */
export const feeMethods = [
	/** The lowest price the node accepts, in wei. */
	definePlainMethod({
		name: 'eth_gasPrice',
		params: [],
		cost: 'none',
		endpoint: 'serve',
		run: (_, { chain }) => quantity(gasPrice(chain.upstream)),
	}),
	/** The chain has no base fee; the reward of every percentile is 0, since a fee buys no place in a block. */
	definePlainMethod({
		name: 'eth_feeHistory',
		params: [blockCount, stateNumber, percentileCount],
		cost: 'scan',
		endpoint: 'serve',
		run: async ([count, at, percentiles = 0], { chain }, { window }) => {
			const head = await chain.head()
			const newest = at.height ?? head.height
			const oldest = Math.max(1, newest - count + 1, (await window?.range())?.from ?? head.earliest)
			const heights = Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index)
			const gasUsedRatio = await Promise.all(
				heights.map(async (height) => {
					const [used, limit] = await Promise.all([blockGasUsed(height, chain), chain.blockGasLimit(height)])
					return limit === 0n ? 0 : Number(used) / Number(limit)
				}),
			)
			return {
				oldestBlock: quantity(oldest),
				baseFeePerGas: Array.from({ length: heights.length + 1 }, () => '0x0'),
				gasUsedRatio,
				...(percentiles === 0 ? {} : { reward: heights.map(() => Array.from({ length: percentiles }, () => '0x0')) }),
			}
		},
	}),
]

/** The lowest price of a unit of gas in wei: 0.01 of a micro-unit is 10^10 wei. 0 when the denomination is free. */
function gasPrice({ minimumGasPrices, denom }: EndpointUpstream): bigint {
	for (const price of minimumGasPrices.split(',')) {
		const [, amount, name] = /^\s*([0-9.]+)\s*(\S+?)\s*$/.exec(price) ?? []
		// Decimals are scaled by 10^18 and a micro-unit is 10^12 wei.
		if (amount !== undefined && name === denom) return parseDecimal(amount) / 10n ** 6n
	}
	return 0n
}
