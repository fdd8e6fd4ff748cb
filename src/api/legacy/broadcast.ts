import { create } from '@bufbuild/protobuf'
import { ChainError } from '../../errors/ChainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { TxResponse } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import {
	BroadcastMode,
	BroadcastTxRequestSchema,
	type BroadcastTxResponse,
} from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { broadcastTx } from '../services/broadcastTx.ts'
import { LegacyFault, type LegacyParts } from './LegacyAnswer.ts'

const modes: ReadonlyMap<string, BroadcastMode> = new Map([
	['sync', BroadcastMode.SYNC],
	['async', BroadcastMode.ASYNC],
	['block', BroadcastMode.BLOCK],
])

/**
 * Broadcasts in a named mode.
 *
 * @throws {LegacyFault} 500 for an unknown mode, or if no block comes.
 */
export async function broadcast({ pool }: LegacyParts, txBytes: Uint8Array, name: string): Promise<TxResponse> {
	const mode = modes.get(name)
	if (mode === undefined) {
		throw new LegacyFault(500, `unsupported return type ${name}; supported types: sync, async, block`)
	}
	const request = create(BroadcastTxRequestSchema, { txBytes, mode })
	try {
		const { txResponse } = (await broadcastTx(pool, request, true)) as BroadcastTxResponse
		if (txResponse !== undefined) return txResponse
		throw sdkErrors.logic
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(500, error.log)
		throw error
	}
}
