import { emptyTxResult } from '../../../abci/Application.ts'
import type { ChainReader } from '../../../chain/ChainReader.ts'
import { MempoolError } from '../../../chain/faults.ts'

import type { TxPool } from '../../../chain/TxPool.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { toBase64, toHexUpper } from '../../../util/bytes.ts'
import type { BroadcastCommitReply, IndexedTx } from '../../../wire/txs.ts'
import { txRecordJson, txResultJson } from '../json/resultJson.ts'
import { MethodFault } from '../MethodFault.ts'
import { defineMethod } from '../RpcMethod.ts'
import { pageSize, searchPage } from './heights.ts'

const txArg = [['tx', 'tx']] as const

/** Methods about transactions (tendermint v0.34.15 rpc/core/tx.go and mempool.go). */
export const txMethods = {
	tx: defineMethod(
		'tx',
		[
			['hash', 'bytes'],
			['prove', 'bool'],
		],
		async ({ hash: key, prove }, { chain }) => {
			if (key.length === 0) throw new MethodFault('transaction hash cannot be empty')
			const record = await chain.tx(key)
			if (record === undefined) throw new MethodFault(`tx (${toHexUpper(key)}) not found`)
			return txRecordJson(record, prove === true ? await blockTxs(chain, record.height) : undefined)
		},
	),
	tx_search: defineMethod(
		'tx_search',
		[
			['query', 'string'],
			['prove', 'bool'],
			['page', 'int?'],
			['per_page', 'int?'],
			['order_by', 'string'],
		],
		async ({ query, prove, ...asked }, { chain }) => {
			const { txs, total } = await searchPage(asked, 'asc', (page) => chain.searchTxs({ query, ...page }))
			const found: IndexedTx[] = []
			for (const record of txs) {
				found.push(txRecordJson(record, prove === true ? await blockTxs(chain, record.height) : undefined))
			}
			return { txs: found, total_count: String(total) }
		},
	),
	check_tx: defineMethod('check_tx', txArg, async ({ tx }, { pool }) => txResultJson(await pool.checkTx(tx), 'check')),
	broadcast_tx_async: defineMethod('broadcast_tx_async', txArg, async ({ tx }, { pool }) => {
		await pool.broadcastTxAsync(tx)
		return { code: 0, data: '', log: '', codespace: '', hash: toHexUpper(sha256(tx)) }
	}),
	broadcast_tx_sync: defineMethod('broadcast_tx_sync', txArg, async ({ tx }, { pool }) => {
		const { code, data, log, codespace } = await pool.broadcastTxSync(tx)
		return { code, data: toHexUpper(data), log, codespace, hash: toHexUpper(sha256(tx)) }
	}),
	broadcast_tx_commit: defineMethod('broadcast_tx_commit', txArg, ({ tx }, { pool }) => broadcastCommit(pool, tx)),
	unconfirmed_txs: defineMethod('unconfirmed_txs', [['limit', 'int?']], async ({ limit }, { pool }) => {
		const { count, bytes } = await pool.mempoolSize()
		// One more than the limit, as Tendermint's ReapMaxTxs counts.
		const txs = await pool.mempoolTxs(pageSize(limit) + 1)
		return {
			n_txs: String(txs.length),
			total: String(count),
			total_bytes: String(bytes),
			txs: txs.map(toBase64),
		}
	}),
	num_unconfirmed_txs: defineMethod('num_unconfirmed_txs', [], async (_args, { pool }) => {
		const { count, bytes } = await pool.mempoolSize()
		return { n_txs: String(count), total: String(count), total_bytes: String(bytes), txs: null }
	}),
}

async function broadcastCommit(pool: TxPool, tx: Uint8Array): Promise<BroadcastCommitReply> {
	try {
		const { checkTx, deliverTx, hash, height } = await pool.broadcastTxCommit(tx)
		return {
			check_tx: txResultJson(checkTx, 'check'),
			deliver_tx: txResultJson(deliverTx ?? emptyTxResult, 'deliver'),
			hash: toHexUpper(hash),
			height: String(height),
		}
	} catch (fault) {
		if (fault instanceof MempoolError) throw new MethodFault(`error on broadcastTxCommit: ${fault.message}`)
		throw fault
	}
}

async function blockTxs(chain: ChainReader, height: number): Promise<readonly Uint8Array[]> {
	return (await chain.block(height))?.txs ?? []
}
