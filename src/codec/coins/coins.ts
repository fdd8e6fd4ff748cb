import { PanicError, plainError } from '../../errors/ChainError.ts'
import { bitLength, maxIntBits } from './parseBigInt.ts'

/** An amount of one denomination, in its smallest unit. */
export interface Coin {
	readonly denom: string
	readonly amount: bigint
}

/** A set of coins; valid ones are sorted by denomination, without doubles, all positive. */
export type Coins = readonly Coin[]

/** A coin as the framework prints it: `5uchain`. */
export function coinToText(coin: Coin | { readonly denom: string; readonly amount: string }): string {
	return `${coin.amount}${coin.denom}`
}

/** Coins as the framework prints them: `1busd,5uchain`; no coins print as the empty text. */
export function coinsToText(coins: readonly Parameters<typeof coinToText>[0][]): string {
	return coins.map(coinToText).join(',')
}

/**
 * Throws a plain error naming the first fault of a coin set: a bad, doubled or unsorted denomination, or an amount that
 * is not positive. Source: cosmos-sdk v0.44.5 types/coin.go, Coins.Validate.
 */
export function validateCoins(coins: Coins): void {
	const [first, ...rest] = coins
	if (first === undefined) return
	validateDenom(first.denom)
	if (first.amount <= 0n) throw plainError(`coin ${coinToText(first)} amount is not positive`)
	const seen = new Set([first.denom])
	let last = first.denom
	for (const coin of rest) {
		if (seen.has(coin.denom)) throw plainError(`duplicate denomination ${coin.denom}`)
		validateDenom(coin.denom)
		if (coin.denom <= last) throw plainError(`denomination ${coin.denom} is not sorted`)
		if (coin.amount <= 0n) throw plainError(`coin ${coin.denom} amount is not positive`)
		last = coin.denom
		seen.add(coin.denom)
	}
}

/** Whether a coin set is valid (framework: Coins.IsValid). */
export function areValidCoins(coins: Coins): boolean {
	let last = ''
	for (const { denom, amount } of coins) {
		if (!isDenom(denom) || amount <= 0n || denom <= last) return false
		last = denom
	}
	return true
}

/** Sorts coins by the bytes of their denominations. */
export function byDenom(a: { readonly denom: string }, b: { readonly denom: string }): number {
	return a.denom < b.denom ? -1 : a.denom > b.denom ? 1 : 0
}

/** Coins in byte order of their denominations. */
export function sortCoins(coins: Coins): Coins {
	return [...coins].sort(byDenom)
}

/** Amount of a denomination in a sorted set, 0 when absent. */
export function amountOf(coins: Coins, denom: string): bigint {
	return coins.find((coin) => coin.denom === denom)?.amount ?? 0n
}

/** Sum of two sorted sets without zero amounts (framework: Coins.Add). Panics if unsorted or above 256 bits. */
export function addCoins(a: Coins, b: Coins): Coins {
	return merge(a, b, 1n)
}

/** Difference of two sorted sets and whether any amount of it is negative (framework: Coins.SafeSub). */
export function safeSubCoins(a: Coins, b: Coins): { readonly coins: Coins; readonly negative: boolean } {
	const coins = merge(a, b, -1n)
	return { coins, negative: isAnyNegative(coins) }
}

/** Difference of two sorted sets; panics with `negative coin amount` when b is not all in a (framework: Coins.Sub). */
export function subCoins(a: Coins, b: Coins): Coins {
	const { coins, negative } = safeSubCoins(a, b)
	if (negative) throw new PanicError('negative coin amount')
	return coins
}

/** Whether a holds at least b in every denomination of b (framework: Coins.IsAllGTE). */
export function isAllGTE(a: Coins, b: Coins): boolean {
	return b.every((coin) => coin.amount <= amountOf(a, coin.denom))
}

/** Whether a holds at least b in one denomination that b has with a non-zero amount (framework: Coins.IsAnyGTE). */
export function isAnyGTE(a: Coins, b: Coins): boolean {
	return a.some((coin) => {
		const other = amountOf(b, coin.denom)
		return other !== 0n && coin.amount >= other
	})
}

/** Whether any amount is negative. */
export function isAnyNegative(coins: Coins): boolean {
	return coins.some((coin) => coin.amount < 0n)
}

/** Whether all amounts are zero; true for no coins (framework: Coins.IsZero). */
export function areZeroCoins(coins: Coins): boolean {
	return coins.every((coin) => coin.amount === 0n)
}

/** Whether two sets hold the same, whatever their order. */
export function equalCoins(a: Coins, b: Coins): boolean {
	return a.length === b.length && coinsToText(sortCoins(a)) === coinsToText(sortCoins(b))
}

function merge(a: Coins, b: Coins, sign: bigint): Coins {
	if (!areSorted(a)) throw new PanicError('Coins (self) must be sorted')
	if (!areSorted(b)) throw new PanicError('Wrong argument: coins must be sorted')
	const out: Coin[] = []
	let i = 0
	let j = 0
	const push = (denom: string, amount: bigint): void => {
		if (amount === 0n) return
		if (bitLength(amount) > maxIntBits) throw new PanicError('Int overflow')
		out.push({ denom, amount })
	}
	while (i < a.length || j < b.length) {
		const left = a[i]
		const right = b[j]
		if (right === undefined || (left !== undefined && left.denom < right.denom)) {
			push(left!.denom, left!.amount)
			i++
		} else if (left === undefined || left.denom > right.denom) {
			push(right.denom, sign * right.amount)
			j++
		} else {
			push(left.denom, left.amount + sign * right.amount)
			i++
			j++
		}
	}
	return out
}

/** Equal neighbours count as sorted, as in the framework. */
function areSorted(coins: Coins): boolean {
	return coins.every((coin, index) => index === 0 || coins[index - 1]!.denom <= coin.denom)
}

/** The framework's denomination pattern (cosmos-sdk v0.44.5 types/coin.go reDnmString). */
export const denomPattern = '[a-zA-Z][a-zA-Z0-9/-]{2,127}'

const whole = new RegExp(`^${denomPattern}$`)

/** Whether a text is a denomination. */
export function isDenom(denom: string): boolean {
	return whole.test(denom)
}

/** Throws the plain error `invalid denom: X` unless the text is a denomination (framework: ValidateDenom). */
export function validateDenom(denom: string): void {
	if (!isDenom(denom)) throw plainError(`invalid denom: ${denom}`)
}

/** Whether a text was a denomination in generation 8: shorter ones, without capital letters (cosmos-sdk v0.39.2 types/coin.go). */
export function isDenom8(text: string): boolean {
	return /^[a-z][a-z0-9]{2,15}$/.test(text)
}
