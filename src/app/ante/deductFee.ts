import { areValidCoins, areZeroCoins, type Coins, coinsToText, isDenom } from '../../codec/coins/coins.ts'
import type { DecCoin } from '../../codec/coins/decCoins.ts'

import { inOtherWords, PanicError, sdkErrors } from '../../errors/ChainError.ts'
import type { Context } from '../Context.ts'
import type { AccountKeeper, BankKeeper, CoinAmount } from '../expectedKeepers.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** Name of the module account that collects the fees. */
export const feeCollector = 'fee_collector'

/**
 * Moves the fee from the payer to the fee collector. Fee grants are not enabled on this chain. The fee's event comes
 * also when there is no fee, with an empty text. Source: cosmos-sdk v0.44.5 x/auth/ante/fee.go.
 */
export function deductFee(accounts: AccountKeeper, bank: BankKeeper): AnteStep {
	return {
		name: 'DeductFee',
		run(ctx, tx) {
			const { coins } = tx.fee
			const payer = tx.feePayer
			if (tx.feeGranter !== undefined) throw sdkErrors.invalidRequest.wrap('fee grants are not enabled')
			if (accounts.getAccount(ctx, payer) === undefined) {
				throw sdkErrors.unknownAddress.wrap(`fee payer address: ${tx.addressText(payer)} does not exist`)
			}
			if (!areZeroCoins(coins)) pay(ctx, bank, payer, coins)
			ctx.events.emit('tx', [['fee', coinsToText(coins)]])
		},
	}
}

function pay(ctx: Context, bank: BankKeeper, payer: Uint8Array, coins: readonly CoinAmount[]): void {
	if (!areValidCoins(coins)) throw sdkErrors.insufficientFee.wrap(`invalid fee amount: ${coinsToText(coins)}`)
	// The class text of the inner error stays in the description, so the reply shows it twice.
	inOtherWords(
		() => bank.sendCoinsFromAccountToModule(ctx, payer, feeCollector, coins),
		(error) => sdkErrors.insufficientFunds.wrap(error.log),
	)
}

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
			const required = coinsOfGas(minGasPrices, gasLimit)
			const missing = tx.decoded.authInfo.fee?.amount.map(({ amount }) => amount === '') ?? []
			if (!paysAny(coins, missing, required)) {
				throw sdkErrors.insufficientFee.wrap(
					`insufficient fees; got: ${coinsToText(coins)} required: ${coinsToText(required)}`,
				)
			}
		},
	}
}

/**
 * The coins of so much gas at these prices, rounded up (framework: types/coin.go NewCoin of a decimal's Ceil).
 * @throws {PanicError} for a price in no denomination, and for gas of 2^63 and more, which is negative there
 */
export function coinsOfGas(prices: readonly DecCoin[], gasLimit: bigint): Coins {
	const gas = BigInt.asIntN(64, gasLimit)
	return prices.map(({ denom, scaled }) => {
		const whole = (scaled * gas) / unit
		const amount = scaled * gas > whole * unit ? whole + 1n : whole
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		if (amount < 0n) throw new PanicError(`negative coin amount: ${amount}`)
		return { denom, amount }
	})
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
