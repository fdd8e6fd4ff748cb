import type { Coin } from '../../../client/index.ts'
import { grouped } from '../../kit/text/numbers.ts'

/** The name of the whole unit of a micro denomination: `uchain` is `CHAIN`. Others stay as they are. */
export function unitName(denom: string): string {
	return isMicro(denom) ? denom.slice(1).toUpperCase() : denom
}

/** An amount for lists: `999.98 CHAIN`; of a denomination that is not micro: `12 foo`. */
export function formatCoin(coin: Coin): string {
	return `${isMicro(coin.denom) ? wholeUnits(coin.amount) : grouped(coin.amount)} ${unitName(coin.denom)}`
}

/** An amount where room is short, cut (never rounded up) to two decimals: `999.98 CHAIN`; less than that is `<0.01`. */
export function formatCoinShort(coin: Coin): string {
	const [amount = '', unit = ''] = formatCoin(coin).split(' ')
	const short = amount.replace(/(\.\d\d)\d+$/, '$1')
	return `${short === '0.00' ? '<0.01' : short} ${unit}`
}

/** An amount for details, exact and in both units: `999.98 CHAIN · 999980000uchain`. */
export function formatCoinBoth(coin: Coin): string {
	return isMicro(coin.denom) ? `${formatCoin(coin)} · ${coin.amount}${coin.denom}` : formatCoin(coin)
}

/** Several coins, or `0 CHAIN` of the native denomination when there are none. */
export function formatCoins(coins: readonly Coin[], nativeDenom: string): string {
	if (coins.length === 0) return `0 ${unitName(nativeDenom)}`
	return coins.map(formatCoin).join(', ')
}

/**
 * Reads an amount as people write it: `5`, `0.25 CHAIN`, `250000uchain`. A number alone means whole units of the native
 * denomination. Undefined when it is none of these, is zero or has more than six decimals.
 */
export function parseAmount(text: string, nativeDenom: string): Coin | undefined {
	const match = /^\s*(\d[\d,_]*)(?:\.(\d+))?\s*([a-zA-Z][a-zA-Z0-9/]*)?\s*$/.exec(text)
	if (match === null) return undefined
	const whole = match[1]!.replaceAll(/[,_]/g, '')
	const fraction = match[2] ?? ''
	const unit = match[3] ?? unitName(nativeDenom)
	const inUnits = unit.toLowerCase() === unitName(nativeDenom).toLowerCase() && unit !== nativeDenom
	if (!inUnits && fraction !== '') return undefined
	if (fraction.length > decimals) return undefined
	const denom = inUnits ? nativeDenom : unit
	const amount = BigInt(inUnits && isMicro(nativeDenom) ? whole + fraction.padEnd(decimals, '0') : whole)
	return amount === 0n ? undefined : { denom, amount: String(amount) }
}

function isMicro(denom: string): boolean {
	return /^u[a-z]{2,}$/.test(denom)
}

function wholeUnits(amount: string): string {
	const digits = amount.padStart(decimals + 1, '0')
	const fraction = digits.slice(-decimals).replace(/0+$/, '')
	const whole = grouped(digits.slice(0, -decimals))
	return fraction === '' ? whole : `${whole}.${fraction.padEnd(2, '0')}`
}

const decimals = 6
