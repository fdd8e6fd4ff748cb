import { attempt } from '../../errors/attempt.ts'
import { ChainError, plainError } from '../../errors/ChainError.ts'
import { fromBase64 } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'

/**
 * Bytes of padded base64 as Go's StdEncoding reads it: line breaks are skipped, unused bits may be set.
 * Throws the plain error `illegal base64 data at input byte N` with Go's offset.
 */
export function decodeGoBase64(text: string): Uint8Array {
	return fromBase64(text) ?? decode(text, '+/')
}

/** The same in the standard or else in the URL alphabet, with the offset in the latter (grpc-gateway v1.16 runtime.Bytes). */
export function decodeAnyBase64(text: string): Uint8Array {
	return attempt(
		() => decodeGoBase64(text),
		ChainError,
		() => decode(text, '-_'),
	)
}

function decode(text: string, lastTwo: string): Uint8Array {
	const fault = faultAt(goStringBytes(text), lastTwo)
	if (fault !== undefined) throw plainError(`illegal base64 data at input byte ${fault}`)
	return new Uint8Array(Buffer.from(text, 'base64'))
}

const pad = 0x3d

/** Offset that Go reports for text that is not base64 (encoding/base64 decodeQuantum), or undefined. */
function faultAt(source: Uint8Array, lastTwo: string): number | undefined {
	let at = 0
	const skipBreaks = (): void => {
		while (source[at] === 0x0a || source[at] === 0x0d) at++
	}
	for (;;) {
		for (let j = 0; j < 4; ) {
			if (at === source.length) return j === 0 ? undefined : at - j
			const byte = source[at++]!
			if (byte === 0x0a || byte === 0x0d) continue
			if (byte !== pad) {
				if (!isDigit(byte, lastTwo)) return at - 1
				j++
				continue
			}
			if (j < 2) return at - 1
			if (j === 2) {
				skipBreaks()
				if (at === source.length) return source.length
				if (source[at] !== pad) return at - 1
				at++
			}
			skipBreaks()
			return at < source.length ? at : undefined
		}
	}
}

function isDigit(byte: number, lastTwo: string): boolean {
	return /[A-Za-z0-9]/.test(String.fromCharCode(byte)) || lastTwo.includes(String.fromCharCode(byte))
}
