import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import { blockNumber } from '../args/blockParams.ts'
import { floats, parseQuantity, textOf } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { nextBaseFee, suggestedTip } from '../blocks/PendingBlocks.ts'
import { bounds } from '../bounds.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { type EthJson, optional, type ValueParam } from '../rpc/EthMethod.ts'
import type { EvmView } from '../state/EvmReader.ts'

/** Where no block can be told of, the list of ratios is Go's nil. */
const noHistory = { oldestBlock: '0x0', gasUsedRatio: null }

/** A number of blocks, as hex, decimal text or number (go-ethereum math.HexOrDecimal64). */
const blockCount: ValueParam<bigint> = {
	read: (node: JsonNode) => {
		const text = textOf(node)
		if (/^0x/i.test(text)) return parseQuantity(text, 64)
		if (!/^\d{1,19}$/.test(text)) throw plainError(`invalid hex or decimal integer ${JSON.stringify(text)}`)
		return BigInt(text)
	},
}

const served = { cost: 'read', endpoint: 'serve', dialects: ['geth'] } as const

/** Gas price suggestions and the fee history; those of ethermint are in `ethermint/`. */
export const feeMethods = [
	defineEthMethod({
		...served,
		name: 'eth_gasPrice',
		params: [],
		run: async (_, context) => {
			const view = await newestView(context)
			const { pricedBy } = context.dialect
			const base = pricedBy === 'next' ? nextBaseFee(view) : (await context.blocks.at(view.height))?.baseFee
			return quantity(suggestedTip + (base ?? 0n))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_maxPriorityFeePerGas',
		params: [],
		run: () => quantity(suggestedTip),
	}),
	defineEthMethod({
		...served,
		name: 'eth_baseFee',
		params: [],
		run: async (_, context) => {
			const base = nextBaseFee(await newestView(context))
			return base === undefined ? null : quantity(base)
		},
	}),
	defineEthMethod({ ...served, name: 'eth_blobBaseFee', params: [], run: () => '0x1' }),
	defineEthMethod({
		...served,
		name: 'eth_feeHistory',
		bounds: [bounds.historyBlocks, bounds.percentiles],
		cost: 'scan',
		params: [blockCount, blockNumber, optional(floats)],
		clip: (reply, { from }) => {
			const { oldestBlock, ...lists } = reply as Readonly<Record<string, EthJson>>
			const oldest = Number(oldestBlock)
			const left = (list: EthJson | undefined) => (Array.isArray(list) ? list.slice(Math.max(0, from - oldest)) : list)
			const clipped = Object.entries(lists).map(([name, list]) => [name, left(list)])
			return { oldestBlock: quantity(oldest === 0 ? 0 : Math.max(oldest, from)), ...Object.fromEntries(clipped) }
		},
		run: async ([count, { height: newest, ref }, percentiles = []], context, { window }) => {
			if (count < 1n) return noHistory
			checkPercentiles(percentiles)
			const { blocks } = context
			const latest = await blocks.latestHeight()
			if (newest > latest) {
				const requested = 'height' in ref ? ref.height : newest
				throw new EthFault(`request beyond head block: requested ${requested}, head ${latest}`)
			}
			const lowest = (await window?.range())?.from ?? 1
			const wanted = Math.min(bounds.historyBlocks.cut(count), newest - lowest + 1)
			if (wanted < 1) return noHistory
			const list: EthBlock[] = []
			for (let height = newest - wanted + 1; height <= newest; height++) {
				const block = await blocks.at(height)
				if (block !== undefined) list.push(block)
			}
			const after = newest === latest ? nextBaseFee(await newestView(context)) : (await blocks.at(newest + 1))?.baseFee
			return {
				oldestBlock: quantity(list[0]?.height ?? 0),
				baseFeePerGas: [...list.map(({ baseFee }) => baseFee), after].map((fee) => quantity(fee ?? 0n)),
				gasUsedRatio: list.map(({ gasUsed, gasLimit }) => (gasLimit === 0n ? 0 : Number(gasUsed) / Number(gasLimit))),
				// There is no blob on this chain.
				baseFeePerBlobGas: Array.from({ length: list.length + 1 }, () => '0x0'),
				blobGasUsedRatio: list.map(() => 0),
				...(percentiles.length === 0 ? {} : { reward: list.map((block) => rewards(block, percentiles)) }),
			}
		},
	}),
]

async function newestView({ blocks, evm }: EthContext): Promise<EvmView> {
	return evm.at(await blocks.latestHeight())
}

/** Throws EthFault with the texts of go-ethereum v1.16 eth/gasprice/feehistory.go, where numbers are printed by %f. */
function checkPercentiles(percentiles: readonly number[]): void {
	const refuse = (why: string): EthFault => new EthFault(`invalid reward percentile: ${why}`)
	bounds.percentiles.check(percentiles.length)
	percentiles.forEach((value, at) => {
		if (value < 0 || value > 100) throw refuse(value.toFixed(6))
		const before = percentiles[at - 1]
		if (before !== undefined && value <= before) {
			throw refuse(`#${at - 1}:${before.toFixed(6)} >= #${at}:${value.toFixed(6)}`)
		}
	})
}

/** The tips at percentiles of a block's gas. */
function rewards({ txs, baseFee = 0n }: EthBlock, percentiles: readonly number[]): EthJson[] {
	const sorted = txs
		.map(({ tx, gasUsed }) => ({ gasUsed, tip: effectivePrice(tx, baseFee) - baseFee }))
		.sort((a, b) => (a.tip < b.tip ? -1 : 1))
	const total = sorted.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
	return percentiles.map((percentile) => {
		const threshold = (total * BigInt(Math.round(percentile * 1000))) / 100_000n
		let sum = 0n
		const found = sorted.find(({ gasUsed }) => {
			sum += gasUsed
			return sum >= threshold
		})
		return quantity(found?.tip ?? 0n)
	})
}
