import { addressFromText } from '../../codec/address/address.ts'
import { type Coin, type Coins, isDenom } from '../../codec/coins/coins.ts'

import { parseIntField } from '../../codec/coins/parseBigInt.ts'
import { inOtherWords, PanicError, sdkErrors } from '../../errors/ChainError.ts'
import type { Coin as ProtoCoin } from '../../gen/cosmos/base/v1beta1/coin_pb.js'

/** Go's panic for a coin without an amount in a message. */
const nilAmount = 'runtime error: invalid memory address or nil pointer dereference'

/** Coins of a message. Panics without an amount, as the framework does; a plain error for one that is no integer. */
export function coinsOf(coins: readonly ProtoCoin[]): Coins {
	return coins.map(({ denom, amount }) => {
		if (amount === '') throw new PanicError(nilAmount)
		return { denom, amount: parseIntField(amount) }
	})
}

/**
 * Coins of a message that must be a valid set with at least one coin (framework: `IsValid` and `IsAllPositive`). Throws
 * `<coins>: invalid coins` (code 10). Panics where the framework looks at the sign of an absent amount, which is after
 * the faults of the denominations before it.
 */
export function validCoinsOf(coins: readonly ProtoCoin[]): Coins {
	const set: Coin[] = []
	for (const { denom, amount } of coins) {
		const last = set.at(-1)
		if (!isDenom(denom) || (last !== undefined && denom <= last.denom)) throw invalidCoins(coins)
		if (amount === '') throw new PanicError(nilAmount)
		const value = parseIntField(amount)
		if (value <= 0n) throw invalidCoins(coins)
		set.push({ denom, amount: value })
	}
	if (set.length === 0) throw invalidCoins(coins)
	return set
}

function invalidCoins(coins: readonly ProtoCoin[]) {
	const text = coins.map(({ denom, amount }) => `${amount === '' ? '<nil>' : parseIntField(amount)}${denom}`).join(',')
	return sdkErrors.invalidCoins.wrap(text)
}

/** Throws `invalid address` (code 7) unless a text is an address; `describe` makes the text of the parse error. */
export function assertAddress(text: string, prefix: string, describe: (fault: string) => string): void {
	inOtherWords(
		() => addressFromText(text, prefix),
		(error) => sdkErrors.invalidAddress.wrap(describe(error.log)),
	)
}
