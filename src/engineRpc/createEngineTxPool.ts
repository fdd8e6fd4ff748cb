import { BroadcastTimeout, MempoolError } from '../chain/faults.ts'

import type { TxPool } from '../chain/TxPool.ts'
import { toBase64 } from '../util/bytes.ts'
import { base64Bytes, decodeTxResult, hexBytes } from './decodeReplies.ts'
import { type EngineClient, EngineFault } from './EngineClient.ts'

/** The way into a chain that a real engine of the 0.34 line runs: its RPC puts transactions into its mempool. */
export function createEngineTxPool(client: EngineClient): TxPool {
	const pool: TxPool = {
		checkTx: async (tx) => decodeTxResult(await client.call('check_tx', { tx: toBase64(tx) })),
		async broadcastTxSync(tx) {
			const { code, data, log, codespace } = await broadcast(client.call('broadcast_tx_sync', { tx: toBase64(tx) }))
			// The engine does not tell gas and events of a check.
			return { ...decodeTxResult({ code, log, codespace }), data: hexBytes(data) }
		},
		// A real engine makes its blocks in its own time.
		broadcastTxSettled: (tx) => pool.broadcastTxSync(tx),
		async broadcastTxAsync(tx) {
			await broadcast(client.call('broadcast_tx_async', { tx: toBase64(tx) }))
		},
		async broadcastTxCommit(tx, timeoutMs = 10_000) {
			const waits = client.call('broadcast_tx_commit', { tx: toBase64(tx) }, timeoutMs + 1_000)
			const { check_tx, deliver_tx, hash, height } = await broadcast(waits)
			const isInBlock = Number(height) > 0
			return {
				checkTx: decodeTxResult(check_tx),
				deliverTx: isInBlock ? decodeTxResult(deliver_tx) : undefined,
				hash: hexBytes(hash),
				height: Number(height),
			}
		},
		async mempoolSize() {
			const { total, total_bytes } = await client.call('num_unconfirmed_txs')
			return { count: Number(total), bytes: Number(total_bytes) }
		},
		async mempoolTxs(limit) {
			const { txs } = await client.call('unconfirmed_txs', { limit: String(limit) })
			return (txs ?? []).map(base64Bytes)
		},
	}
	return pool
}

/** What the mempool's refusals contain, with the framework's codes for them (cosmos-sdk v0.44.5 client/broadcast.go). */
const refusals = [
	[19, 'tx already exists in cache'],
	[20, 'mempool is full'],
	[21, 'Tx too large'],
] as const

async function broadcast<T>(reply: Promise<T>): Promise<T> {
	try {
		return await reply
	} catch (fault) {
		if (!(fault instanceof EngineFault)) throw fault
		for (const [code, text] of refusals) {
			if (fault.reason.toLowerCase().includes(text.toLowerCase())) throw new MempoolError(code, fault.reason)
		}
		if (fault.reason.includes('timed out waiting for tx')) throw new BroadcastTimeout()
		throw fault
	}
}
