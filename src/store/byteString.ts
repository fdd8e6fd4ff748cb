/**
 * The bytes as a text of one character each. Such texts are cheap map keys, and JavaScript's order of them is the
 * order of the bytes.
 */
export function byteString(bytes: Uint8Array): string {
	// Keys are short: a call with their bytes as arguments takes half the time of a view on them.
	if (bytes.length <= 64) return String.fromCharCode.apply(null, bytes as unknown as number[])
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** The bytes a byte string stands for. */
export function bytesOf(text: string): Uint8Array {
	const out = new Uint8Array(text.length)
	for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i)
	return out
}
