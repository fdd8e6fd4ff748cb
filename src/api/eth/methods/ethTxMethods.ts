import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { hash } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthJson, type EthMethods } from '../EthMethod.ts'
import { logJson } from '../json/logJson.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { blockTxJson, pendingTxJson } from '../json/txJson.ts'

/** Number of mempool transactions searched for one that is not in a block. */
const searchedPool = 10_000

/** Transactions and their receipts by hash. */
export function ethTxMethods(context: EthContext): EthMethods {
	const { blocks, dialect, source } = context
	const waiting = async (wanted: Uint8Array): Promise<EthJson> => {
		for (const bytes of await source.pool.mempoolTxs(searchedPool)) {
			for (const { tx, from } of ethMessagesOf(bytes)) {
				const id = ethTxHash(tx)
				if (equalBytes(id, wanted)) return pendingTxJson(tx, id, from(), dialect.isToday)
			}
		}
		return null
	}
	return {
		eth_getTransactionByHash: defineEthMethod([hash], async (id) => {
			const found = await blocks.byTxHash(id)
			return found === undefined
				? waiting(id)
				: blockTxJson(found.tx, found.block, dialect.isToday, dialect.priceBase(found.block, context))
		}),
		eth_getTransactionReceipt: defineEthMethod([hash], async (id) => {
			const found = await blocks.byTxHash(id)
			return found === undefined ? null : receiptJson(found.tx, found.block, dialect)
		}),
		eth_getTransactionLogs: defineEthMethod([hash], async (id) => {
			const found = await blocks.byTxHash(id)
			if (found === undefined) return null
			return found.tx.logs.length === 0 ? dialect.noLogs : found.tx.logs.map((log) => logJson(log, dialect.isToday))
		}),
	}
}
