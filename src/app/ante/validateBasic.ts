import { addressFromText } from '../../codec/address/address.ts'
import { coinsToText, isAnyNegative } from '../../codec/coins/coins.ts'
import { inOtherWords, sdkErrors } from '../../errors/ChainError.ts'
import type { AppTx } from '../tx/AppTx.ts'
import type { AnteStep } from './createAnteHandler.ts'

const maxGasWanted = (1n << 63n) - 1n

/**
 * The stateless checks of a transaction as a whole: gas, fee, fee payer, number of signatures. Not repeated in a
 * recheck. Source: cosmos-sdk v0.44.5 types/tx/types.go ValidateBasic.
 */
export const validateBasic: AnteStep = {
	name: 'ValidateBasic',
	run(ctx, tx) {
		if (ctx.mode !== 'recheck') validateTx(tx)
	},
}

/** Checks a transaction as a whole. @throws {ChainError} with the framework's text. */
export function validateTx(tx: AppTx): void {
	const { gasLimit, coins, hasNil, payer } = tx.fee
	if (gasLimit > maxGasWanted) {
		throw sdkErrors.invalidRequest.wrap(`invalid gas supplied; ${gasLimit} > ${maxGasWanted}`)
	}
	if (hasNil) throw sdkErrors.insufficientFee.wrap('invalid fee provided: null')
	if (isAnyNegative(coins)) throw sdkErrors.insufficientFee.wrap(`invalid fee provided: ${coinsToText(coins)}`)
	if (payer !== '') validatePayer(payer, tx.prefix)
	const { length } = tx.decoded.signatures
	if (length === 0) throw sdkErrors.noSignatures
	const expected = tx.signers.length
	if (length !== expected) {
		throw sdkErrors.unauthorized.wrap(`wrong number of signers; expected ${expected}, got ${length}`)
	}
}

function validatePayer(payer: string, prefix: string): void {
	inOtherWords(
		() => addressFromText(payer, prefix),
		(error) => sdkErrors.invalidAddress.wrap(`Invalid fee payer address (${error.log})`),
	)
}
