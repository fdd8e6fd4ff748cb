import { addressFromText } from '../../codec/address/address.ts'
import { bech32OfAny } from '../../codec/address/anyAddress.ts'
import { decodeBech32 } from '../../codec/address/bech32.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { UsageError } from '../UsageError.ts'

/**
 * Checks an address of this chain; converts 0x to bech32.
 *
 * @throws {UsageError} with the framework's text for any other text.
 */
export function checkAddress(text: string, prefix: string, where: string): string {
	if (isHex(text)) return ofHex(text, prefix)
	try {
		addressFromText(text, prefix)
		return text
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UsageError(`must provide a valid Bech32 address ${where}: ${cause.log}`, {
			next: `An address of this chain starts with ${prefix}1 or 0x.`,
			cause,
		})
	}
}

/**
 * Checks a bech32 address of any chain before a node is asked; converts 0x to bech32.
 *
 * @throws {UsageError} with the framework's text for any other text.
 */
export function checkBech32(text: string, prefix: string): string {
	if (isHex(text)) return ofHex(text, prefix)
	try {
		decodeBech32(text)
		return text
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UsageError(cause.log, { next: 'Check the address: copy it again, whole.', cause })
	}
}

function isHex(text: string): boolean {
	return /^0x/i.test(text)
}

function ofHex(text: string, prefix: string): string {
	try {
		return bech32OfAny(text, prefix)
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UsageError(`"${text}" is not an address: ${cause.log}`, { next: 'Copy it again, whole.', cause })
	}
}
