import type { RpcConnection } from '../../client/rpc/RpcConnection.ts'
import { RpcError } from '../../client/rpc/RpcError.ts'
import {
	type BroadcastResult,
	broadcastAsync,
	broadcastSync,
	isAlreadyThere,
	txHash,
} from '../../client/tx/broadcast.ts'
import { requiredFee } from '../../client/tx/explainFailure.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { UserError } from '../../errors/UserError.ts'
import { toBase64 } from '../../util/bytes.ts'
import type { CommandContext } from '../CommandContext.ts'
import { printResult } from '../printResult.ts'
import { broadcastResponse, resultResponse, type TxResponse } from './txResponse.ts'

/** Broadcasts and prints the response. Returns 1 when the transaction was refused or failed, so that scripts notice. */
export async function broadcastAndPrint(
	context: CommandContext,
	connection: RpcConnection,
	tx: Uint8Array,
	mode: 'sync' | 'async' | 'block',
): Promise<number> {
	const response = await broadcast(connection, tx, mode)
	await printResult(context, response)
	if (response.code === 0) return 0
	const required = requiredFee(response.raw_log)
	const next = required === undefined ? '' : `Pay at least ${required}: --fees ${required}\n`
	const reason = response.raw_log === '' ? `code ${response.code} of ${response.codespace}` : response.raw_log
	context.io.stderr(`The transaction was refused: ${reason}\n${next}`)
	return 1
}

async function broadcast(
	connection: RpcConnection,
	tx: Uint8Array,
	mode: 'sync' | 'async' | 'block',
): Promise<TxResponse> {
	const hash = txHash(tx)
	try {
		if (mode === 'async') return { ...broadcastResponse(emptyResult(await broadcastAsync(connection, tx))) }
		if (mode === 'sync') return broadcastResponse(await broadcastSync(connection, tx))
		const reply = await connection.call('broadcast_tx_commit', { tx: toBase64(tx) })
		const failedCheck = (reply.check_tx.code ?? 0) !== 0
		return resultResponse(hash, reply.height, failedCheck ? reply.check_tx : reply.deliver_tx)
	} catch (error) {
		if (!(error instanceof RpcError)) throw error
		return poolResponse(error, hash)
	}
}

/** Refusals of the mempool itself, with the codes the framework gives them (client/broadcast.go CheckTendermintError). */
function poolResponse(error: RpcError, hash: string): TxResponse {
	const kind = isAlreadyThere(error)
		? sdkErrors.txInMempoolCache
		: /mempool is full/.test(error.data)
			? sdkErrors.mempoolIsFull
			: /[Tt]x too large/.test(error.data)
				? sdkErrors.txTooLarge
				: undefined
	if (!kind) {
		throw new UserError(`The node refused: ${error.message}`, {
			next: `Look for the transaction later with \`chain-tui q tx ${hash}\`.`,
			cause: error,
		})
	}
	return { ...broadcastResponse(emptyResult(hash)), code: kind.code, codespace: kind.codespace }
}

function emptyResult(hash: string): BroadcastResult {
	return { hash, code: 0, codespace: '', log: '', data: '' }
}
