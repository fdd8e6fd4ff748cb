import { type Coins, coinsToText } from '../../codec/coins/coins.ts'
import type { DecCoin } from '../../codec/coins/decCoins.ts'
import { isDenom } from '../../codec/coins/denom.ts'
import { PanicError } from '../../errors/PanicError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { AnteStep } from './createAnteHandler.ts'

const unit = 10n ** 18n

/**
 * In a check, refuses a fee below the node's minimum gas prices: any one of the required denominations suffices.
 * Panics on gas of 2^63 and more and on a bad denomination, as the framework does (x/auth/ante/fee.go).
 */
export function mempoolFee(minGasPrices: readonly DecCoin[]): AnteStep {
	return {
		name: 'MempoolFee',
		run(ctx, tx) {
			if (ctx.mode !== 'check' && ctx.mode !== 'recheck') return
			if (minGasPrices.every(({ scaled }) => scaled === 0n)) return
			const { gasLimit, coins } = tx.fee
			const gas = BigInt.asIntN(64, gasLimit)
			const required = minGasPrices.map(({ denom, scaled }) => {
				const amount = ceil(scaled * gas)
				if (amount < 0n) throw new PanicError(`negative coin amount: ${amount}`)
				return { denom, amount }
			})
			const missing = tx.decoded.authInfo.fee?.amount.map(({ amount }) => amount === '') ?? []
			if (!paysAny(coins, missing, required)) {
				throw sdkErrors.insufficientFee.wrap(
					`insufficient fees; got: ${coinsToText(coins)} required: ${coinsToText(required)}`,
				)
			}
		},
	}
}

/** Rounds up a number scaled by 10^18. */
function ceil(scaled: bigint): bigint {
	const whole = scaled / unit
	return scaled > 0n && scaled % unit !== 0n ? whole + 1n : whole
}

/** Framework: types/coin.go IsAnyGTE. */
function paysAny(coins: Coins, missing: readonly boolean[], required: Coins): boolean {
	return coins.some(({ denom, amount }, index) => {
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		const needed = required.find((coin) => coin.denom === denom)?.amount ?? 0n
		if (missing[index] === true) {
			throw new PanicError('runtime error: invalid memory address or nil pointer dereference')
		}
		return amount >= needed && needed !== 0n
	})
}
