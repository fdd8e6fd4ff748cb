import { plainError } from '../../errors/ChainError.ts'
import { fromHex } from '../../util/bytes.ts'
import { addressFromText, addressToText } from './address.ts'
import { checksumAddress } from './checksumAddress.ts'

/**
 * Raw address of either text, bech32 or 0x: both name the same account. A 0x text in mixed case must have that of
 * EIP-55.
 * @throws {ChainError} as `addressFromText` does, and for 0x texts that are no address.
 */
export function addressFromAny(text: string, prefix: string): Uint8Array {
	if (!/^0x/i.test(text)) return addressFromText(text, prefix)
	const digits = text.slice(2)
	const bytes = fromHex(digits)
	if (bytes?.length !== 20) throw plainError(`a 0x address has 40 hexadecimal digits, got ${digits.length}`)
	const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
	if (!isOneCase && checksumAddress(bytes) !== `0x${digits}`) {
		throw plainError('the capital letters of the 0x address do not fit: a letter or digit is wrong')
	}
	return bytes
}

/** The bech32 text of an address in either form. Throws as `addressFromAny` does. */
export function bech32OfAny(text: string, prefix: string): string {
	return addressToText(addressFromAny(text, prefix), prefix)
}

/** The 0x text of an address in either form; undefined for one of another length than 20 bytes. Throws as `addressFromAny` does. */
export function hexOfAny(text: string, prefix: string): `0x${string}` | undefined {
	const bytes = addressFromAny(text, prefix)
	return bytes.length === 20 ? `0x${checksumAddress(bytes).slice(2)}` : undefined
}
