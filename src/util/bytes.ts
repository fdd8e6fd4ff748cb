import { newBytes } from './newBytes.ts'

/** UTF-8 bytes of a text; lone surrogates become U+FFFD, as in Go. */
export function utf8(text: string): Uint8Array {
	return encoder.encode(text)
}

/** Text of UTF-8 bytes; invalid sequences become U+FFFD. */
export function fromUtf8(bytes: Uint8Array): string {
	return decoder.decode(bytes)
}

/** Lower-case hex of bytes. */
export function toHex(bytes: Uint8Array): string {
	return hexSlice.call(bytes, 0, bytes.length)
}

/** Upper-case hex of bytes: the form of transaction and block hashes. */
export function toHexUpper(bytes: Uint8Array): string {
	return toHex(bytes).toUpperCase()
}

/** Bytes of a hex text of either case, or undefined when it is not hex of whole bytes. */
export function fromHex(text: string): Uint8Array | undefined {
	if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined
	return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Padded standard base64 of bytes. */
export function toBase64(bytes: Uint8Array): string {
	return base64Slice.call(bytes, 0, bytes.length)
}

/** Bytes of padded standard base64, or undefined when the text is not canonical base64. */
export function fromBase64(text: string): Uint8Array | undefined {
	if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
	return new Uint8Array(Buffer.from(text, 'base64'))
}

/** One array with the contents of all parts, in order. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
	return joinBytes(parts)
}

/** As `concatBytes`, for a list of any length: more than some ten thousand arguments do not fit the stack. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
	let length = 0
	for (const part of parts) length += part.length
	const out = newBytes(length)
	let offset = 0
	for (const part of parts) {
		out.set(part, offset)
		offset += part.length
	}
	return out
}

/** Byte-wise order, shorter first on a common prefix: negative, zero or positive as in Go's bytes.Compare. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
	return Buffer.compare(a, b)
}

/** Whether two arrays hold the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && Buffer.compare(a, b) === 0
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Text of a part of some bytes, one character for each byte. */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
	return latin1Slice.call(bytes, start, end)
}

type Slice = (this: Uint8Array, start: number, end: number) => string

// What Buffer's toString comes to. It takes any array of bytes; to make a buffer of one first would cost more than the work.
const { hexSlice, base64Slice, latin1Slice } = Buffer.prototype as unknown as {
	readonly hexSlice: Slice
	readonly base64Slice: Slice
	readonly latin1Slice: Slice
}
