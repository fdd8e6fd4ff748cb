import { inOtherWords, plainError } from '../../errors/ChainError.ts'
import { goTrimSpace } from '../../util/goString.ts'
import { byDenom, type Coin, type Coins, denomPattern } from './coins.ts'

import { bitLength, maxIntBits } from './parseBigInt.ts'

/** Decimal places of the framework's decimals (types/decimal.go Precision). */
export const decimalPlaces = 18

const unit = 10n ** BigInt(decimalPlaces)
const decCoin = new RegExp(`^([0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)[\\t\\n\\v\\f\\r ]*(${denomPattern})$`)

/** A decimal amount of one denomination, scaled by 10^18. */
export interface DecCoin {
	readonly denom: string
	readonly scaled: bigint
}

/** A decimal scaled by 10^18. Throws plain errors with the texts of cosmos-sdk v0.44.5 types/decimal.go. */
export function parseDecimal(text: string): bigint {
	const negative = text.startsWith('-')
	const digits = negative ? text.slice(1) : text
	if (digits === '') throw plainError('decimal string cannot be empty')
	const [whole = '', decimals, ...more] = digits.split('.')
	if (more.length > 0) throw plainError('invalid decimal string')
	if (decimals === '' || whole === '') throw plainError('invalid decimal length')
	const places = decimals?.length ?? 0
	if (places > decimalPlaces) throw plainError(`invalid precision; max: ${decimalPlaces}, got: ${places}`)
	const combined = whole + (decimals ?? '') + '0'.repeat(decimalPlaces - places)
	if (!/^[+-]?[0-9]+$/.test(combined)) throw plainError(`failed to set decimal string: ${combined}`)
	const scaled = BigInt(combined)
	const bits = bitLength(scaled)
	if (bits > maxIntBits) throw plainError(`decimal out of range; bitLen: got ${bits}, max ${maxIntBits}`)
	return negative ? -scaled : scaled
}

/** A scaled decimal with all 18 places, as the framework prints it: `0.010000000000000000`. */
export function decimalToText(scaled: bigint): string {
	const digits = scaled
		.toString()
		.replace('-', '')
		.padStart(decimalPlaces + 1, '0')
	return `${scaled < 0n ? '-' : ''}${digits.slice(0, -decimalPlaces)}.${digits.slice(-decimalPlaces)}`
}

/** One decimal coin, `0.01uchain`. Throws plain errors (framework: types/dec_coin.go ParseDecCoin). */
export function parseDecCoin(text: string): DecCoin {
	const trimmed = goTrimSpace(text)
	const match = decCoin.exec(trimmed)
	if (match === null) throw plainError(`invalid decimal coin expression: ${trimmed}`)
	const [amount, denom] = [match[1]!, match[2]!]
	return inOtherWords(
		() => ({ denom, scaled: parseDecimal(amount) }),
		(error) => error.wrap(`failed to parse decimal coin amount: ${amount}`),
	)
}

/**
 * Decimal coins separated by commas, zero ones dropped, sorted; the blank text has none. This is how minimum gas
 * prices are written. Throws plain errors (framework: types/dec_coin.go ParseDecCoins).
 */
export function parseDecCoins(text: string): readonly DecCoin[] {
	const trimmed = goTrimSpace(text)
	if (trimmed === '') return []
	const coins = trimmed.split(',').map(parseDecCoin)
	const set = coins.filter((coin) => coin.scaled !== 0n)
	set.sort(byDenom)
	set.forEach((coin, index) => {
		if (coin.denom === set[index - 1]?.denom) throw plainError(`duplicate denomination ${coin.denom}`)
	})
	return set
}

/** Coins separated by commas, as on the command line; decimals are cut off (framework: ParseCoinsNormalized). */
export function parseCoins(text: string): Coins {
	return parseDecCoins(text).map(truncated)
}

function truncated(coin: DecCoin): Coin {
	return { denom: coin.denom, amount: coin.scaled / unit }
}

/** The fee that a node with this minimum price requires: ceil(price x gas) (cosmos-sdk v0.44.5 x/auth/ante/fee.go). */
export function requiredFee(price: DecCoin, gas: bigint): bigint {
	return (price.scaled * gas + unit - 1n) / unit
}
