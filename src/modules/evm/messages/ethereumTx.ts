import type { Message } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import type { MsgType } from '../../../app/AppModule.ts'
import { feeCollector } from '../../../app/ante/deductFee.ts'
import type { Context } from '../../../app/Context.ts'
import { encodeMessage } from '../../../codec/proto/encodeMessage.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { ChainError, inOtherWords, PanicError, sdkErrors } from '../../../errors/ChainError.ts'
import {
	type MsgEthereumTx,
	type MsgEthereumTxResponse,
	MsgEthereumTxResponseSchema,
	MsgEthereumTxSchema,
} from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { toHex, toHexUpper } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import { applyMessage, evmConfigOf, messageOfTx } from '../applyMessage.ts'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { evmErrors } from '../errors.ts'
import { logJson, logMessages } from '../evmLogs.ts'
import { evmModuleName } from '../keys.ts'
import { logsBloom, shortBloom, wholeBloom } from '../logsBloom.ts'
import { type EthTx, ethTxHash, ethTxOf, recipientText } from '../tx/EthTx.ts'
import { latestSignerRules, SenderFault, signerRulesAt } from '../tx/recoverSender.ts'
import { assertHexAddress, validateEthTx } from '../tx/validateEthTx.ts'

const unpacked = new WeakMap<Message, Message>()

/** The transaction in a message. Throws `failed unpacking protobuf message from Any` (sdk 34). */
export function ethTxIn(msg: MsgEthereumTx, registry: Registry): EthTx {
	const { data } = msg
	if (data === undefined) throw sdkErrors.unpackAny.wrap('protobuf Any message cannot be nil')
	if (data.typeUrl === '') throw sdkErrors.unpackAny.wrap('cannot unpack Any into TxData *types.Any')
	return ethTxOf(getOrInsert(unpacked, msg, () => registry.unpack(data, 'txData')))
}

/** MsgEthereumTx: executes an Ethereum transaction (ethermint v0.14.1 x/evm/types/msg.go, keeper/msg_server.go). */
export function createMsgEthereumTx(keeper: EvmKeeper, registry: Registry): MsgType<MsgEthereumTx> {
	return {
		schema: MsgEthereumTxSchema,
		route: evmModuleName,
		validateBasic(msg) {
			if (msg.from !== '') assertHexAddress(msg.from, 'invalid from address')
			validateEthTx(
				inOtherWords(
					() => ethTxIn(msg, registry),
					(error) => error.wrap('failed to unpack tx data'),
				),
			)
		},
		signers(msg) {
			const tx = ethTxIn(msg, registry)
			try {
				return [keeper.senderOf(tx, latestSignerRules(tx.chainId ?? 0n))]
			} catch (error) {
				if (error instanceof SenderFault) throw new PanicError(error.message)
				throw error
			}
		},
		async handle(ctx, msg) {
			const response = await withDescription('failed to apply transaction', () =>
				applyTransaction(keeper, ctx, msg, ethTxIn(msg, registry)),
			)
			return encodeMessage(MsgEthereumTxResponseSchema, response)
		},
	}
}

