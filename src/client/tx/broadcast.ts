import { sha256 } from '../../crypto/hash.ts'
import { toBase64, toHexUpper } from '../../util/bytes.ts'
import type { BroadcastCommitReply } from '../../wire/txs.ts'
import type { RpcConnection } from '../rpc/RpcConnection.ts'
import { RpcError } from '../rpc/RpcError.ts'

/** Result of CheckTx for a broadcast. */
export interface BroadcastResult {
	/** Upper-case hex of SHA-256 of the bytes. */
	readonly hash: string
	readonly code: number
	readonly codespace: string
	readonly log: string
	/** Upper-case hex, usually empty. */
	readonly data: string
}

/** The hash of a transaction. */
export function txHash(tx: Uint8Array): string {
	return toHexUpper(sha256(tx))
}

/** Calls `broadcast_tx_sync`, which waits for CheckTx. @throws {RpcError} for a refusal (known, full, too large). */
export async function broadcastSync(connection: RpcConnection, tx: Uint8Array): Promise<BroadcastResult> {
	const { code, codespace, log, data } = await connection.call('broadcast_tx_sync', { tx: toBase64(tx) })
	return { hash: txHash(tx), code, codespace, log, data }
}

/** Whether a broadcast failed only because the node has the transaction already, as after a broken connection. */
export function isAlreadyThere(error: unknown): boolean {
	return error instanceof RpcError && /tx already exists in cache/.test(error.data)
}

/** Calls `broadcast_tx_commit`, which waits for the block. @throws {RpcError} if refused, or no block comes in time. */
export function broadcastCommit(connection: RpcConnection, tx: Uint8Array): Promise<BroadcastCommitReply> {
	return connection.call('broadcast_tx_commit', { tx: toBase64(tx) })
}

/** Calls `broadcast_tx_async`, which does not wait for CheckTx. */
export async function broadcastAsync(connection: RpcConnection, tx: Uint8Array): Promise<string> {
	await connection.call('broadcast_tx_async', { tx: toBase64(tx) })
	return txHash(tx)
}
