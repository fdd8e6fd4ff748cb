import { plainError } from '../../errors/ChainError.ts'
import { goStringBytes } from '../../util/goString.ts'

const newline = 0x0a
const carriageReturn = 0x0d
const padding = 0x3d

/**
 * Decodes padded base64 in the standard or else in the URL alphabet, ignoring line ends (grpc-gateway v1.16
 * runtime.Bytes). Throws Go's `illegal base64 data at input byte N` of the second attempt.
 */
export function parseBase64(text: string): Uint8Array {
	const source = goStringBytes(text)
	const standard = decode(source, '+/')
	if (standard instanceof Uint8Array) return standard
	const url = decode(source, '-_')
	if (url instanceof Uint8Array) return url
	throw plainError(`illegal base64 data at input byte ${url}`)
}

/** The bytes, or the offset of the first that does not fit (Go: encoding/base64 decodeQuantum). */
function decode(source: Uint8Array, lastTwo: string): Uint8Array | number {
	const out: number[] = []
	let at = 0
	while (at < source.length) {
		let bits = 0
		let count = 0
		let padded = false
		while (count < 4 && !padded) {
			if (at === source.length) {
				if (count === 0) return Uint8Array.from(out)
				return at - count
			}
			const byte = source[at++]!
			const worth = digitOf(byte, lastTwo)
			if (worth !== undefined) {
				bits = (bits << 6) | worth
				count++
			} else if (byte !== newline && byte !== carriageReturn) {
				if (byte !== padding || count < 2) return at - 1
				at = skipLineEnds(source, at)
				if (count === 2) {
					if (at === source.length) return source.length
					if (source[at] !== padding) return at - 1
					at = skipLineEnds(source, at + 1)
				}
				if (at < source.length) return at
				padded = true
			}
		}
		bits <<= 6 * (4 - count)
		for (let i = 0; i < count - 1; i++) out.push((bits >> (16 - 8 * i)) & 0xff)
	}
	return Uint8Array.from(out)
}

function skipLineEnds(source: Uint8Array, at: number): number {
	let next = at
	while (source[next] === newline || source[next] === carriageReturn) next++
	return next
}

function digitOf(byte: number, lastTwo: string): number | undefined {
	if (byte >= 0x41 && byte <= 0x5a) return byte - 0x41
	if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61 + 26
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30 + 52
	const last = lastTwo.indexOf(String.fromCharCode(byte))
	return last === -1 ? undefined : 62 + last
}
