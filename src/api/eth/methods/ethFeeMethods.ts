import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { plainError } from '../../../errors/plainError.ts'
import { effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import { type EthParam, optional } from '../args/EthParam.ts'
import { parseQuantity } from '../args/hexText.ts'
import { floats } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { nextBaseFee } from '../blocks/nextBaseFee.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { quantity } from '../hexJson.ts'
import type { EvmView } from '../state/EvmReader.ts'

/** Most blocks of a fee history (go-ethereum v1.16 eth/gasprice maxHistory). */
const maxHistory = 1024
const maxPercentiles = 100
/** Where no block can be told of, the list of ratios is Go's nil. */
const noHistory = { oldestBlock: '0x0', gasUsedRatio: null }

/** Gas price suggestions and the fee history. */
export function ethFeeMethods(context: EthContext): EthMethods {
	const { blocks, dialect, evm } = context
	const newestView = async (): Promise<EvmView> => evm.at(await blocks.latestHeight())
	const tip = async (): Promise<bigint> => {
		const view = await newestView()
		const { elasticityMultiplier, baseFeeChangeDenominator } = view.keeper.deps.feeMarket.getParams(view.ctx)
		const base = nextBaseFee(view) ?? 0n
		return (base * (BigInt(elasticityMultiplier) - 1n)) / BigInt(baseFeeChangeDenominator)
	}
	return {
		// On the newest block's base fee, as geth reckons: CheckTx still asks for that one when the next is lower.
		eth_gasPrice: defineEthMethod([], async () => {
			const newest = await blocks.at(await blocks.latestHeight())
			return quantity((await tip()) + (newest?.baseFee ?? 0n))
		}),
		eth_maxPriorityFeePerGas: defineEthMethod([], async () => quantity(await tip())),
		eth_baseFee: defineEthMethod([], async () => {
			const base = nextBaseFee(await newestView())
			return base === undefined ? null : quantity(base)
		}),
		eth_blobBaseFee: defineEthMethod([], () => '0x1'),
		eth_feeHistory: defineEthMethod(
			[blockCount, dialect.number, optional(floats)],
			async (count, ref, percentiles = []) => {
				if (count < 1n) return noHistory
				checkPercentiles(percentiles)
				const latest = await blocks.latestHeight()
				const newest = await heightOf(ref, context)
				if (newest > latest) throw new EthFault(`request beyond head block: requested ${newest}, head ${latest}`)
				const wanted = Math.min(Number(count), maxHistory, newest)
				if (wanted < 1) return noHistory
				const list: EthBlock[] = []
				for (let height = newest - wanted + 1; height <= newest; height++) {
					const block = await blocks.at(height)
					if (block !== undefined) list.push(block)
				}
				const after = newest === latest ? nextBaseFee(await newestView()) : (await blocks.at(newest + 1))?.baseFee
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
		),
	}
}

/** A number of blocks, as hex, decimal text or number (go-ethereum math.HexOrDecimal64). */
const blockCount: EthParam<bigint> = {
	optional: false,
	read: (node: JsonNode) => {
		const text = node.kind === 'string' ? node.value : node.raw
		if (/^0x/i.test(text)) return parseQuantity(text, 64)
		if (!/^\d{1,19}$/.test(text)) throw plainError(`invalid hex or decimal integer ${JSON.stringify(text)}`)
		return BigInt(text)
	},
}

/** Throws EthFault with the texts of go-ethereum v1.16 eth/gasprice/feehistory.go, where numbers are printed by %f. */
function checkPercentiles(percentiles: readonly number[]): void {
	const refuse = (why: string): EthFault => new EthFault(`invalid reward percentile: ${why}`)
	if (percentiles.length > maxPercentiles) throw refuse(`over the query limit ${maxPercentiles}`)
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
		.map(({ tx, gasUsed }) => ({ gasUsed, tip: effectivePrice(tx, tx.type === 2 ? baseFee : undefined) - baseFee }))
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
