import { addressFromText } from '../../codec/address/address.ts'
import { addCoins, type Coins, sortCoins } from '../../codec/coins/coins.ts'
import { PanicError } from '../../errors/ChainError.ts'
import type { Input, Output } from '../../gen/cosmos/bank/v1beta1/bank_pb.js'
import { bankErrors } from './errors.ts'
import { assertAddress, validCoinsOf } from './types.ts'

/**
 * Checks that every input and output is valid and that they sum up to the same coins. Throws the plain parse error of
 * an input's address, `invalid address` for an output's, `invalid coins`, and bank's `sum inputs != sum outputs` (code
 * 4). Panics, as the framework does, when the sums have equally many but different denominations, and when a sum passes
 * 256 bits. Source: cosmos-sdk v0.44.5 x/bank/types/msgs.go.
 */
export function validateInputsOutputs(inputs: readonly Input[], outputs: readonly Output[], prefix: string): void {
	let totalIn: Coins = []
	for (const input of inputs) {
		addressFromText(input.address, prefix)
		totalIn = addCoins(totalIn, validCoinsOf(input.coins))
	}
	let totalOut: Coins = []
	for (const output of outputs) {
		assertAddress(output.address, prefix, (fault) => `Invalid output address (${fault})`)
		totalOut = addCoins(totalOut, validCoinsOf(output.coins))
	}
	if (!isEqual(totalIn, totalOut)) throw bankErrors.inputOutputMismatch
}

/** Framework: Coins.IsEqual, which compares coin by coin and panics on two denominations. */
export function isEqual(a: Coins, b: Coins): boolean {
	if (a.length !== b.length) return false
	const others = sortCoins(b)
	return sortCoins(a).every((coin, index) => {
		const other = others[index]
		if (other?.denom !== coin.denom) {
			throw new PanicError(`invalid coin denominations; ${coin.denom}, ${other?.denom}`)
		}
		return other.amount === coin.amount
	})
}
