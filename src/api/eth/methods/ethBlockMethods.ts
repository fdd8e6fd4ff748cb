import type { NumberRef } from '../args/blockParams.ts'
import { flag, hash, index } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { quantity } from '../hexJson.ts'
import { blockJson, headerJson } from '../json/blockJson.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { blockTxJson } from '../json/txJson.ts'

/** Blocks and the transactions in them, by number and by hash. */
export function ethBlockMethods(context: EthContext): EthMethods {
	const { blocks, dialect } = context
	const { number, numberOrHash } = dialect
	const byNumber = async (ref: NumberRef): Promise<EthBlock | undefined> => blocks.at(await heightOf(ref, context))
	const byHash = async (id: Uint8Array): Promise<EthBlock | undefined> => {
		const height = await blocks.heightByHash(id)
		return height === undefined ? undefined : blocks.at(height)
	}
	const txAt = (block: EthBlock | undefined, at: bigint): EthJson => {
		const tx = block?.txs[Number(at)]
		return block === undefined || tx === undefined
			? null
			: blockTxJson(tx, block, dialect.isToday, dialect.priceBase(block, context))
	}
	const count = (block: EthBlock | undefined): EthJson => (block === undefined ? null : quantity(block.txs.length))
	const noUncles = (block: EthBlock | undefined): EthJson => (block === undefined ? dialect.unclesOfNothing : '0x0')
	const shown = (block: EthBlock | undefined, whole: boolean): EthJson =>
		block === undefined ? null : blockJson(block, whole, dialect.isToday)

	return {
		eth_blockNumber: defineEthMethod([], async () => quantity(await blocks.latestHeight())),
		eth_getBlockByNumber: defineEthMethod([number, flag], async (ref, whole) => shown(await byNumber(ref), whole)),
		eth_getBlockByHash: defineEthMethod([hash, flag], async (id, whole) => shown(await byHash(id), whole)),
		eth_getHeaderByNumber: defineEthMethod([number], async (ref) => headerOf(await byNumber(ref))),
		eth_getHeaderByHash: defineEthMethod([hash], async (id) => headerOf(await byHash(id))),
		eth_getBlockTransactionCountByNumber: defineEthMethod([number], async (ref) => count(await byNumber(ref))),
		eth_getBlockTransactionCountByHash: defineEthMethod([hash], async (id) => count(await byHash(id))),
		eth_getUncleCountByBlockNumber: defineEthMethod([number], async (ref) => noUncles(await byNumber(ref))),
		eth_getUncleCountByBlockHash: defineEthMethod([hash], async (id) => noUncles(await byHash(id))),
		eth_getUncleByBlockNumberAndIndex: defineEthMethod([number, index], () => null),
		eth_getUncleByBlockHashAndIndex: defineEthMethod([hash, index], () => null),
		eth_getTransactionByBlockNumberAndIndex: defineEthMethod([number, index], async (ref, at) =>
			txAt(await byNumber(ref), at),
		),
		eth_getTransactionByBlockHashAndIndex: defineEthMethod([hash, index], async (id, at) => txAt(await byHash(id), at)),
		eth_getBlockReceipts: defineEthMethod([numberOrHash], async (ref) => {
			const block = 'hash' in ref ? await byHash(ref.hash) : await byNumber(ref)
			return block === undefined ? null : block.txs.map((tx) => receiptJson(tx, block, dialect))
		}),
	}
}

function headerOf(block: EthBlock | undefined): EthJson {
	return block === undefined ? null : headerJson(block)
}
