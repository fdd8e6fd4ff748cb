import { create } from '@bufbuild/protobuf'
import type { Context } from '../../../app/Context.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { GrpcStatusError, withStatus } from '../../../errors/GrpcStatusError.ts'
import { type MsgEthereumTxResponse, MsgEthereumTxResponseSchema } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { applyMessage, evmConfigOf } from '../applyMessage.ts'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { logMessages } from '../evmLogs.ts'
import { messageOf, parseCallArguments, senderOf } from './callArguments.ts'

const noHash = new Uint8Array(32)

/** Runs a call that changes nothing (ethermint v0.14.1 x/evm/keeper EthCall). */
export async function ethCall(
	keeper: EvmKeeper,
	ctx: Context,
	json: Uint8Array,
	gasCap: bigint,
): Promise<MsgEthereumTxResponse> {
	const args = withStatus('InvalidArgument', () => parseCallArguments(json))
	const config = withStatus('Internal', () => evmConfigOf(keeper, ctx))
	const nonce = keeper.getAccountWithoutBalance(ctx, senderOf(args))?.nonce ?? 0n
	const message = withStatus('InvalidArgument', () => messageOf(args, { gasCap, baseFee: config.baseFee, nonce }))
	let applied: Awaited<ReturnType<typeof applyMessage>>
	try {
		applied = await applyMessage(keeper, ctx, message, config, { commit: false })
	} catch (error) {
		if (error instanceof ChainError) throw new GrpcStatusError('Internal', error.log)
		throw error
	}
	return create(MsgEthereumTxResponseSchema, {
		hash: `0x${'0'.repeat(64)}`,
		logs: logMessages(applied.logs, {
			blockNumber: BigInt(ctx.header.height),
			txHash: noHash,
			txIndex: 0n,
			blockHash: ctx.headerHash.length === 32 ? ctx.headerHash : noHash,
			firstIndex: 0n,
		}),
		ret: applied.returned,
		vmError: applied.vmError,
		gasUsed: applied.gasUsed,
	})
}
