import { checksumAddress } from '../../../codec/address/checksumAddress.ts'

/** What a call offers for its gas, and what it sends. */
export interface CallOffer {
	readonly from: Uint8Array
	readonly gas: bigint
	/** The most it pays for a unit of gas. */
	readonly cap: bigint
	readonly tip: bigint
	readonly value: bigint
}

/** Why a call cannot be a transaction of its block. */
export interface CallRefusal {
	readonly kind: 'invalidParams' | 'baseFeeTooLow' | 'insufficientFunds'
	/** go-ethereum's text. */
	readonly text: string
}

/**
 * Looks whether a call pays the base fee and its sender has what it may cost (go-ethereum v1.17
 * core/state_transition.go preCheck, buyGas).
 * @param baseFee undefined where it does not count
 */
export function preCheck(
	{ from, gas, cap, tip, value }: CallOffer,
	baseFee: bigint | undefined,
	balance: () => bigint,
): CallRefusal | undefined {
	const address = `address ${checksumAddress(from)}`
	if (baseFee !== undefined && tip > cap) {
		const text = `max priority fee per gas higher than max fee per gas: ${address}, maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${cap}`
		return { kind: 'invalidParams', text }
	}
	if (baseFee !== undefined && cap < baseFee) {
		const text = `max fee per gas less than block base fee: ${address}, maxFeePerGas: ${cap}, baseFee: ${baseFee}`
		return { kind: 'baseFeeTooLow', text }
	}
	const want = cap * gas + value
	const have = want === 0n ? 0n : balance()
	if (have >= want) return undefined
	const text = `insufficient funds for gas * price + value: ${address} have ${have} want ${want}`
	return { kind: 'insufficientFunds', text }
}
