import type { DecCoin } from '../../codec/coins/decCoins.ts'
import { requiredFee } from '../../codec/coins/requiredFee.ts'

/** How much more gas than simulated a transaction may use: state may change before its block comes. */
export const gasAdjustment = { numerator: 13n, denominator: 10n } as const

/** Gas limit for simulated gas, rounded up. */
export function adjustedGas(simulated: bigint): bigint {
	const { numerator, denominator } = gasAdjustment
	return (simulated * numerator + denominator - 1n) / denominator
}

/**
 * The fee a node with these minimum prices asks for: ceil(price x gas) of one of them, the native denomination if it is
 * among them (any one is enough, x/auth/ante/fee.go). Undefined when the node asks for nothing.
 */
export function feeFor(
	prices: readonly DecCoin[],
	gas: bigint,
	nativeDenom: string,
): { readonly denom: string; readonly amount: bigint } | undefined {
	const price = prices.find((candidate) => candidate.denom === nativeDenom) ?? prices[0]
	if (!price || price.scaled === 0n) return undefined
	return { denom: price.denom, amount: requiredFee(price, gas) }
}
