import { feeCollector } from '../../../app/ante/deductFee.ts'
import { infiniteGasMeter, limitedGasMeter, unboundedGasMeter } from '../../../app/GasMeter.ts'
import { areValidCoins } from '../../../codec/coins/coins.ts'
import { decimalToText } from '../../../codec/coins/decCoins.ts'
import { hexToAddress } from '../../../crypto/hexAddress.ts'
import { inOtherWords, sdkErrors } from '../../../errors/ChainError.ts'
import { smaller } from '../../../util/order.ts'
import { blockGasLimit, isForked } from '../chainConfig.ts'
import type { EvmParams } from '../evmParams.ts'
import { effectivePrice, feeOf } from '../tx/EthTx.ts'
import { floorGas, intrinsicGas, outlineOf } from '../tx/intrinsicGas.ts'
import type { EthereumCheck, EthereumMessage, EthereumStep } from './EthereumStep.ts'

/** The largest gas wanted that a check reports for a message: unused gas is refunded, so limits say little. */
const maxGasWanted = 500_000n

/** Charges each message's fee at its full gas limit; the meter shows the limits' sum and never runs out. */
export const feeStep: EthereumStep = {
	name: 'EthGasConsume',
	run(check) {
		const { ctx, keeper, messages } = check
		const params = keeper.getParams(ctx)
		const checking = ctx.mode !== 'deliver'
		let wanted = 0n
		const fees: string[] = []
		for (const message of messages()) {
			const { gas } = message.tx
			wanted = BigInt.asUintN(64, wanted + (checking ? smaller(gas, maxGasWanted) : gas))
			const fee = inOtherWords(
				() => deduct(check, message, params),
				(error) => error.wrap('failed to deduct transaction costs from user balance'),
			)
			fees.push(fee === 0n ? '' : `${fee}${params.evmDenom}`)
		}
		for (const fee of fees) ctx.events.emit('tx', [['fee', fee]])
		const limit = blockGasLimit(ctx)
		if (limit > 0n) limitedGasMeter(limit).consume(ctx.gasMeter.consumedToLimit, 'gas pool check')
		const meter = unboundedGasMeter(wanted)
		const consumed = ctx.gasMeter.consumed
		// Charges before it were noted when they happened.
		meter.consume(consumed, 'copy gas consumed')
		return ctx.with({ gasMeter: ctx.trace?.over(meter) ?? meter })
	},
}

/**
 * The base fee that a transaction has to pay: the one of its block. The mempool has the newest block's, unless the node
 * asks for the next one's, which the begin of that block will find without the consensus parameters, if it looks for one.
 */
export function baseFeeDue({ ctx, keeper, checksNextFee }: EthereumCheck, own: bigint | undefined): bigint | undefined {
	if (own === undefined || checksNextFee !== true || (ctx.mode !== 'check' && ctx.mode !== 'recheck')) return own
	const header = { ...ctx.header, height: ctx.header.height + 1 }
	const next = ctx.with({ header, consensusParams: undefined, gasMeter: infiniteGasMeter() })
	return keeper.deps.feeMarket.nextBaseFee(next) ?? own
}

function deduct(check: EthereumCheck, { msg, tx }: EthereumMessage, { chainConfig, evmDenom }: EvmParams): bigint {
	const { ctx, keeper } = check
	const { accounts, feeMarket, bank } = keeper.deps
	const { height } = ctx.header
	const from = hexToAddress(msg.from)
	if (accounts.getAccount(ctx, from) === undefined) {
		throw sdkErrors.unknownAddress
			.wrap(`account ${keeper.addressText(from)} does not exist`)
			.wrap(`account not found for sender ${msg.from}`)
	}
	const outline = outlineOf(tx)
	const least = intrinsicGas(outline, chainConfig, height)
	if (ctx.mode !== 'deliver' && tx.gas < least) {
		throw sdkErrors.outOfGas.wrap(`gas limit too low: ${tx.gas} (gas limit) < ${least} (intrinsic gas)`)
	}
	const floor = floorGas(outline, chainConfig, height)
	if (ctx.mode !== 'deliver' && tx.gas < floor) {
		throw sdkErrors.outOfGas.wrap(`gas limit too low: ${tx.gas} (gas limit) < ${floor} (floor data gas)`)
	}
	const { noBaseFee } = feeMarket.getParams(ctx)
	let fee = feeOf(tx)
	if (isForked(chainConfig, 'london', height) && !noBaseFee && tx.type >= 2) {
		const baseFee = baseFeeDue(check, feeMarket.getBaseFee(ctx))!
		if (tx.gasFeeCap! < baseFee) {
			throw sdkErrors.insufficientFee.wrap(
				`the tx gasfeecap is lower than the tx baseFee: ${tx.gasFeeCap} (gasfeecap), ${baseFee} (basefee) `,
			)
		}
		fee = effectivePrice(tx, baseFee) * tx.gas
	}
	if (fee === 0n) return fee
	const text = `${fee}${evmDenom}`
	inOtherWords(
		() => {
			if (!areValidCoins([{ denom: evmDenom, amount: fee }])) {
				throw sdkErrors.insufficientFee.wrap(`invalid fee amount: ${text}`)
			}
			inOtherWords(
				() => bank.sendFromAccountToModule(ctx, from, feeCollector, fee),
				(error) => sdkErrors.insufficientFunds.wrap(error.log),
			)
		},
		(error) => error.wrap(`failed to deduct full gas cost ${text} from the user ${msg.from} balance`),
	)
	return fee
}

const decimals = 10n ** 18n

/** In a check before London, refuses a fee below the node's minimum price of the EVM's denomination. */
export const minimumPriceStep: EthereumStep = {
	name: 'EthMempoolFee',
	run({ ctx, keeper, minGasPrices, messages }) {
		if (ctx.mode !== 'check' && ctx.mode !== 'recheck') return undefined
		const params = keeper.getParams(ctx)
		if (keeper.baseFee(ctx, params) !== undefined) return undefined
		const price = minGasPrices.find(({ denom }) => denom === params.evmDenom)?.scaled ?? 0n
		for (const { tx } of messages()) {
			const required = price * BigInt.asIntN(64, tx.gas)
			if (feeOf(tx) * decimals >= required) continue
			throw sdkErrors.insufficientFee.wrap(`insufficient fees; got: ${feeOf(tx)} required: ${decimalToText(required)}`)
		}
		return undefined
	},
}
