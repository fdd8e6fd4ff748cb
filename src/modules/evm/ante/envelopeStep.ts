import { validateTx } from '../../../app/ante/validateBasic.ts'
import { type Coins, coinsToText } from '../../../codec/coins/coins.ts'
import { ChainError, plainError, sdkErrors } from '../../../errors/ChainError.ts'
import { isEqual } from '../../bank/index.ts'
import { feeOf } from '../tx/EthTx.ts'
import type { EthereumCheck, EthereumStep } from './EthereumStep.ts'

/** Checks that the framework transaction around Ethereum messages has only their fees and gas; skipped in a recheck. */
export const envelopeStep: EthereumStep = {
	name: 'EthValidateBasic',
	run(check) {
		const { ctx, tx } = check
		if (ctx.mode === 'recheck') return undefined
		validateAsFramework(check)
		const { body, authInfo, signatures } = tx.decoded
		if (body.memo !== '' || body.timeoutHeight !== 0n || body.nonCriticalExtensionOptions.length > 0) {
			throw sdkErrors.invalidRequest.wrap(
				'for eth tx body Memo TimeoutHeight NonCriticalExtensionOptions should be empty',
			)
		}
		if (body.extensionOptions.length !== 1) {
			throw sdkErrors.invalidRequest.wrap('for eth tx length of ExtensionOptions should be 1')
		}
		const { fee, gas } = sums(check)
		if (authInfo.signerInfos.length > 0) {
			throw sdkErrors.invalidRequest.wrap('for eth tx AuthInfo SignerInfos should be empty')
		}
		if (tx.fee.payer !== '' || tx.fee.granter !== '') {
			throw sdkErrors.invalidRequest.wrap('for eth tx AuthInfo Fee payer and granter should be empty')
		}
		if (!isEqual(tx.fee.coins, fee)) {
			throw sdkErrors.invalidRequest.wrap(
				`invalid AuthInfo Fee Amount (${coinsToText(tx.fee.coins)} != ${coinsToText(fee)})`,
			)
		}
		if (tx.fee.gasLimit !== gas) {
			throw sdkErrors.invalidRequest.wrap(`invalid AuthInfo Fee GasLimit (${tx.fee.gasLimit} != ${gas})`)
		}
		if (signatures.length > 0) throw sdkErrors.invalidRequest.wrap('for eth tx Signatures should be empty')
		return undefined
	},
}

/** The framework's own checks; that there is no signature is fine here. */
function validateAsFramework({ tx }: EthereumCheck): void {
	try {
		if (!tx.hasFee) throw plainError('missing fee')
		validateTx(tx)
	} catch (error) {
		if (sdkErrors.noSignatures.is(error)) return
		throw error instanceof ChainError ? error.wrap('tx basic validation failed') : error
	}
}

function sums({ ctx, keeper, messages }: EthereumCheck): { readonly fee: Coins; readonly gas: bigint } {
	let gas = 0n
	let amount = 0n
	let denom = ''
	for (const { tx } of messages()) {
		gas = BigInt.asUintN(64, gas + tx.gas)
		const params = keeper.getParams(ctx)
		if (keeper.baseFee(ctx, params) === undefined && tx.type >= 2) {
			throw new ChainError('undefined', 1, 'dynamic fee tx not supported: transaction type not supported')
		}
		amount += feeOf(tx)
		denom = params.evmDenom
	}
	return { gas, fee: amount === 0n ? [] : [{ denom, amount }] }
}
