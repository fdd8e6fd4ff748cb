import { create } from '@bufbuild/protobuf'
import { sha256 } from '@noble/hashes/sha2.js'
import { BroadcastTimeout, MempoolError, QueryError, QueryPanic } from '../../chain/faults.ts'

import type { TxPool } from '../../chain/TxPool.ts'
import { absentBytes } from '../../codec/proto/decodeMessage.ts'
import { plainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { type TxResponse, TxResponseSchema } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import {
	BroadcastMode,
	type BroadcastTxRequest,
	type BroadcastTxResponse,
	BroadcastTxResponseSchema,
} from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { toHexUpper } from '../../util/bytes.ts'
import { broadcastResponse, txResponse } from './txResponse.ts'

/**
 * Hands a transaction to the pool in one of three modes (framework: client/broadcast.go TxServiceBroadcast). The
 * mempool's own refusals are replies with codes 19, 20 and 21; other failures throw plain errors.
 * @param given whether the request names a transaction: one of no bytes is not the same as none
 */
export async function broadcastTx(
	pool: TxPool,
	request: BroadcastTxRequest,
	given = request.txBytes !== absentBytes,
): Promise<BroadcastTxResponse> {
	if (!given) throw new GrpcStatusError('InvalidArgument', 'invalid empty tx')
	return create(BroadcastTxResponseSchema, { txResponse: await broadcast(pool, request.txBytes, request.mode) })
}

async function broadcast(pool: TxPool, tx: Uint8Array, mode: BroadcastMode): Promise<TxResponse> {
	const hash = sha256(tx)
	try {
		switch (mode) {
			case BroadcastMode.SYNC:
				return broadcastResponse(hash, await pool.broadcastTxSync(tx))
			case BroadcastMode.ASYNC:
				await pool.broadcastTxAsync(tx)
				return broadcastResponse(hash, undefined)
			case BroadcastMode.BLOCK: {
				const { checkTx, deliverTx, height } = await pool.broadcastTxCommit(tx)
				return txResponse(deliverTx ?? checkTx, { hash, height })
			}
			default:
				throw plainError('unsupported return type unspecified; supported types: sync, async, block')
		}
	} catch (error) {
		if (!(error instanceof MempoolError)) throw engineFault(error)
		return create(TxResponseSchema, { code: error.code, codespace: 'sdk', txhash: toHexUpper(hash) })
	}
}

/**
 * Converts an engine's refusal like the framework's services: an error without a code and with the same text. A query
 * that makes Tendermint's indexer panic stays a fault, like all other errors.
 */
export function engineFault(error: unknown): unknown {
	if (error instanceof QueryPanic) return error
	if (error instanceof QueryError || error instanceof BroadcastTimeout) return plainError(error.message)
	return error
}
