import { plainError } from '../../errors/plainError.ts'
import { goStringBytes } from '../../util/goString.ts'

/** Bytes of a hex text of either case; throws the texts of Go's encoding/hex DecodeString. */
export function decodeHex(text: string): Uint8Array {
	const source = goStringBytes(text)
	const out = new Uint8Array(source.length >> 1)
	for (let i = 0; i < source.length; i++) {
		const digit = digitOf(source[i]!)
		if (digit === undefined) throw plainError(`encoding/hex: invalid byte: ${unicodeName(source[i]!)}`)
		if (i >> 1 < out.length) out[i >> 1] = (out[i >> 1]! << 4) | digit
	}
	if (source.length % 2 === 1) throw plainError('encoding/hex: odd length hex string')
	return out
}

function digitOf(byte: number): number | undefined {
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
	const lower = byte | 0x20
	return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined
}

/** Go's `%#U` of one byte taken as a rune: the character is added when it prints. */
function unicodeName(byte: number): string {
	const name = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`
	const prints = (byte >= 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad)
	return prints ? `${name} '${String.fromCharCode(byte)}'` : name
}
