import { integerValue } from '../../../codec/goJson/unmarshal.ts'
import { type EthParam, optional } from '../args/EthParam.ts'
import { bytes } from '../args/valueParams.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import type { ChainNews } from '../filters/ChainNews.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { sendRawTxSync } from '../send/sendRawTxSync.ts'

const milliseconds: EthParam<bigint> = { optional: false, read: (node) => integerValue(node, 'uint64') }

/** Sends transactions that were signed elsewhere and answers when they are in a block. */
export function ethSendSyncMethods(context: EthContext, news: ChainNews): EthMethods {
	return {
		eth_sendRawTransactionSync: defineEthMethod([bytes, optional(milliseconds)], async (raw, timeoutMs, asker) => {
			const { tx, block } = await sendRawTxSync(raw, { context, news, timeoutMs, caller: asker?.caller })
			return receiptJson(tx, block, context.dialect)
		}),
	}
}
