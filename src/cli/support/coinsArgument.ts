import { parseCoins } from '../../codec/coins/decCoins.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { UsageError } from '../UsageError.ts'

/**
 * The coins of an argument such as `5uchain`, as messages carry them.
 *
 * @throws {UsageError} with the framework's text for any other text.
 */
export function coinsArgument(text: string): readonly { readonly denom: string; readonly amount: string }[] {
	try {
		return parseCoins(text).map(({ denom, amount }) => ({ denom, amount: String(amount) }))
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UsageError(cause.log, { next: 'Write the amount like 5uchain.', cause })
	}
}
