import { areValidCoins, areZeroCoins, coinsToText } from '../../codec/coins/coins.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
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
	try {
		bank.sendCoinsFromAccountToModule(ctx, payer, feeCollector, coins)
	} catch (error) {
		// The class text of the inner error stays in the description, so the reply shows it twice.
		if (error instanceof ChainError) throw sdkErrors.insufficientFunds.wrap(error.log)
		throw error
	}
}
