import { encodeEthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import type { BlockRef } from '../args/blockParams.ts'
import { hash } from '../args/valueParams.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { rawBlock, rawHeader, rawReceipt } from '../blocks/gethBlock.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'

/** Transactions of the pool that are searched. */
const searchedPool = 10_000

/**
 * Headers, blocks, receipts and transactions as bytes (go-ethereum v1.17 internal/ethapi DebugAPI). A header is in Ethereum's
 * form; its hash is not the block's hash, which is the engine's. A transaction's bytes are the ones its sender signed.
 */
export function ethRawMethods(context: EthContext): EthMethods {
	const { blocks, dialect, source } = context
	const { numberOrHash } = dialect
	/** A hash without a block is refused as by geth, which prints its bytes as numbers. */
	const find = async (ref: BlockRef, what: string): Promise<EthBlock | undefined> => {
		if (!('hash' in ref)) return blocks.at(await heightOf(ref, context))
		const height = await blocks.heightByHash(ref.hash)
		const block = height === undefined ? undefined : await blocks.at(height)
		if (block === undefined) throw new EthFault(`${what} #[${ref.hash.join(' ')}] not found`)
		return block
	}
	return {
		debug_getRawHeader: defineEthMethod([numberOrHash], async (ref) => {
			const block = await find(ref, 'header')
			return block === undefined ? '0x' : hexBytes(rawHeader(block))
		}),
		debug_getRawBlock: defineEthMethod([numberOrHash], async (ref) => {
			const block = await find(ref, 'block')
			return block === undefined ? '0x' : hexBytes(rawBlock(block))
		}),
		debug_getRawReceipts: defineEthMethod([numberOrHash], async (ref) => {
			const height = 'hash' in ref ? await blocks.heightByHash(ref.hash) : await heightOf(ref, context)
			if (height === undefined) return []
			const block = await blocks.at(height)
			return block === undefined ? null : block.txs.map((item) => hexBytes(rawReceipt(item)))
		}),
		debug_getRawTransaction: defineEthMethod([hash], async (id) => {
			const found = await blocks.byTxHash(id)
			if (found !== undefined) return hexBytes(encodeEthTx(found.tx.tx))
			for (const bytes of await source.pool.mempoolTxs(searchedPool)) {
				const waiting = ethMessagesOf(bytes).find(({ tx }) => equalBytes(ethTxHash(tx), id))
				if (waiting !== undefined) return hexBytes(encodeEthTx(waiting.tx))
			}
			return '0x'
		}),
	}
}
