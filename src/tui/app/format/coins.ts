import type { Coin } from '../../../client/index.ts'
import { grouped } from '../../kit/text/numbers.ts'

/** The whole unit of a micro-denomination: `uchain` is `CHAIN`. Others stay unchanged. */
export function unitName(denom: string): string {
	return isMicro(denom) ? denom.slice(1).toUpperCase() : denom
}

/** An amount for lists: `999.98 CHAIN`; for other denominations `12 foo`. */
export function formatCoin(coin: Coin): string {
	return `${isMicro(coin.denom) ? wholeUnits(coin.amount) : grouped(coin.amount)} ${unitName(coin.denom)}`
}

/** A short amount of two decimals, with a sign where more are cut: `999.98 CHAIN`, `999.99… CHAIN`; smaller ones are `<0.01`. */
export function formatCoinShort(coin: Coin): string {
	const [amount = '', unit = ''] = formatCoin(coin).split(' ')
	const short = amount.replace(/(\.\d\d)\d+$/, '$1…')
	return `${short === '0.00…' ? '<0.01' : short} ${unit}`
}

/** An exact amount in both units: `999.98 CHAIN · 999980000uchain`. */
export function formatCoinBoth(coin: Coin): string {
	return isMicro(coin.denom) ? `${formatCoin(coin)} · ${coin.amount}${coin.denom}` : formatCoin(coin)
}

/** Parses an amount: `5`, `0.25 CHAIN`, `250000uchain`; bare numbers are whole units. Undefined for all others. */
export function parseAmount(text: string, nativeDenom: string): Coin | undefined {
	const match = /^(\d[\d,_]*)(?:\.(\d+))?\s*([a-zA-Z][a-zA-Z0-9/]*)?$/.exec(text.trim())
	if (match === null) return undefined
	const whole = match[1]!.replaceAll(/[,_]/g, '')
	const fraction = match[2] ?? ''
	const unit = match[3] ?? unitName(nativeDenom)
	const isNative = unit.toLowerCase() === unitName(nativeDenom).toLowerCase()
	const inUnits = isNative && isMicro(nativeDenom)
	if (fraction.length > (inUnits ? decimals : 0)) return undefined
	const denom = isNative ? nativeDenom : unit
	const amount = BigInt(inUnits ? whole + fraction.padEnd(decimals, '0') : whole)
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