async function applyTransaction(
	keeper: EvmKeeper,
	ctx: Context,
	msg: MsgEthereumTx,
	tx: EthTx,
): Promise<MsgEthereumTxResponse> {
	// The handler first reads the index for its event.
	keeper.getTxIndex(ctx)
	const config = inOtherWords(
		() => evmConfigOf(keeper, ctx),
		(error) => error.wrap('failed to load evm config'),
	)
	const txHash = ethTxHash(tx)
	const place = {
		blockNumber: BigInt(ctx.header.height),
		txHash,
		txIndex: keeper.getTxIndex(ctx),
		blockHash: ctx.headerHash.length === 32 ? ctx.headerHash : new Uint8Array(32),
		firstIndex: keeper.getLogIndex(ctx),
	}
	const from = keeper.senderOf(tx, signerRulesAt(config.params.chainConfig, ctx.header.height, keeper.chainId))
	const message = messageOfTx(tx, from, config.baseFee)
	const applied = await withDescription('failed to apply ethereum core message', () =>
		applyMessage(keeper, ctx, message, config, { commit: true }),
	)
	const bloom = applied.logs.length === 0 ? undefined : bloomWith(keeper, ctx, logsBloom(applied.logs))
	refund(keeper, ctx, from, tx.gas - applied.gasUsed, message.gasPrice, config.params.evmDenom)
	if (bloom !== undefined) {
		keeper.setBlockBloom(ctx, shortBloom(bloom))
		keeper.setLogIndex(ctx, place.firstIndex + BigInt(applied.logs.length))
	}
	keeper.setTxIndex(ctx, place.txIndex + 1n)
	const total = keeper.addGasUsed(ctx, applied.gasUsed)
	ctx.gasMeter.refund(ctx.gasMeter.consumed, 'reset the gas count')
	ctx.gasMeter.consume(total, 'apply evm transaction')
	const response = create(MsgEthereumTxResponseSchema, {
		hash: `0x${toHex(txHash)}`,
		logs: logMessages(applied.logs, place),
		ret: applied.returned,
		vmError: applied.vmError,
		gasUsed: applied.gasUsed,
	})
	emitEvents(ctx, msg, tx, response, place.txIndex)
	return response
}

async function withDescription<T>(description: string, run: () => Promise<T>): Promise<T> {
	try {
		return await run()
	} catch (error) {
		throw error instanceof ChainError ? error.wrap(description) : error
	}
}

function bloomWith(keeper: EvmKeeper, ctx: Context, bloom: Uint8Array): Uint8Array {
	const block = wholeBloom(keeper.getBlockBloom(ctx))
	return block.map((byte, at) => byte | bloom[at]!)
}

/** Refunds the price of unused gas from the fee collector. */
function refund(keeper: EvmKeeper, ctx: Context, to: Uint8Array, gas: bigint, price: bigint, denom: string): void {
	const amount = gas * price
	const failed = (error: ChainError): ChainError =>
		error.wrap(`failed to refund gas leftover gas to sender ${toHex(to)}`)
	if (amount < 0n) {
		throw failed(evmErrors.invalidRefund.wrap(`refunded amount value cannot be negative ${amount}`))
	}
	if (amount === 0n) return
	inOtherWords(
		() => keeper.deps.bank.sendFromModuleToAccount(ctx, feeCollector, to, amount),
		(error) => {
			const wrapped = sdkErrors.insufficientFunds.wrap(`fee collector account failed to refund fees: ${error.log}`)
			return failed(wrapped.wrap(`failed to refund ${gas} leftover gas (${amount}${denom})`))
		},
	)
}

function emitEvents(
	ctx: Context,
	msg: MsgEthereumTx,
	tx: EthTx,
	response: MsgEthereumTxResponse,
	txIndex: bigint,
): void {
	const attributes: [string, string][] = [
		['amount', `${tx.value ?? 0n}`],
		['ethereumTxHash', response.hash],
		['txIndex', txIndex.toString()],
		['txGasUsed', response.gasUsed.toString()],
	]
	if (ctx.txBytes.length > 0) attributes.push(['txHash', toHexUpper(sha256(ctx.txBytes))])
	const recipient = recipientText(tx)
	if (recipient !== undefined) attributes.push(['recipient', recipient])
	if (response.vmError !== '') attributes.push(['ethereumTxFailed', response.vmError])
	ctx.events.emit('ethereum_tx', attributes)
	ctx.events.emit(
		'tx_log',
		response.logs.map((log) => ['txLog', logJson(log)] as const),
	)
	ctx.events.emit('message', [
		['module', evmModuleName],
		['sender', msg.from],
		['txType', String(tx.type)],
	])
}
