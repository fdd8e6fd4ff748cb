/**
 * The bytes as a text of one character each. Such texts are cheap map keys, and JavaScript's order of them is the
 * order of the bytes.
 */
export function byteString(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** The bytes a byte string stands for. */
export function bytesOf(text: string): Uint8Array {
	const out = new Uint8Array(text.length)
	for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i)
	return out
}
