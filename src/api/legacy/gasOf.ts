import type { Coins } from '../../codec/coins/coins.ts'
import { decimalPlaces } from '../../codec/coins/decCoins.ts'
import { isDenom } from '../../codec/coins/denom.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { PanicError } from '../../errors/PanicError.ts'
import { plainError } from '../../errors/plainError.ts'
import { parseInteger } from '../services/parseInteger.ts'
import { parseFloat64 } from './goFloat.ts'
import { areZeroPrices, type BaseReq } from './readBaseReq.ts'

/** The framework's gas limit for requests that name none (client/flags DefaultGasLimit). */
const defaultGas = 200_000n

/** The gas a request names, and whether it is to be simulated. Throws plain errors. */
export function gasSetting({ gas }: BaseReq, fault: string): { readonly simulate: boolean; readonly gas: bigint } {
	if (gas === '') return { simulate: false, gas: defaultGas }
	if (gas === 'auto') return { simulate: true, gas: 0n }
	try {
		return { simulate: false, gas: parseInteger(gas, { base: 10, signed: false, bits: 64 }) }
	} catch (error) {
		if (error instanceof ChainError) throw plainError(fault)
		throw error
	}
}

/** The factor on simulated gas, 1 when none is named. Throws plain errors. */
export function gasAdjustment({ gasAdjustment }: BaseReq): number {
	return gasAdjustment === '' ? 1 : parseFloat64(gasAdjustment)
}

/** Simulated gas with the factor on it, cut to a whole number. */
export function adjustedGas(used: bigint, factor: number): bigint {
	const product = factor * Number(used)
	return Number.isFinite(product) ? BigInt.asUintN(64, BigInt(Math.trunc(product))) : 1n << 63n
}

/**
 * The fee of a request: as given, or the gas at the given prices, rounded up (framework: client/tx BuildUnsignedTx).
 * Throws plain errors, and PanicError for a price in no denomination.
 */
export function feeOf({ chainId, fees, gasPrices }: BaseReq, gas: bigint): Coins {
	if (chainId === '') throw plainError('chain ID required but not specified')
	if (areZeroPrices(gasPrices)) return fees
	if (fees.some(({ amount }) => amount !== 0n)) throw plainError('cannot provide both fees and gas prices')
	return gasPrices.map(({ denom, scaled }) => {
		const amount = ceiling(scaled * BigInt.asIntN(64, gas))
		if (!isDenom(denom)) throw new PanicError(`invalid denom: ${denom}`)
		if (amount < 0n) throw new PanicError(`negative coin amount: ${amount}`)
		return { denom, amount }
	})
}

function ceiling(scaled: bigint): bigint {
	const unit = 10n ** BigInt(decimalPlaces)
	const whole = scaled / unit
	return scaled > whole * unit ? whole + 1n : whole
}
