import { integerValue } from '../../../codec/goJson/unmarshal.ts'
import { ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { txHash } from '../args/blockParams.ts'
import { bytes } from '../args/valueParams.ts'
import { ethMessagesOf } from '../blocks/ethMessagesOf.ts'
import { defineEthMethod, type EthContext } from '../EthContext.ts'
import { logJson } from '../json/logJson.ts'
import { receiptJson } from '../json/receiptJson.ts'
import { blockTxJson, pendingTxJson } from '../json/txJson.ts'
import { type EthJson, optional, type ValueParam } from '../rpc/EthMethod.ts'
import { sendRawTx } from '../send/sendRawTx.ts'
import { sendRawTxSync } from '../send/sendRawTxSync.ts'

/** Number of mempool transactions searched for one that is not in a block. */
const searchedPool = 10_000

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

async function waiting(wanted: Uint8Array, { source, dialect, pool }: EthContext): Promise<EthJson> {
	const queued = pool.queued.find(({ hash }) => equalBytes(hash, wanted))
	if (queued !== undefined) return pendingTxJson(queued.tx, queued.hash, queued.from, dialect.isToday)
	for (const bytes of await source.pool.mempoolTxs(searchedPool)) {
		for (const { tx, from } of ethMessagesOf(bytes)) {
			const id = ethTxHash(tx)
			if (equalBytes(id, wanted)) return pendingTxJson(tx, id, from(), dialect.isToday)
		}
	}
	return null
}

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
