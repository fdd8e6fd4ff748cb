import { addressFromText } from '../../codec/address/address.ts'
import { decodeBech32 } from '../../codec/address/bech32.ts'
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

/** Refuses what is no bech32 text of any chain before a node is asked. Throws UsageError with the framework's text. */
export function checkBech32(text: string): void {
	try {
		decodeBech32(text)
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UsageError(cause.log, { next: 'Check the address: copy it again, whole.', cause })
	}
}
