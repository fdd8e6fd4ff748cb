import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { thrownText } from '../../../errors/UserError.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import { larger, smaller } from '../../../util/order.ts'
import type { NumberRef } from '../args/blockRef.ts'
import { readOldNumber } from '../args/ethermintBlockRef.ts'
import { floats, parseQuantity, textOf } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { bounds } from '../bounds.ts'
import type { EthChain } from '../EthChain.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { BlockParam, EthJson, ValueParam } from '../rpc/EthMethod.ts'

/** Default price without a base fee or minimum price (ethermint v0.14.1 types DefaultGasPrice). */
const defaultGasPrice = 20n

/** A count as decimal or hex (go-ethereum v1.10.16 rpc/types.go DecimalOrHex). */
const decimalOrHex: ValueParam<bigint> = {
	read: (node: JsonNode) => {
		const text = textOf(node)
		if (/^0*\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n) return BigInt(text)
		try {
			return parseQuantity(text, 64)
		} catch (fault) {
			throw plainError(thrownText(fault))
		}
	},
}

/** The newest block of a history, by tag or number; what is no number above 0 is the latest. */
const newestBlock: BlockParam<{ readonly height: number; readonly number: bigint }, EthContext, NumberRef> = {
	read: readOldNumber,
	find: async (ref, { blocks }) => {
		const asked = 'height' in ref ? ref.height : 0n
		const number = asked > 0n ? asked : BigInt(await blocks.latestHeight())
		return { number, height: Number(number) }
	},
}

const served = { cost: 'read', endpoint: 'serve', dialects: ['ethermint'] } as const

/** Price suggestions like ethermint's: from the base fee of the latest block, not of the next one. */
export const ethermintFeeMethods = [
	defineEthMethod({
		...served,
		name: 'eth_gasPrice',
		params: [],
		run: async (_, context) => {
			const base = (await latestBlock(context)).baseFee
			return quantity(base === undefined ? defaultGasPrice : base + (await suggestedTip(base, context)))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_maxPriorityFeePerGas',
		params: [],
		run: async (_, context) => quantity(await suggestedTip((await latestBlock(context)).baseFee, context)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_feeHistory',
		bounds: [bounds.ethermintHistoryBlocks, bounds.percentiles],
		cost: 'scan',
		params: [decimalOrHex, newestBlock, floats],
		run: async ([count, { number: end }, percentiles], context, { window }) => {
			bounds.ethermintHistoryBlocks.check(count)
			bounds.percentiles.check(percentiles.length)
			const lowest = BigInt((await window?.range())?.from ?? 0)
			const start = end - count > lowest ? end - count : lowest
			const list: EthBlock[] = []
			for (let at = start; at < end; at++) {
				// 0 means the first block, which is then listed twice.
				const block = await context.blocks.at(Math.max(1, Number(at)))
				if (block === undefined) return null
				list.push(block)
			}
			const fees = list.map(({ baseFee }) => (baseFee === undefined ? null : quantity(baseFee)))
			const rewards: EthJson[] = []
			if (percentiles.length > 0) {
				for (const block of list) rewards.push(await rewardsOf(block, percentiles, context))
			}
			return {
				oldestBlock: quantity(start),
				...(percentiles.length === 0 || list.length === 0 ? {} : { reward: rewards }),
				...(fees.length === 0 ? {} : { baseFeePerGas: fees }),
				gasUsedRatio: list.map(({ gasUsed, gasLimit }) => Number(gasUsed) / Number(gasLimit)),
			}
		},
	}),
]

/** The latest block. @throws {EthFault} where there is none yet. */
export async function latestBlock({ blocks }: EthChain): Promise<EthBlock> {
	const block = await blocks.at(await blocks.latestHeight())
	if (block === undefined) throw new EthFault('latest header is nil')
	return block
}

/** The largest growth of the base fee in one block (ethermint v0.14.1 rpc/ethereum/backend SuggestGasTipCap). */
export async function suggestedTip(base: bigint | undefined, { blocks, evm }: EthChain): Promise<bigint> {
	if (base === undefined) return 0n
	const { keeper, ctx } = await evm.at(await blocks.latestHeight())
	const { elasticityMultiplier, baseFeeChangeDenominator } = keeper.deps.feeMarket.getParams(ctx)
	const most = (base * (BigInt(elasticityMultiplier) - 1n)) / BigInt(baseFeeChangeDenominator)
	return larger(most, 0n)
}

/** The tips at percentiles of a block's gas, including those of refused transactions. */
async function rewardsOf(block: EthBlock, percentiles: readonly number[], { source }: EthContext): Promise<EthJson> {
	const [whole, results] = await Promise.all([
		source.chain.block(block.height),
		source.chain.blockResults(block.height),
	])
	const sorted = (whole?.txs ?? [])
		.flatMap((bytes, at) =>
			ethMessagesOf(bytes).map(({ tx }) => ({
				gasUsed: results?.txs[at]?.gasUsed ?? 0n,
				reward: tipOf(tx, block.baseFee),
			})),
		)
		.sort((a, b) => (a.reward < b.reward ? -1 : a.reward > b.reward ? 1 : 0))
	if (sorted.length === 0) return percentiles.map(() => '0x0')
	let index = 0
	let sum = sorted[0]!.gasUsed
	return percentiles.map((percentile) => {
		const threshold = BigInt(Math.max(0, Math.trunc((Number(block.gasUsed) * percentile) / 100)))
		while (sum < threshold && index < sorted.length - 1) sum += sorted[++index]!.gasUsed
		return quantity(sorted[index]!.reward)
	})
}

/** The price above the base fee, at most the tip (go-ethereum v1.10.16 core/types EffectiveGasTipValue). */
function tipOf({ gasTipCap = 0n, gasFeeCap = 0n }: EthTx, base: bigint | undefined): bigint {
	if (base === undefined) return gasTipCap
	const above = gasFeeCap - base
	return smaller(gasTipCap, above)
}
