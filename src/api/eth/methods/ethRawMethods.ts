import { RLP } from '@ethereumjs/rlp'
import { logsBloom } from '../../../modules/evm/logsBloom.ts'
import { encodeEthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { concatBytes, equalBytes } from '../../../util/bytes.ts'
import type { BlockRef } from '../args/blockParams.ts'
import { hash } from '../args/valueParams.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import { ethHeaderFields } from '../blocks/ethHeader.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { heightOf } from '../blocks/heightOf.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import { hexBytes } from '../hexJson.ts'

type Fields = Parameters<typeof RLP.encode>[0]

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
			return block === undefined ? '0x' : hexBytes(RLP.encode(headerOf(block)))
		}),
		debug_getRawBlock: defineEthMethod([numberOrHash], async (ref) => {
			const block = await find(ref, 'block')
			if (block === undefined) return '0x'
			const txs = block.txs.map(({ tx }): Uint8Array | Fields => {
				const bytes = encodeEthTx(tx)
				// A legacy transaction is a list in the list, others are bytes.
				return tx.type === 0 ? (RLP.decode(bytes) as Fields) : bytes
			})
			return hexBytes(RLP.encode([headerOf(block), txs, []] as Fields))
		}),
		debug_getRawReceipts: defineEthMethod([numberOrHash], async (ref) => {
			const height = 'hash' in ref ? await blocks.heightByHash(ref.hash) : await heightOf(ref, context)
			if (height === undefined) return []
			const block = await blocks.at(height)
			return block === undefined ? null : block.txs.map((item) => hexBytes(receiptBytes(item)))
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

function headerOf(block: EthBlock): Fields {
	return ethHeaderFields(block, { withBloom: true })
}

/** A receipt as consensus has it (go-ethereum core/types Receipt.MarshalBinary): status, gas so far, bloom and logs. */
function receiptBytes({ tx, vmError, cumulativeGas, logs }: EthBlockTx): Uint8Array {
	const status = vmError === '' ? Uint8Array.of(1) : new Uint8Array(0)
	const items = logs.map(({ address, topics, data }) => [address, [...topics], data])
	const body = RLP.encode([status, cumulativeGas, logsBloom(logs), items] as Fields)
	return tx.type === 0 ? body : concatBytes(Uint8Array.of(tx.type), body)
}
