import { decimalToText } from '../../../codec/coins/decCoins.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import { feeOf } from '../tx/EthTx.ts'
import type { EthereumStep } from './EthereumStep.ts'

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
