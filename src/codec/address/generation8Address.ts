import { inOtherWords, plainError } from '../../errors/ChainError.ts'
import { goString, goStringBytes, isGoBlank } from '../../util/goString.ts'
import { noBytes } from '../noBytes.ts'

import { decodeBech32 } from './bech32.ts'

/**
 * Raw address of a bech32 text under the rules of generation 8: exactly 20 bytes; a blank text is the empty address.
 *
 * Throws plain errors with the texts and in the order of cosmos-sdk v0.39.2 types/address.go and btcsuite/btcutil v1.0.2.
 */
export function generation8AddressFromText(text: string, prefix: string): Uint8Array {
	if (isGoBlank(text)) return noBytes
	const length = goStringBytes(text).length
	if (length > 90) throw plainError(`decoding bech32 failed: invalid bech32 string length ${length}`)
	const decoded = decodeOld(text)
	if (decoded.prefix !== prefix) {
		throw plainError(`invalid Bech32 prefix; expected ${prefix}, got ${decoded.prefix}`)
	}
	if (decoded.bytes.length !== 20) throw plainError('incorrect address length')
	return decoded.bytes
}

/** The newer decoder with the older texts: both check the same things, the older one every character before the case. */
function decodeOld(text: string): { readonly prefix: string; readonly bytes: Uint8Array } {
	const raw = goStringBytes(text)
	if (raw.length >= 8) {
		const bad = raw.find((code) => code < 33 || code > 126)
		if (bad !== undefined) {
			throw plainError(`decoding bech32 failed: invalid character in string: '${String.fromCharCode(bad)}'`)
		}
	}
	return inOtherWords(
		() => decodeBech32(goString(raw)),
		(error) => plainError(oldText(error.log)),
	)
}

function oldText(text: string): string {
	return text
		.replace(/invalid separator index -?\d+$/, 'invalid index of 1')
		.replace(/(invalid character not part of charset)/, 'failed converting data to bytes: $1')
		.replace(/invalid checksum \(expected (\w+) got (.{6})\)$/, 'checksum failed. Expected $1, got $2.')
}
