import { integerValue } from '../../../codec/goJson/unmarshal.ts'
import { txHash } from '../args/blockParams.ts'
import { bytes } from '../args/valueParams.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { logJson } from '../json/logJson.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { blockTxJson, pendingTxJson } from '../json/txJson.ts'
import { waitingTx } from '../pool/waitingTx.ts'
import { type EthJson, optional, type ValueParam } from '../rpc/EthMethod.ts'
import { sendRawTx } from '../send/sendRawTx.ts'
import { sendRawTxSync } from '../send/sendRawTxSync.ts'

const served = { cost: 'read', endpoint: 'serve' } as const

/** Transactions and their receipts by hash. */
export const txMethods = [
	defineEthMethod({
		...served,
		name: 'eth_getTransactionByHash',
		params: [txHash],
		run: ([{ hash, found }], context) => {
			if (found === undefined) return waiting(hash, context)
			const { dialect } = context
			return blockTxJson(found.tx, found.block, dialect.isToday, dialect.priceBase(found.block, context))
		},
	}),
	defineEthMethod({
		...served,
		name: 'eth_getTransactionReceipt',
		params: [txHash],
		run: ([{ found }], { dialect }) => (found === undefined ? null : receiptJson(found.tx, found.block, dialect)),
	}),
	defineEthMethod({
		...served,
		name: 'eth_getTransactionLogs',
		params: [txHash],
		run: ([{ found }], { dialect }) => {
			if (found === undefined) return null
			return found.tx.logs.length === 0 ? dialect.noLogs : found.tx.logs.map((log) => logJson(log, dialect.isToday))
		},
	}),
]

async function waiting(wanted: Uint8Array, context: EthContext): Promise<EthJson> {
	const found = await waitingTx(wanted, context)
	return found === undefined ? null : pendingTxJson(found.tx, found.hash, found.from, context.dialect.isToday)
}

const milliseconds: ValueParam<bigint> = { read: (node) => integerValue(node, 'uint64') }

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
