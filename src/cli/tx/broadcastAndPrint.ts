import {
	type BroadcastResult,
	broadcastAsync,
	broadcastCommit,
	broadcastSync,
	followTxs,
	isAlreadyThere,
	type RpcConnection,
	RpcError,
	requiredFee,
	type TxFollower,
	type TxSource,
	txHash,
} from '../../client/index.ts'
import { sdkErrors } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromHex, toBase64 } from '../../util/bytes.ts'
import { type CommandContext, untilStopped } from '../CommandContext.ts'
import { printResult } from '../printResult.ts'
import { broadcastResponse, resultResponse, type TxResponse } from './txResponse.ts'

/** What a command waits for. */
export interface BroadcastWish {
	readonly broadcastMode: 'sync' | 'async' | 'block'
	/** Waits for the block after CheckTx. */
	readonly wait: boolean
}

/**
 * Broadcasts a transaction, waits as requested and prints the response. A note on stderr says if the transaction is not
 * in a block yet. Returns 1 if it was refused or failed, for scripts.
 */
export async function broadcastAndPrint(
	context: CommandContext,
	source: TxSource,
	tx: Uint8Array,
	{ broadcastMode, wait }: BroadcastWish,
): Promise<number> {
	const follower = wait ? followTxs(source) : undefined
	// Waits before sending, so that no block is missed.
	const included = follower?.wait(txHash(tx))
	included?.catch(() => {})
	try {
		const sent = await broadcast(source.connection, tx, broadcastMode)
		const response =
			sent.code === 0 && included ? ((await inBlock(context, source.connection, sent, included)) ?? sent) : sent
		await printResult(context, response)
		if (response.code === 0) {
			if (response.height === '0') context.io.stderr(notYet(response.txhash))
			return 0
		}
		const required = requiredFee(response.raw_log)
		const next = required === undefined ? '' : `Pay at least ${required}: --fees ${required}\n`
		const reason = response.raw_log === '' ? `code ${response.code} of ${response.codespace}` : response.raw_log
		context.io.stderr(`The transaction was refused: ${reason}\n${next}`)
		return 1
	} finally {
		follower?.close()
	}
}

function notYet(hash: string): string {
	return `The transaction is not in a block yet. Look for it with \`chain-tui q tx ${hash}\`, or wait for it with --wait.\n`
}

/** The response with the result of the block; undefined if the user stops waiting. */
async function inBlock(
	{ io }: CommandContext,
	connection: RpcConnection,
	{ txhash }: TxResponse,
	included: ReturnType<TxFollower['wait']>,
): Promise<TxResponse | undefined> {
	const outcome = await Promise.race([included, untilStopped(io).then(() => 'stopped' as const)])
	if (outcome === 'stopped') return undefined
	if (outcome === undefined) {
		throw new UserError('The node no longer has this transaction, and it is in no block.', { next: 'Send it again.' })
	}
	const { height, tx_result } = await connection.call('tx', { hash: toBase64(fromHex(txhash) ?? new Uint8Array()) })
	return resultResponse(txhash, height, tx_result)
}

async function broadcast(
	connection: RpcConnection,
	tx: Uint8Array,
	mode: BroadcastWish['broadcastMode'],
): Promise<TxResponse> {
	const hash = txHash(tx)
	try {
		if (mode === 'async') return broadcastResponse(emptyResult(await broadcastAsync(connection, tx)))
		if (mode === 'sync') return broadcastResponse(await broadcastSync(connection, tx))
		const reply = await broadcastCommit(connection, tx)
		return resultResponse(hash, reply.height, reply.check_tx.code ? reply.check_tx : reply.deliver_tx)
	} catch (error) {
		if (!(error instanceof RpcError)) throw error
		return poolResponse(error, hash)
	}
}

/** Responses for refusals of the mempool, with the framework's codes (client/broadcast.go CheckTendermintError). */
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
