import { plainError } from '../../errors/ChainError.ts'

const microDecimals = 6
const evmDecimals = 18

/**
 * Parses an amount for the EVM, in its unit of 18 decimals: `1.5 CHAIN`, `1500000uchain` or
 * `1500000000000000000achain`. A bare number is refused unless `bare` gives its unit, because the chain's unit and the
 * EVM's differ by 10^12.
 * @throws {ChainError} with the fault.
 */
export function parseEvmAmount(text: string, denom: string, bare?: 'whole'): bigint {
	const match = /^\s*(\d[\d,_]*)(?:\.(\d+))?\s*([a-zA-Z][a-zA-Z0-9/]*)?\s*$/.exec(text)
	if (match === null) throw plainError(`"${text}" is no amount`)
	const whole = match[1]!.replaceAll(/[,_]/g, '')
	const fraction = match[2] ?? ''
	const unit = match[3]
	const names = unitNames(denom)
	if (unit === undefined && whole !== '0' && bare === undefined) {
		throw plainError(`"${text}" has no unit: write ${text}${names.whole}, ${text}${denom} or ${text}${names.evm}`)
	}
	const decimals = decimalsOf(unit ?? names.whole, denom)
	if (decimals === undefined) {
		throw plainError(`"${unit}" is no unit of this chain: ${names.whole}, ${denom} or ${names.evm}`)
	}
	if (fraction.length > decimals) throw plainError(`"${text}" has more than ${decimals} decimals`)
	return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Formats an amount of the EVM's unit: `1.5 CHAIN`, with all its decimals. */
export function formatEvmAmount(amount: bigint, denom: string): string {
	const sign = amount < 0n ? '-' : ''
	const digits = String(amount)
		.replace('-', '')
		.padStart(evmDecimals + 1, '0')
	const fraction = digits.slice(-evmDecimals).replace(/0+$/, '')
	const whole = digits.slice(0, -evmDecimals).replaceAll(/\B(?=(\d{3})+$)/g, ',')
	return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`} ${unitNames(denom).whole}`
}

function decimalsOf(unit: string, denom: string): number | undefined {
	const { whole, evm } = unitNames(denom)
	if (unit === denom) return evmDecimals - microDecimals
	if (unit === evm) return 0
	return unit.toUpperCase() === whole ? evmDecimals : undefined
}

function unitNames(denom: string): { readonly whole: string; readonly evm: string } {
	const whole = /^u[a-z]{2,}$/.test(denom) ? denom.slice(1).toUpperCase() : denom.toUpperCase()
	return { whole, evm: evmDenomOf(denom) }
}

/** Denomination of the EVM's unit, 10^12 to one micro-unit: `achain` for `uchain`. */
export function evmDenomOf(denom: string): string {
	return `a${denom.startsWith('u') ? denom.slice(1) : denom}`
}
