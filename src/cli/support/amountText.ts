import { parseCoins } from '../../codec/coins/decCoins.ts'
import { inOtherWords } from '../../errors/ChainError.ts'
import { UsageError } from '../CommandContext.ts'

/** Groups digits by three: `1,204`. */
export function groupedText(value: number | bigint | string): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats coins: `999.98 CHAIN` for micro-units, other denominations unchanged, `0 CHAIN` for none. */
export function coinsInWords(
	coins: readonly { readonly denom: string; readonly amount: string }[],
	nativeDenom: string,
): string {
	const shown = coins.length === 0 ? [{ denom: nativeDenom, amount: '0' }] : coins
	return shown
		.map(({ denom, amount }) => {
			if (!/^u[a-z]{2,}$/.test(denom)) return `${groupedText(amount)} ${denom}`
			const digits = amount.padStart(7, '0')
			const fraction = digits.slice(-6).replace(/0+$/, '')
			const whole = groupedText(digits.slice(0, -6))
			return `${fraction === '' ? whole : `${whole}.${fraction.padEnd(2, '0')}`} ${denom.slice(1).toUpperCase()}`
		})
		.join(', ')
}

/** The coins of an argument such as `5uchain`, as in messages. @throws {UsageError} with the framework's text. */
export function coinsArgument(text: string): readonly { readonly denom: string; readonly amount: string }[] {
	return inOtherWords(
		() => parseCoins(text).map(({ denom, amount }) => ({ denom, amount: String(amount) })),
		(cause) => new UsageError(cause.log, { next: 'Write the amount like 5uchain.', cause }),
	)
}
