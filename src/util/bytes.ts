import { newBytes } from './newBytes.ts'

/** Encodes a text as UTF-8. Lone surrogates become U+FFFD, as in Go. */
export function utf8(text: string): Uint8Array {
	return encoder.encode(text)
}

/** Decodes UTF-8. Invalid sequences become U+FFFD. */
export function fromUtf8(bytes: Uint8Array): string {
	return decoder.decode(bytes)
}

/** Encodes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
	return hexSlice.call(bytes, 0, bytes.length)
}

/** Encodes bytes as upper-case hex, the form of transaction and block hashes. */
export function toHexUpper(bytes: Uint8Array): string {
	return toHex(bytes).toUpperCase()
}

/** Decodes hex of either case; undefined if the text is not hex of whole bytes. */
export function fromHex(text: string): Uint8Array | undefined {
	if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined
	return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Encodes bytes as standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
	return base64Slice.call(bytes, 0, bytes.length)
}

/** Decodes standard base64 with padding; undefined if the text is not canonical. */
export function fromBase64(text: string): Uint8Array | undefined {
	if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
	return new Uint8Array(Buffer.from(text, 'base64'))
}

/** Concatenates arrays. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
	return joinBytes(parts)
}

/** Concatenates a list of any length; as arguments of `concatBytes`, some ten thousand overflow the stack. */
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

/** Compares byte by byte, a shorter prefix first: negative, zero or positive, as Go's bytes.Compare. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
	return Buffer.compare(a, b)
}

/** Whether two arrays hold the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
	// Unequal lengths need no call of the library.
	return a.length === b.length && Buffer.compare(a, b) === 0
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes a range of bytes as latin1, one character per byte. */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
	return latin1Slice.call(bytes, start, end)
}

type Slice = (this: Uint8Array, start: number, end: number) => string

// These are what Buffer's toString calls. They take any byte array; creating a Buffer first would cost more than the
// work.
const { hexSlice, base64Slice, latin1Slice } = Buffer.prototype as unknown as {
	readonly hexSlice: Slice
	readonly base64Slice: Slice
	readonly latin1Slice: Slice
}

/** Encodes an unsigned 64-bit number as 8 bytes, big-endian. */
export function bigEndian64(value: bigint): Uint8Array {
	const bytes = new Uint8Array(8)
	new DataView(bytes.buffer).setBigUint64(0, value)
	return bytes
}

/** Decodes 8 big-endian bytes. */
export function fromBigEndian64(bytes: Uint8Array): bigint {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0)
}
