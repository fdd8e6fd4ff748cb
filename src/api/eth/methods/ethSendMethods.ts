import { integerValue } from '../../../codec/goJson/unmarshal.ts'
import { bytes } from '../args/valueParams.ts'
import { defineEthMethod } from '../EthContext.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { optional, type ValueParam } from '../rpc/EthMethod.ts'
import { sendRawTx } from '../send/sendRawTx.ts'
import { sendRawTxSync } from '../send/sendRawTxSync.ts'

const milliseconds: ValueParam<bigint> = { optional: false, read: (node) => integerValue(node, 'uint64') }

/** Sends transactions that were signed elsewhere. */
export const sendMethods = [
	defineEthMethod({
		name: 'eth_sendRawTransaction',
		params: [bytes],
		cost: 'write',
		endpoint: 'serve',
		run: ([raw], context) => sendRawTx(raw, context),
	}),
	/** Answers when the transaction is in a block. */
	defineEthMethod({
		name: 'eth_sendRawTransactionSync',
		dialects: ['geth'],
		params: [bytes, optional(milliseconds)],
		cost: 'write',
		endpoint: 'serve',
		run: async ([raw, timeoutMs], context, { asker }) => {
			const { tx, block } = await sendRawTxSync(raw, context, { timeoutMs, caller: asker?.caller })
			return receiptJson(tx, block, context.dialect)
		},
	}),
]
