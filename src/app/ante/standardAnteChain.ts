import type { DecCoin } from '../../codec/coins/decCoins.ts'
import type { BankKeeper } from '../expectedKeepers.ts'
import { type AnteHandler, type AnteStep, createAnteHandler } from './createAnteHandler.ts'
import { deductFee, mempoolFee } from './deductFee.ts'
import { incrementSequence, setPubKey, sigGasConsume } from './signerSteps.ts'
import { type SigVerificationDeps, sigVerification } from './sigVerification.ts'
import {
	consumeTxSizeGas,
	rejectExtensionOptions,
	txTimeoutHeight,
	validateMemo,
	validateSigCount,
} from './txLimits.ts'
import { validateBasic } from './validateBasic.ts'

/** Dependencies of the standard ante chain. */
export interface AnteDeps extends SigVerificationDeps {
	readonly bank: BankKeeper
	/** Minimum gas prices of this node; none accept any fee. */
	readonly minGasPrices: readonly DecCoin[]
}

/** The framework's steps in its order (cosmos-sdk v0.44.5 x/auth/ante/ante.go NewAnteHandler). */
export function standardAnteChain(deps: AnteDeps): AnteHandler {
	return createAnteHandler([rejectExtensionOptions, ...frameworkSteps(deps, sigVerification(deps))])
}

/** The steps of the framework behind the one that refuses extension options, with a verification of signatures. */
export function frameworkSteps(deps: AnteDeps, verification: AnteStep): readonly AnteStep[] {
	const { accounts, bank, keys, acting } = deps
	return [
		mempoolFee(deps.minGasPrices),
		validateBasic,
		txTimeoutHeight,
		validateMemo(accounts),
		consumeTxSizeGas(accounts, keys),
		deductFee(accounts, bank),
		setPubKey(accounts, keys, acting),
		validateSigCount(accounts, keys),
		sigGasConsume(accounts, keys, acting),
		verification,
		incrementSequence(accounts, acting),
	]
}
