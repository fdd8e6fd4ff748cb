import { latin1Text } from '../util/bytes.ts'

/**
 * The bytes as a text of one character each. Such texts are cheap map keys, and JavaScript's order of them is the
 * order of the bytes.
 */
export function byteString(bytes: Uint8Array): string {
	return latin1Text(bytes, 0, bytes.length)
}

/** The bytes of a byte string. */
export function bytesOf(text: string): Uint8Array {
	const out = new Uint8Array(text.length)
	for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i)
	return out
}
