import { create } from '@bufbuild/protobuf'
import { addressFromText } from '../../codec/address/address.ts'
import type { StdTx } from '../../codec/amino/stdTx.ts'
import { messageSigners } from '../../codec/tx/messageSigners.ts'
import { ChainError } from '../../errors/ChainError.ts'
import type { TxResponse } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { BroadcastMode, BroadcastTxRequestSchema } from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { broadcastTx } from '../services/broadcastTx.ts'
import { LegacyFault, type LegacyParts } from './LegacyAnswer.ts'

const modes: ReadonlyMap<string, BroadcastMode> = new Map([
	['sync', BroadcastMode.SYNC],
	['async', BroadcastMode.ASYNC],
	['block', BroadcastMode.BLOCK],
])

/** The mode of a name. @throws {LegacyFault} 500 for another one. */
export function broadcastMode(name: string): BroadcastMode {
	const mode = modes.get(name)
	if (mode !== undefined) return mode
	throw new LegacyFault(500, `unsupported return type ${name}; supported types: sync, async, block`)
}

/** Broadcasts in a named mode. @throws {LegacyFault} 500 for an unknown mode, or if no block comes. */
export async function broadcast({ pool }: LegacyParts, txBytes: Uint8Array, name: string): Promise<TxResponse> {
	const request = create(BroadcastTxRequestSchema, { txBytes, mode: broadcastMode(name) })
	try {
		return (await broadcastTx(pool, request, true)).txResponse!
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(500, error.log)
		throw error
	}
}

/** By signature: the address of a signer that somebody acts as, known without a key; else undefined. */
export async function actedSigners(
	{ acting, settings }: LegacyParts,
	tx: StdTx,
): Promise<readonly (Uint8Array | undefined)[]> {
	const listed = acting === undefined ? [] : await acting()
	return messageSigners(tx.msgs).map((signer) =>
		listed.includes(signer) ? addressFromText(signer, settings.prefix) : undefined,
	)
}
