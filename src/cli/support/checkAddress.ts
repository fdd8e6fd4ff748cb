import { addressFromText } from '../../codec/address/address.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { UsageError } from '../UsageError.ts'

/** An address of this chain as it was given. Throws UsageError with the framework's text for anything else. */
export function checkAddress(text: string, prefix: string, where: string): string {
	try {
		addressFromText(text, prefix)
		return text
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UsageError(`must provide a valid Bech32 address ${where}: ${cause.log}`, {
			next: `An address of this chain starts with ${prefix}1.`,
			cause,
		})
	}
}
