import { bytes } from '../args/valueParams.ts'
import type { EthContext } from '../EthContext.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import type { ChainNews } from '../filters/ChainNews.ts'
import { sendRawTx } from '../send/sendRawTx.ts'

/** Sends transactions that were signed elsewhere. */
export function ethSendMethods(context: EthContext, news: ChainNews): EthMethods {
	return { eth_sendRawTransaction: defineEthMethod([bytes], (raw) => sendRawTx(raw, context, news)) }
}
